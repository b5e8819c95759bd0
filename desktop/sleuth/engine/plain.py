"""How does text from anywhere look when it is harmless, without colours or boxes?"""

import csv
import io
import unicodedata
from typing import TYPE_CHECKING, Any

from sleuth.domain.hits import Answer
from sleuth.engine.to_json import moment

if TYPE_CHECKING:
    from sleuth.engine.why import Verdict

_BIDI = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def plain(text: str) -> str:
    """Text that cannot move a cursor, ring a bell or reverse its reader's direction; undecodable bytes as `\\xNN`."""
    return "".join(_harmless(character) for character in text) if not text.isprintable() else text


def _harmless(character: str) -> str:
    if character == "\t":
        return "    "
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(character) in ("Cc", "Cs") or character in _BIDI:
        return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"
    return character


def counted(count: int, plural: str) -> str:
    """How many: `1 chunk`, `2 chunks`."""
    return f"{count:,} {plural.removesuffix('s') if count == 1 else plural}"


def verdict(one: "Verdict") -> str:
    """One sentence."""
    found = f"indexed in {counted(one.chunks, 'chunks')}" if one.indexed else "not indexed"
    reason = "" if one.reason.value == "indexed" else f", {one.reason.value.replace('_', ' ')}"
    return f"{plain(one.path)}: {found}{reason}{f' ({plain(one.detail)})' if one.detail else ''}"


def explained(explanation: dict[str, object] | None) -> list[str]:
    """How a hit came to its place (S-48): a line on the whole, then one a term; none where the search did not explain.

    The main thing first; what says nothing, such as a zero, is left out.
    """
    if explanation is None:
        return []
    score, first, boost = (explanation.get(name) for name in ("score", "first_stage", "boost"))
    said = [_BY_TIER.get(str(explanation.get("tier")), "")]
    if score:
        said.append(f"score {score}")
    if first and first != score:
        said.append(f"{first} before its best passages counted")
    if boost and boost != 1:
        said.append(f"weighed {boost} times for what it is and where it lies")
    terms = explanation.get("terms")
    lines = [_of_term(term) for term in terms] if isinstance(terms, list) else []
    return ["; ".join(part for part in said if part), *lines]


_BY_TIER = {
    "exact": "it is called so, which comes first",
    "prefix": "its name starts so, which comes before what is only in texts",
    "part": "its name has it, which comes before what is only in texts",
    "body": "found by its text",
}


def _of_term(term: dict[str, Any]) -> str:
    """What one term did for a hit."""
    here = ["in its name"] if term["in_name"] else []
    if term["strength"]:
        here.append(f"counts {term['strength']}")
    if not here:
        here = ["in it" if term["found"] else "not in it" if term["required"] else "not in it, nor need it be"]
    if term["rarity"] and term["found"]:
        here.append(f"rarity {term['rarity']}")
    lists = [f"{count:,} by {name}" for name, count in term["lists"].items() if count]
    found = f"; of all items {', '.join(lists)}" if lists else "; in no item at all" if term["required"] and not term["found"] else ""
    return f"{plain(term['term'])}: {', '.join(here)}{found}"


def exported(answer: Answer, form: str) -> str:
    """The hits as a table: CSV, or Markdown."""
    header = ["rank", "path", "line", "section", "score", "updated_at", "text"]
    rows = [
        [
            str(hit.rank),
            plain(hit.ref),
            str(hit.line or ""),
            hit.section or "",
            f"{hit.score:g}",
            moment(hit.updated_ns) or "",
            next((plain(row.text).strip() for row in hit.passage if row.line == hit.line), ""),
        ]
        for hit in answer.hits
    ]
    if form == "csv":
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([header, *([_no_formula(cell) for cell in row] for row in rows)])
        return out.getvalue().rstrip("\n")
    lines = [header, ["---"] * len(header), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _no_formula(cell: str) -> str:
    """A cell that a spreadsheet would run is made text; a number stays one."""
    if cell[:1] not in ("=", "+", "-", "@", "\t", "\r"):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell
