"""What does a Jupyter notebook say, cell by cell?

In: an .ipynb's bytes. Out: each cell's source followed by its text outputs, one section a cell. HTML,
pictures and base64 are left out: nobody searches for them, and they would drown the rest.

Version 4 is read from its JSON as it is, since a notebook that breaks the schema (no ids, no metadata) is still
perfectly readable; older versions are brought to version 4 by nbformat, which knows how.
"""

import re
from typing import Any

from sleuth.domain.errors import ItemUnreadable
from sleuth.domain.items import Content, Kind, Source
from sleuth.ingest.readers import worker
from sleuth.ingest.readers.base import Limits
from sleuth.ingest.readers.encoding import decode, normalise
from sleuth.ingest.readers.pages import MOST_CHARACTERS, Pages, unpacked

TIMEOUT_S = 20.0
MOST_BYTES = 100_000_000
MOST_OUTPUT_CHARACTERS = 100_000
"""Of one cell's outputs: more than that is a log or a dump, not something read."""

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_EMBEDDED = re.compile(r"(data:[\w.+-]+/[\w.+-]+;base64,)[A-Za-z0-9+/=]{32,}")
_OVERWRITTEN = re.compile(r"[^\n]*\r(?=[^\n])")


class NotebookReader:
    """Reads notebooks in the helper process."""

    source = Source.DOCUMENTS

    def claims(self, name: str) -> bool:
        return name.lower().endswith(".ipynb")

    def limits(self, max_file_size: int) -> Limits:  # noqa: ARG002 - the protocol's
        return Limits(max_bytes=MOST_BYTES)

    def read(self, data: bytes, name: str) -> Content:  # noqa: ARG002 - the protocol's
        if not data or data.isspace():
            return Content("", Kind.NOTEBOOK)
        arguments = (MOST_CHARACTERS, MOST_OUTPUT_CHARACTERS)
        value = worker.shared().call(f"{__name__}:extract", data, TIMEOUT_S, *arguments)
        return unpacked(value, Kind.NOTEBOOK)

    def close(self) -> None:
        worker.shared().close()


def extract(data: bytes, most_characters: int, most_output_characters: int) -> dict[str, Any]:
    """The text of a notebook; runs in the helper process."""
    notebook = parse_notebook(data)
    pages = Pages("cell", len(notebook["cells"]), most_characters)
    cut_outputs = 0
    for cell in notebook["cells"]:
        outputs = _outputs(cell, most_output_characters)
        cut_outputs += len(outputs) > most_output_characters
        if not pages.add(_cell_text(cell, outputs[:most_output_characters])):
            break
    if cut_outputs:
        where = f"{cut_outputs} of its {len(notebook['cells'])} cells"
        pages.notices.append(f"Outputs are cut at {most_output_characters:,} characters in {where}.")
    return pages.packed(language_of(notebook))


# ----------------------------------------------------------------------------- the file


def parse_notebook(data: bytes) -> dict[str, Any]:
    """The notebook in version 4's shape: a dictionary with a list of cells."""
    import json

    try:
        notebook: Any = json.loads(normalise(decode(data)[0]))
    except ValueError as error:
        raise ItemUnreadable(f"is not JSON: {error}") from error
    if not isinstance(notebook, dict):
        raise ItemUnreadable("is not a notebook")
    if "cells" not in notebook and isinstance(notebook.get("worksheets"), list):
        notebook = _upgraded(notebook)
    if not isinstance(notebook.get("cells"), list):
        raise ItemUnreadable("holds no list of cells")
    return dict(notebook)


def _upgraded(notebook: dict[str, Any]) -> dict[str, Any]:
    """A notebook of version 3 or older (cells in worksheets) as nbformat converts it."""
    import json

    import nbformat
    import nbformat.reader

    _mend(notebook)
    try:
        # By way of its text: only nbformat's reader joins the lists of lines that its converter trips over.
        read = nbformat.reader.reads(json.dumps(notebook))  # type: ignore[no-untyped-call]
        upgraded: dict[str, Any] = nbformat.convert(read, 4)  # type: ignore[no-untyped-call]
    # nbformat has no one root for what it raises when fields are missing or of another type.
    except Exception as error:
        raise ItemUnreadable(f"is an old notebook that nbformat cannot convert: {error}") from error
    return upgraded


def _mend(notebook: dict[str, Any]) -> None:
    """Put in what the converter takes for granted and old writers left out."""
    _dictionary(notebook, "metadata")
    notebook.setdefault("nbformat", 3)
    notebook.setdefault("nbformat_minor", 0)
    for sheet in notebook["worksheets"]:
        _dictionary(sheet, "metadata")
        for cell in sheet.setdefault("cells", []):
            _dictionary(cell, "metadata")
            if cell.get("cell_type") == "code":
                cell.setdefault("outputs", [])
                cell.setdefault("input", "")
                cell.setdefault("prompt_number", None)
            else:
                cell.setdefault("source", "")


def _dictionary(owner: dict[str, Any], name: str) -> dict[str, Any]:
    """A field that should hold a dictionary, replaced by an empty one if it does not."""
    found = owner.get(name)
    if not isinstance(found, dict):
        found = owner[name] = {}
    return found


def language_of(notebook: dict[str, Any]) -> str | None:
    metadata = _dictionary(notebook, "metadata")
    for field, name in (("language_info", "name"), ("kernelspec", "language")):
        language = _dictionary(metadata, field).get(name)
        if isinstance(language, str) and language:
            language = language.lower()
            return "python" if language.startswith("ipython") else language
    return None


# ----------------------------------------------------------------------------- a cell


def _cell_text(cell: Any, outputs: str) -> str:
    """A cell's source, then its outputs; the source begins on the section's first line."""
    source = _EMBEDDED.sub(r"\1…", normalise(joined(cell.get("source")))) if isinstance(cell, dict) else ""
    if source and outputs and not source.endswith("\n"):
        source += "\n"
    return source + outputs


def joined(value: Any) -> str:
    """A multi-line string of the format: a string, or a list of them."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _outputs(cell: Any, most_characters: int) -> str:
    """The text outputs of a cell, as a person saw them; longer than the limit where there are more."""
    found = cell.get("outputs") if isinstance(cell, dict) else None
    texts: list[str] = []
    length = 0
    for output in found if isinstance(found, list) else ():
        text = output_text(output) if isinstance(output, dict) else ""
        if text:
            texts.append(text if text.endswith("\n") else text + "\n")
            length += len(texts[-1])
        if length > most_characters:
            break
    return "".join(texts)


def output_text(output: dict[str, Any]) -> str:
    kind = output.get("output_type")
    if kind == "stream":
        return _plain(joined(output.get("text")))
    if kind == "error":
        return _error(output)
    data = output.get("data")
    return _plain(joined(data.get("text/plain"))) if isinstance(data, dict) else ""


def _error(output: dict[str, Any]) -> str:
    """Name, value and traceback; the traceback mostly repeats the first two."""
    head = f"{joined(output.get('ename'))}: {joined(output.get('evalue'))}"
    traceback = output.get("traceback")
    lines = [_plain(line) for line in traceback if isinstance(line, str)] if isinstance(traceback, list) else []
    body = "\n".join(lines)
    return body if head in body else f"{_plain(head)}\n{body}"


def _plain(text: str) -> str:
    """Text without colours, embedded files, and what a progress bar wrote over."""
    text = _ANSI.sub("", text).replace("\r\n", "\n")
    return _EMBEDDED.sub(r"\1…", normalise(_OVERWRITTEN.sub("", text)))


READER = NotebookReader()
