"""Which 200 queries does the latency benchmark ask?

Drawn from the tree itself with a fixed seed, so that every run over one tree asks the same.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

_WORD = re.compile(r"[A-Za-z]{3,14}")
_IDENTIFIER = re.compile(r"\b(?:[a-z]+_[a-z_]{3,24}|[a-z]+[A-Z][A-Za-z]{3,20})\b")
_CODE = re.compile(r"\b[a-z_]{3,20}(?:\.|->|::)[a-z_]{3,20}\(|\w{3,16}\[\w{1,8}\]|#include <[a-z/._]{3,30}>|def [a-z_]{3,20}\(self")
_SAMPLED_FILES = 1_500
_MOST_BYTES = 60_000

Query = tuple[str, str]
"""Class and text."""


def draw(refs: list[str], tree: Path, seed: int = 20) -> list[Query]:
    """200 queries of a dozen classes; typed ones come letter by letter."""
    chance = random.Random(seed)
    texts = list(_texts(refs, tree, chance))
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({word.lower() for word in _WORD.findall(text)})
    by_count = [word for word, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))]
    common, middle = by_count[:150], by_count[150:3_000]
    rare = [word for word in by_count if counts[word] <= 2 and len(word) > 4]
    lines = [line.strip() for text in texts[:300] for line in text.splitlines() if 20 < len(line.strip()) < 90]
    identifiers = _some(_IDENTIFIER, texts, chance, 60)
    code = _some(_CODE, texts, chance, 20)

    queries: list[Query] = []
    queries += [("rare word", word) for word in chance.sample(rare, 12)]
    queries += [("common word", word) for word in chance.sample(common, 12)]
    queries += [("middling word", word) for word in chance.sample(middle, 8)]
    queries += [("two words", " ".join(chance.sample(middle, 2))) for _ in range(12)]
    queries += [("two common words", " ".join(chance.sample(common, 2))) for _ in range(6)]
    queries += [("three or four words", " ".join(chance.sample(middle, chance.choice((3, 4))))) for _ in range(12)]
    queries += [("identifier", name) for name in chance.sample(identifiers, 16)]
    queries += [("code", piece) for piece in chance.sample(code, min(12, len(code)))]
    queries += [("substring", word[1:-1]) for word in chance.sample([word for word in middle if len(word) > 6], 8)]
    queries += [("phrase", f'"{" ".join(chance.choice(lines).split()[:3])}"'.replace('""', '"')) for _ in range(10)]
    queries += [("path", ref) for ref in chance.sample(refs, 6)]
    queries += [("name", ref.rpartition("/")[2]) for ref in chance.sample(refs, 8)]
    queries += [("question", f"how does {a} {b} the {c}") for a, b, c in (chance.sample(middle, 3) for _ in range(8))]
    queries += [("excluded", f"{a} -{b}") for a, b in (chance.sample(middle, 2) for _ in range(4))]
    queries += [("filter", f"{chance.choice(middle)} ext:{refs[chance.randrange(len(refs))].rpartition('.')[2][:4] or 'c'}") for _ in range(4)]
    queries += [("regex", f"/{word[:4]}\\w+_{chance.choice(middle)[:3]}/") for word in chance.sample(middle, 3)]
    queries += [("regex", f"/{chance.choice(rare)}.*[0-9]$/"), ("nothing there", "qqzxv jjwq"), ("nothing there", "xqzzyv")]
    typed = [chance.choice(common), chance.choice(middle), chance.choice(identifiers), " ".join(chance.sample(middle, 2))]
    while len(queries) < 200:
        text = typed.pop(0) if typed else " ".join(chance.sample(middle, 2))
        queries += [("keystroke", text[:length]) for length in range(1, len(text) + 1) if text[:length].strip()]
    return queries[:200]


def _texts(refs: list[str], tree: Path, chance: random.Random) -> Iterator[str]:
    for ref in chance.sample(refs, min(_SAMPLED_FILES, len(refs))):
        try:
            with (tree / ref).open("rb") as file:
                data = file.read(_MOST_BYTES)
        except OSError:
            continue
        if b"\0" not in data[:4_096]:
            yield data.decode("utf-8", "replace")


def _some(pattern: re.Pattern[str], texts: list[str], chance: random.Random, count: int) -> list[str]:
    found = sorted({match for text in texts[:600] for match in pattern.findall(text)})
    return chance.sample(found, min(count, len(found)))
