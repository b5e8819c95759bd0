"""Is plain text read with the right kind and language?"""

import pytest

from sleuth.domain.errors import ItemBinary
from sleuth.domain.items import Kind
from sleuth.ingest.readers.formats.text import READER


@pytest.mark.parametrize(
    ("name", "kind", "language"),
    [
        ("a.py", Kind.CODE, "python"),
        ("A.PY", Kind.CODE, "python"),
        ("a.js", Kind.CODE, "javascript"),
        ("a.ts", Kind.CODE, "typescript"),
        ("a.tsx", Kind.CODE, "typescript"),
        ("a.go", Kind.CODE, "go"),
        ("a.rs", Kind.CODE, "rust"),
        ("a.java", Kind.CODE, "java"),
        ("a.c", Kind.CODE, "c"),
        ("a.h", Kind.CODE, "c"),
        ("a.cpp", Kind.CODE, "cpp"),
        ("a.cs", Kind.CODE, "csharp"),
        ("a.rb", Kind.CODE, "ruby"),
        ("a.php", Kind.CODE, "php"),
        ("a.kt", Kind.CODE, "kotlin"),
        ("a.swift", Kind.CODE, "swift"),
        ("a.scala", Kind.CODE, "scala"),
        ("a.sh", Kind.CODE, "shell"),
        ("a.html", Kind.CODE, "html"),
        ("a.css", Kind.CODE, "css"),
        ("a.sql", Kind.CODE, "sql"),
        ("a.min.js", Kind.CODE, "javascript"),
        ("Makefile", Kind.CODE, "make"),
        ("Makefile.am", Kind.CODE, "make"),
        ("Dockerfile", Kind.CODE, "docker"),
        ("Dockerfile.dev", Kind.CODE, "docker"),
        ("CMakeLists.txt", Kind.CODE, "cmake"),
        (".bashrc", Kind.CODE, "shell"),
        ("go.mod", Kind.CODE, "go"),
        ("a.md", Kind.MARKDOWN, "markdown"),
        ("README.markdown", Kind.MARKDOWN, "markdown"),
        ("a.mdx", Kind.MARKDOWN, "markdown"),
        ("a.json", Kind.CONFIG, "json"),
        (".json", Kind.CONFIG, "json"),
        ("a.yml", Kind.CONFIG, "yaml"),
        ("a.toml", Kind.CONFIG, "toml"),
        ("setup.cfg", Kind.CONFIG, "ini"),
        ("pom.xml", Kind.CONFIG, "xml"),
        ("yarn.lock", Kind.CONFIG, None),
        ("Cargo.lock", Kind.CONFIG, "toml"),
        ("a.properties", Kind.CONFIG, "properties"),
        (".env", Kind.CONFIG, "properties"),
        (".gitignore", Kind.CONFIG, "ignore"),
        ("a.txt", Kind.TEXT, None),
        ("a.rst", Kind.TEXT, None),
        ("build.log", Kind.TEXT, None),
        ("LICENSE", Kind.TEXT, None),
        ("c", Kind.TEXT, None),
        ("a.unknown", Kind.TEXT, None),
        ("", Kind.TEXT, None),
    ],
)
def test_kind_and_language(name: str, kind: Kind, language: str | None) -> None:
    """A file's name says what it is."""
    content = READER.read(b"x\n", name)
    assert (content.kind, content.language) == (kind, language)


@pytest.mark.parametrize(
    ("line", "kind", "language"),
    [
        ("#!/bin/sh", Kind.CODE, "shell"),
        ("#!/usr/bin/env python3", Kind.CODE, "python"),
        ("#!/usr/bin/env -S python3.11 -u", Kind.CODE, "python"),
        ("#! /usr/bin/env A=1 node", Kind.CODE, "javascript"),
        ("#!/usr/bin/perl -w", Kind.CODE, "perl"),
        ("#!/opt/odd/thing", Kind.CODE, None),
        ("#!", Kind.TEXT, None),
        ("# not one", Kind.TEXT, None),
    ],
)
def test_first_line(line: str, kind: Kind, language: str | None) -> None:
    """A script without an extension is known by its interpreter, whether or not a line follows."""
    for end in ("", "\n", "\r\nmore\r\n"):
        content = READER.read((line + end).encode(), "script")
        assert (content.kind, content.language) == (kind, language)


def test_name_beats_first_line() -> None:
    """The extension is believed before the interpreter."""
    assert READER.read(b"#!/bin/sh\n", "a.py").language == "python"


def test_text_is_normalised() -> None:
    """Line ends are line feeds, and the mark is no part of the text."""
    assert READER.read(b"\xef\xbb\xbfa\r\nb\rc", "a.txt").text == "a\nb\nc"


def test_binary() -> None:
    """A file that is no text is said to be binary."""
    with pytest.raises(ItemBinary):
        READER.read(b"a\0b", "a.txt")
