"""Which places in files does a pasted text name?"""

import time

import pytest

from sleuth.search.query.locations import MOST_LOCATIONS, locations_in
from sleuth.search.query.parse import parse


def places(text: str) -> list[tuple[str, int | None]]:
    return [(one.path, one.line) for one in locations_in(parse(text, 0))]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("src/client.py:13", ("src/client.py", 13)),
        ("src/client.py:13:9: error: no", ("src/client.py", 13)),
        ("/home/me/src/client.py:13", ("/home/me/src/client.py", 13)),
        ('File "/home/me/src/client.py", line 13, in f', ("/home/me/src/client.py", 13)),
        ("at fetch (/home/x/src/client.js:13:9)", ("/home/x/src/client.js", 13)),
        ("at com.acme.Client.fetch(Client.java:13)", ("Client.java", 13)),
        (r"src\client.cs(13,5): error CS1002: ; expected", (r"src\client.cs", 13)),
        (r"C:\work\client.cpp(13): fatal error C1083", (r"C:\work\client.cpp", 13)),
        ("  --> src/main.rs:13:5", ("src/main.rs", 13)),
        ("PHP Fatal error: x in /var/www/a.php on line 13", ("/var/www/a.php", 13)),
        ("died at tools/run.pl line 13.", ("tools/run.pl", 13)),
        ("app.rb:13:in `fetch'", ("app.rb", 13)),
        ("file:///srv/web/a.js:13:7", ("///srv/web/a.js", 13)),
        ("see http://localhost:3000/src/App.tsx:13:5", ("3000/src/App.tsx", 13)),
        ("Makefile:13: recipe failed", ("Makefile", 13)),
        ("/home/me/src/client.py", ("/home/me/src/client.py", None)),
        ("what does src/client.py do", ("src/client.py", None)),
        ("/home/me/my notes/plan one.md:13", ("/home/me/my notes/plan one.md", 13)),
        ('"C:/my notes/plan one.md", line 13', ("C:/my notes/plan one.md", 13)),
    ],
)
def test_locations(text: str, place: tuple[str, int | None]) -> None:
    """Compilers, interpreters and people each write a place in a file their own way (S-47)."""
    assert place in places(text)


@pytest.mark.parametrize(
    "text", ["tide gauge", "a::b", "at 12:30:45", "client.py", "1/2", "std::move(x)", "path:src/a.py:3", "-src/a.py:3 x", "/src/a.py:3/ x", "=>"]
)
def test_no_locations(text: str) -> None:
    """Names alone, times, filters, expressions and what is not wanted are no places."""
    assert places(text) == []


def test_every_frame() -> None:
    """A trace names many places; so many are looked for, in order."""
    frames = [f'File "/x/f{number}.py", line {number}' for number in range(1, 60)]
    assert places(" ".join(frames))[:2] == [("/x/f1.py", 1), ("/x/f2.py", 2)]
    assert len(places(" ".join(frames))) == MOST_LOCATIONS


@pytest.mark.parametrize("text", ["a" * 90_000, "a/" * 45_000, "(" * 90_000, '"' * 90_000, ("x" * 500 + ":") * 150, "x line " * 12_000])
def test_long_pastes(text: str) -> None:
    """Any paste is looked through at once."""
    query, began = parse(text, 0), time.process_time()
    locations_in(query)
    assert time.process_time() - began < 0.5
