"""How does text from anywhere look when it is harmless, without colours or boxes?"""

import csv
import io
import unicodedata
from typing import TYPE_CHECKING

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
    """How a hit came to its place (S-48): a line on the whole, then one a term; none where the search did not explain."""
    if explanation is None:
        return []
    *facts, (_, terms) = explanation.items()
    lines = [", ".join(f"{name.replace('_', ' ')} {value}" for name, value in facts)]
    for term in terms if isinstance(terms, list) else []:
        lists = ", ".join(f"{count:,} by {name}" for name, count in term["lists"].items()) or "found nowhere"
        here = f"strength {term['strength']}" if term["found"] else "not here"
        named = ", in the name" if term["in_name"] else ""
        lines.append(f"{plain(term['term'])}: {here}{named}; rarity {term['rarity']}; {lists}")
    return lines


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
