"""How do symbols look to a person at a terminal, and in a pipe?"""

import sys

from sleuth.cli.terminal import show_remarks, write_line
from sleuth.domain.hits import Answer, Hit
from sleuth.domain.symbols import LANGUAGES
from sleuth.engine.plain import counted, explained, plain


def show_symbols(answer: Answer) -> None:
    """Numbered on standard output; what was looked at, and what stood in the way, on standard error."""
    asked = plain(answer.query)
    if not answer.hits:
        write_line(sys.stdout, (f'no results for "{asked}"', {}))
    else:
        shown = "" if answer.total == len(answer.hits) else f"{len(answer.hits):,} of "
        write_line(sys.stdout, (f'{shown}{counted(answer.total, "results")} for "{asked}":', {"dim": True}))
    for hit in answer.hits:
        _show(hit)
    show_remarks(answer)
    write_line(sys.stderr, (_summary(answer), {"dim": True}))


def _show(hit: Hit) -> None:
    one = hit.declaration
    assert one is not None
    write_line(sys.stdout)
    write_line(
        sys.stdout,
        (f"{hit.rank}. ", {}),
        (f"{plain(hit.path or hit.ref)}:{hit.line}", {"fg": "cyan"}),
        (f"   {plain(one.qualified)}", {"bold": True}),
        (f"  [{one.kind.value}]", {}),
        ("  [changed since the scan]" if hit.stale else "", {"dim": True}),
    )
    for text in (one.signature, one.doc):
        if text:
            write_line(sys.stdout, (f"   {plain(text)}", {}))
    write_line(sys.stdout, (f"   score {hit.score:.2f}", {"dim": True}))
    for text in explained(hit.explanation):
        write_line(sys.stdout, (f"        {text}", {"dim": True}))


def _summary(answer: Answer) -> str:
    counts = answer.coverage.symbols
    some = ", ".join(f"{LANGUAGES[language]} {count:,}" for language, count in counts.items() if count)
    none = ", ".join(LANGUAGES[language] for language, count in counts.items() if not count)
    searched = f"symbols: {some}" if some else "there are no symbols here"
    without = f"; none found in {none}" if none else ""
    more = f"; next page: --cursor {answer.next_cursor}" if answer.next_cursor else ""
    return f"{searched}{without}; {answer.took_ms:,.0f} ms{more}"
