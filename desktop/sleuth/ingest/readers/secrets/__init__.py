"""What must not get into the index of what was said: which stretches of a text are secrets?

    text ─→ where one may be ─→ Secret(start, stop, kind) ─→ text with `[secret: kind]` in their place

Most texts have none, so the cheap part comes first: a few words and long runs of letters and digits are looked for by
the fastest means Python has (a translation, `find`), on a copy of one byte a character. Only around those do patterns
run. Nothing here has a pattern of its own: `known` finds keys by the formats that their providers document, `named`
what stands beside a name such as `password` or in a header, `urls` what an address carries, `blocks` private keys.
"""

import re
from collections.abc import Iterator

from sleuth.ingest.readers.secrets import blocks, known, named, urls
from sleuth.ingest.readers.secrets.found import Secret

_LINE_ENDS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# A mask can uncover another secret (what was `a` of `a: b` is one word now). Two rounds do; hostile text may want more.
_MOST_ROUNDS = 8


def masked(text: str) -> str:
    """The text with `[secret: KIND]` for each secret, on as many lines; the same object where there is none."""
    for _ in range(_MOST_ROUNDS):
        secrets = sorted(_secrets(text))
        if not secrets:
            break
        text = _without(text, secrets)
    return text


def _secrets(text: str) -> Iterator[Secret]:
    # One byte a character, so that positions are the text's; of what is not Latin no pattern asks which it is.
    flat = text.encode() if text.isascii() else text.encode("latin-1", "replace")
    yield from known.find(text, flat)
    yield from named.find(text, flat)
    yield from urls.find(text, flat)
    yield from blocks.find(text, flat)


def _without(text: str, secrets: list[Secret]) -> str:
    """Where secrets overlap, all of them go; the one that begins first, then the longest, names them."""
    parts: list[str] = []
    done = 0
    for secret in secrets:
        start = max(secret.start, done)
        if start >= secret.stop:
            continue
        parts.append(text[done:start])
        if secret.start >= done:
            parts.append(f"[secret: {secret.kind}]")
        parts.extend(_LINE_ENDS.findall(text, start, secret.stop))
        done = secret.stop
    parts.append(text[done:])
    return "".join(parts)
