"""What does a notebook render to?

In: an .ipynb's bytes. Out: HTML, a section a cell, whose lines are numbered as the reader numbers them: a cell's source,
then its text outputs. Of an output's forms a picture is shown, else its text; HTML is never interpreted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from sleuth.ingest.readers.encoding import normalise
from sleuth.ingest.readers.formats.notebook import (
    MOST_OUTPUT_CHARACTERS,
    joined,
    language_of,
    output_text,
    parse_notebook,
)
from sleuth.ui.viewers.markdown.rendering import MarkdownRenderer, Notes
from sleuth.ui.viewers.web.code import code_lines, plain_lines
from sleuth.ui.viewers.web.pictures import Pictures, Refused

# The richest first.
_PICTURES = ("image/svg+xml", "image/png", "image/jpeg")


@dataclass(frozen=True, slots=True)
class Words:
    """What is said in a notebook, in the person's language."""

    empty: str
    not_shown: str
    cut: str
    picture: str
    notes: Notes


class NotebookRenderer:
    """Renders one notebook."""

    def __init__(self, ref: str, pictures: Pictures, words: Words) -> None:
        self._pictures = pictures
        self._words = words
        self._markdown = MarkdownRenderer(ref, words.notes)

    def render(self, data: bytes, check: Callable[[], None]) -> str:
        """The HTML of all cells.

        Raises:
            ItemUnreadable: It is no notebook.
        """
        notebook = parse_notebook(data) if data.strip() else {"cells": []}
        language = language_of(notebook) or "python"
        cells = []
        for number, cell in enumerate(notebook["cells"], start=1):
            check()
            cells.append(self._cell(number, cell if isinstance(cell, dict) else {}, language, check))
        return "\n".join(cells) or f'<p class="quiet" data-silent>{escape(self._words.empty)}</p>'

    def _cell(self, number: int, cell: dict[str, Any], language: str, check: Callable[[], None]) -> str:
        source = normalise(joined(cell.get("source")))
        kind = cell.get("cell_type")
        gutter = outputs = ""
        if kind == "markdown":
            content = self._markdown.render(source, self._attached(cell), check, f"cell{number}")
        elif kind == "code":
            gutter = f"In [{_count(cell)}]"
            content = f"<pre><code>{code_lines(source, language, 1)}</code></pre>"
            outputs = self._outputs(cell, source)
        else:
            content = f'<pre class="raw">{plain_lines(source, 1)}</pre>'
        looks = "code" if kind == "code" else "text"
        return (
            f'<section class="cell {looks}" data-section="cell {number}"><div class="gutter" data-silent>{gutter}</div>'
            f'<div class="content">{content}</div>{outputs}</section>'
        )

    def _attached(self, cell: dict[str, Any]) -> Callable[[str], str | Refused]:
        """A cell's pictures: those that stand in it too."""
        attachments = cell.get("attachments")

        def address(source: str) -> str | Refused:
            name = source.removeprefix("attachment:")
            forms = attachments.get(name) if name != source and isinstance(attachments, dict) else None
            for media_type, content in forms.items() if isinstance(forms, dict) else ():
                if media_type in _PICTURES:
                    return self._pictures.embedded(media_type, _in_base64(media_type, joined(content)))
            return self._pictures.address(source)

        return address

    def _outputs(self, cell: dict[str, Any], source: str) -> str:
        found = cell.get("outputs")
        line = source.count("\n") + (1 if not source or source.endswith("\n") else 2)
        parts: list[str] = []
        for output in found if isinstance(found, list) else ():
            if not isinstance(output, dict):
                continue
            text = output_text(output)
            is_result = output.get("output_type") == "execute_result"
            gutter = f"Out [{_count(output)}]" if is_result else ""
            parts.append(
                f'<div class="output"><div class="gutter" data-silent>{gutter}</div>'
                f'<div class="content">{self._one(output, text, line)}</div></div>'
            )
            line += text.count("\n") + (1 if text and not text.endswith("\n") else 0)
        return "".join(parts)

    def _one(self, output: dict[str, Any], text: str, line: int) -> str:
        data = output.get("data")
        if isinstance(data, dict):
            picture = self._picture(data, text)
            if picture:
                return picture
            if data and not text:
                return f'<p class="quiet" data-silent>{escape(self._words.not_shown)}</p>'
        looks = {"error": "error"}.get(str(output.get("output_type")), "")
        if output.get("name") == "stderr":
            looks = "stderr"
        html = f'<pre class="{looks}">{plain_lines(text[:MOST_OUTPUT_CHARACTERS], line)}</pre>'
        if len(text) > MOST_OUTPUT_CHARACTERS:
            html += f'<p class="quiet" data-silent>{escape(self._words.cut)}</p>'
        return html

    def _picture(self, data: dict[str, Any], text: str) -> str:
        for media_type in _PICTURES:
            content = joined(data.get(media_type))
            if not content:
                continue
            address = self._pictures.embedded(media_type, _in_base64(media_type, content))
            words = text.strip()[:200] or self._words.picture
            if isinstance(address, str):
                return f'<img src="{escape(address)}" alt="{escape(words)}">'
            note = self._words.notes[address].format(escape(words))
            return f'<span class="note">{note}</span>'
        return ""


def _in_base64(media_type: str, content: str) -> str:
    if media_type != "image/svg+xml" or not content.lstrip().startswith("<"):
        return content
    from base64 import b64encode

    return b64encode(content.encode("utf-8", "replace")).decode("ascii")


def _count(owner: dict[str, Any]) -> str:
    number = owner.get("execution_count")
    return str(number) if isinstance(number, int) else " "
