"""Does each language's grammar yield what a file declares, and nothing that is a function's own affair?"""

import contextlib
import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from sleuth.domain.symbols import LANGUAGES, Symbol
from sleuth.ingest.readers.symbols.declarations import OutOfTime, symbols_in
from sleuth.ingest.readers.symbols.grammars import Grammar, grammar, grammar_name

SOURCES = {
    "go": """// Package store keeps things.
package store

// Max is the most.
const Max = 10

const (
	A = iota
	B
)

var one, two int = 1, 2

// Store holds.
type Store struct {
	Path string // where
	size int
	Embedded
}

type Alias = Store

// Get gets.
func (s *Store) Get(key string) (int, error) {
	local := 1
	return local, nil
}

func New(path string) *Store { return nil }
""",
    "python": '''"""What it is about."""
LIMIT = 10
one, two = 1, 2
try:
    import fast
except ImportError:
    fast = None


class Store(Base):
    """Holds."""

    path: str
    size = 0

    @property
    def get(self, key: str = "a") -> int:  # quickly
        """Gets."""
        local = 1

        def inner(): ...


@decorated
async def free(a, *, b=1): ...
''',
    "javascript": """const LIMIT = 10;
let top = 1;
/** Holds. */
export class Store extends Base {
  path = 1;
  get(key) { const local = 1; function inner() {} return local; }
  handler = () => 1;
}
export const arrow = (x) => x;
module.exports.made = function () {};
function free(a) { return a; }
""",
    "typescript": """/** Holds. */
export interface Store<T> { path: string; get(key: string): T }
export type Name = string | number;
export enum Colour { Red, Green = 'g' }
namespace Space { export function deep() {} }
export abstract class Kept {
  private readonly path: string = '';
  async get(key: string): Promise<void> { const local = 1; }
}
export const LIMIT: number = 10;
""",
    "rust": """//! What the crate is about.

/// Holds.
#[derive(Debug)]
pub struct Store<T> { pub path: String, size: usize }
pub enum Colour { Red, Green(i32) }
pub const MAX: usize = 10;
impl<T> Store<T> {
    /// Gets.
    pub fn get(&self, key: &str) -> i32 { let local = 1; fn inner() {} local }
}
trait Shape { fn area(&self) -> f64; }
macro_rules! shout { () => {} }
pub fn free(a: i32) -> i32 { a }
""",
    "java": """package a.b;
/** Holds. */
public class Store extends Base {
    private final String path;
    public static final int MAX = 3;
    public Store(String path) { this.path = path; }
    @Override
    public int get(String key) { int local = 1; return local; }
    enum Inner { A, B }
}
interface Shape { double area(); }
""",
    "c": """#include <stdio.h>
#define LIMIT 10
#define SQUARE(x) ((x)*(x))
/* Holds. */
struct store { char *path; int size; };
typedef struct { int x; } point_t;
typedef int (*handler)(int a);
enum colour { RED, GREEN = 2 };
static int top = 1, *pointer;
/* Gets. */
static int *
get(struct store *s, const char *key)
{
    int local = 1;
    return 0;
}
int declared(int a);
#ifdef X
int conditional(void) { return 1; }
#endif
""",
    "cpp": """namespace a::b {
/// Holds.
template <typename T>
class Store final : public Base {
public:
    explicit Store(std::string path);
    int get(const std::string& key) const { int local = 1; return local; }
private:
    std::string path_;
};
template <typename T> int Store<T>::out(int x) { return x; }
using Name = std::string;
constexpr int LIMIT = 10;
}
""",
    "csharp": """namespace A.B {
    /// <summary>Holds.</summary>
    public class Store : Base {
        private string path;
        public int Size { get; set; }
        public const int Max = 3;
        public Store(string path) { }
        public int Get(string key) { int local = 1; return local; }
    }
    enum Colour { Red, Green }
}
""",
    "ruby": """# About.
module Space
  # Holds.
  class Store < Base
    MAX = 3
    attr_reader :path, :size
    # Gets.
    def get(key); local = 1; end
    def self.make(x)
    end
  end
end
def free(a)
end
""",
    "php": """<?php
/** Holds. */
abstract class Store extends Base {
    const MAX = 3;
    private string $path;
    public function get(string $key): int { $local = 1; return 1; }
}
interface Shape { function area(); }
define('TOP', 1);
function free(int $a): int { return $a; }
""",
    "kotlin": """package a.b

/** Holds. */
class Store(val path: String) : Base() {
    val items = 1
    companion object {
        const val MAX = 3
    }
    fun get(key: String): Int {
        val local = 1
        return local
    }
}

object Single

fun String.free(a: Int): Int = a
""",
    "swift": """/// Holds.
public class Store: Base {
    let path: String
    init(path: String) { self.path = path }
    func get(_ key: String) -> Int { let local = 1; return local }
}
protocol Shape { func area() -> Double }
let limit = 10
func free(a: Int) -> Int { a }
""",
    "scala": """package a.b

/** Holds. */
class Store(val path: String) extends Base {
  val items = List(1)
  def get(key: String): Int = { val local = 1; local }
}
object Single { def make() = 1 }
trait Shape { def area: Double }
def free(a: Int): Int = a
""",
    "shell": """#!/bin/bash
# Limits.
LIMIT=10
export top=1
# Gets.
get_key() { local x=1; }
function other { echo; }
""",
}

DECLARED = {
    "go": "2 package store|5 const Max|8 const A|9 const B|12 var one|12 var two|15 type Store|21 type Alias|24 method Store.Get|29 func New",
    "python": "1 package it|2 const LIMIT|3 var one|3 var two|7 var fast|10 type Store|17 method Store.get|25 func free",
    "javascript": "1 const LIMIT|2 var top|4 type Store|6 method Store.get|7 method Store.handler|9 func arrow|10 func made|11 func free",
    "typescript": "2 type Store|2 method Store.get|3 type Name|4 type Colour|5 func Space.deep|6 type Kept|8 method Kept.get|10 const LIMIT",
    "rust": "1 package it|5 type Store|6 type Colour|7 const MAX|10 method Store.get|12 type Shape|12 method Shape.area|13 func shout|14 func free",
    "java": "3 type Store|5 const Store.MAX|6 method Store.Store|8 method Store.get|9 type Store.Inner|11 type Shape|11 method Shape.area",
    "c": "2 const LIMIT|3 func SQUARE|5 type store|6 type point_t|7 type handler|8 type colour|9 var top|9 var pointer|12 func get"
    "|17 func declared|19 func conditional",
    "cpp": "4 type a.b.Store|6 method a.b.Store.Store|7 method a.b.Store.get|11 method a.b.Store.out|12 type a.b.Name|13 var a.b.LIMIT",
    "csharp": "3 type A.B.Store|6 const A.B.Store.Max|7 method A.B.Store.Store|8 method A.B.Store.Get|10 type A.B.Colour",
    "ruby": "2 type Space|4 type Space.Store|5 const Space.Store.MAX|8 method Space.Store.get|9 method Space.Store.make|13 func free",
    "php": "3 type Store|4 const Store.MAX|6 method Store.get|8 type Shape|8 method Shape.area|9 const TOP|10 func free",
    "kotlin": "4 type Store|7 const Store.MAX|9 method Store.get|15 type Single|17 func free",
    "swift": "2 type Store|4 method Store.init|5 method Store.get|7 type Shape|7 method Shape.area|8 var limit|9 func free",
    "scala": "4 type Store|6 method Store.get|8 type Single|8 method Single.make|9 type Shape|9 method Shape.area|10 func free",
    "shell": "3 const LIMIT|4 var top|6 func get_key|7 func other",
}


def of(language: str) -> Grammar:
    found = grammar(language)
    assert found is not None
    return found


def read(language: str, text: str) -> list[Symbol]:
    return symbols_in(text, of(language), "it", 20.0)


def one(symbols: list[Symbol], qualified: str) -> Symbol:
    return next(symbol for symbol in symbols if symbol.qualified == qualified)


def test_every_language_has_its_source() -> None:
    """The table below leaves no language out."""
    assert list(SOURCES) == list(DECLARED) == list(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_declared(language: str) -> None:
    """Each declaration is a unit with its line; locals, and functions within functions, are none (S-19)."""
    found = [f"{symbol.line} {symbol.kind.value} {symbol.qualified}" for symbol in read(language, SOURCES[language])]
    assert found == DECLARED[language].split("|")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_names_stand(language: str) -> None:
    """A symbol's offsets are those of its name, in code points, whatever stands before it."""
    text = SOURCES[language]
    sign = "#" if language in ("python", "ruby", "shell") else "//"
    shifted = text.replace("<?php", "<?php // été 漢字") if language == "php" else f"{sign} été 漢字 😀\n\n{text}"
    for symbol in read(language, shifted):
        if symbol.stop:
            assert shifted[symbol.start : symbol.stop].rpartition("::")[2] == symbol.name


@pytest.mark.parametrize(
    ("language", "qualified", "signature"),
    [
        ("go", "Store", "type Store struct { Path string; size int; Embedded }"),
        ("go", "Store.Get", "func (s *Store) Get(key string) (int, error)"),
        ("go", "B", "const B"),
        ("python", "Store", "class Store(Base) { path: str; size }"),
        ("python", "Store.get", 'def get(self, key: str = "a") -> int'),
        ("python", "free", "async def free(a, *, b=1)"),
        ("javascript", "arrow", "export const arrow = (x)"),
        ("typescript", "Store.get", "get(key: string): T"),
        ("typescript", "Colour", "export enum Colour { Red; Green }"),
        ("rust", "Store", "pub struct Store<T> { pub path: String; size: usize }"),
        ("java", "Store.get", "@Override public int get(String key)"),
        ("java", "Store", "public class Store extends Base { private final String path }"),
        ("c", "get", "static int * get(struct store *s, const char *key)"),
        ("c", "point_t", "typedef struct point_t { int x }"),
        ("cpp", "a.b.Store", "class Store final : public Base { std::string path_ }"),
        ("ruby", "Space.Store", "class Store < Base { path; size }"),
        ("kotlin", "Store", "class Store(val path: String) : Base() { val path: String; val items }"),
    ],
)
def test_signature(language: str, qualified: str, signature: str) -> None:
    """A declaration reads on one line without its body; a type has its fields behind it."""
    assert one(read(language, SOURCES[language]), qualified).signature == signature


@pytest.mark.parametrize(
    ("language", "qualified"),
    [(language, "Store") for language in LANGUAGES if language not in ("c", "cpp", "csharp", "ruby", "shell")]
    + [("c", "store"), ("cpp", "a.b.Store"), ("csharp", "A.B.Store"), ("ruby", "Space.Store")],
)
def test_doc_comment(language: str, qualified: str) -> None:
    """What the comment at a declaration says is its doc, without the comment's marks, decorators between them or not."""
    doc = one(read(language, SOURCES[language]), qualified).doc
    assert doc in ("Holds.", "Store holds.")


def test_a_doc_comment_is_cut() -> None:
    """Its first 200 characters are kept (S-19)."""
    (symbol,) = read("go", f"package p\n\n// {'word ' * 100}\nfunc F() {{}}\n")
    assert symbol.doc == ("word " * 40)[:200]


def test_a_licence_is_no_doc() -> None:
    """A file is not about its licence: the comment below it is what is said of the file."""
    text = "/* Copyright 2026 Somebody. All rights reserved. */\n\n/* Reads tides. */\n\nint x;\n"
    assert [(symbol.kind.value, symbol.doc) for symbol in read("c", text)] == [("package", "Reads tides."), ("var", "")]


def test_a_value_that_is_a_string_is_no_word() -> None:
    """What a constant holds as a string is not what it is called."""
    assert one(read("python", 'GREETING = "hello there"\n'), "GREETING").signature == 'GREETING = "…"'


def test_prototypes_beside_their_function() -> None:
    """A prototype counts where its function is elsewhere."""
    found = read("c", "int here(int);\nint there(int);\nint here(int a) { return a; }\n")
    assert [(symbol.name, symbol.line, symbol.is_whole) for symbol in found] == [("there", 2, False), ("here", 3, True)]


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("python", "def ok(): pass\ndef broken(:\n   ][ (\nclass Fine:\n    def inside(self): pass\n", {"ok", "Fine", "inside"}),
        ("go", "package p\nfunc ok() {}\nfunc broken( {\nfunc fine() {}\n", {"ok", "fine"}),
        ("javascript", "function ok() {}\nclass { ] (\nfunction fine() {}\n", {"ok"}),
    ],
)
def test_a_broken_file_yields_what_can_be_read(language: str, text: str, names: set[str]) -> None:
    """What stands beside an error is found all the same."""
    assert names <= {symbol.name for symbol in read(language, text)}


def test_one_unknown_construct_does_not_cost_the_file() -> None:
    """Where the grammar gives up on the whole, the declarations are read one by one, each in what holds it."""
    methods = "\n\n".join(f"    fun method{number}(): Int {{\n        return {number}\n    }}" for number in range(30))
    text = f"class Kept {{\n{methods}\n\n    fun odd(): Int = when (x) {{ is Int -> {{ ]]] }} }}\n}}\n\nclass Last {{\n    fun end() {{}}\n}}\n"
    found = {symbol.qualified for symbol in read("kotlin", text)}
    assert {f"Kept.method{number}" for number in range(30)} | {"Last", "Last.end"} <= found


@pytest.mark.parametrize(
    ("language", "ref", "text", "name"),
    [
        ("c", "a.h", "class Store {\npublic:\n};\n", "cpp"),
        ("c", "a.h", "/* using the class\n   of it */\nstruct s;\n", "c"),
        ("typescript", "a.tsx", "", "tsx"),
        ("shell", "a.fish", "", None),
        ("go", "a.go", "", "go"),
    ],
)
def test_which_grammar(language: str, ref: str, text: str, name: str | None) -> None:
    """A header may be C++'s, and a file's ending may ask for another grammar than its language's."""
    assert grammar_name(language, ref, text) == name


HOSTILE: dict[str, Callable[[], str]] = {
    "brackets": lambda: "([{" * 333_000,
    "nested blocks": lambda: "{" * 100_000 + "}" * 100_000,
    "nested calls": lambda: "x = " + "f(" * 100_000 + ")" * 100_000,
    "quotes": lambda: "\"\"\"'''`${" * 20_000,
    "one long line": lambda: ";".join(f"function a{number}(b){{return b}}" for number in range(20_000)),
    "no end": lambda: "class A { " * 50_000,
    "NUL": lambda: "def f\0(): pass\n" * 1_000,
}


@pytest.mark.parametrize("language", ["c", "python", "typescript", "kotlin", "ruby"])
@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_ends(language: str, text: str) -> None:
    """Whatever a file holds, its reading ends in the time that it is given, or soon after."""
    began = time.monotonic()
    with contextlib.suppress(OutOfTime):
        symbols_in(HOSTILE[text](), of(language), "it", 3.0)
    assert time.monotonic() - began < 30


@given(st.sampled_from(list(LANGUAGES)), st.randoms(use_true_random=False))
@examples(max_examples=150)
def test_any_mutation_of_a_source_is_read(language: str, chance: random.Random) -> None:
    """Pieces cut out, doubled and mixed up: no error, and every name stands where it is said to."""
    text = SOURCES[language]
    for _ in range(chance.randrange(1, 6)):
        start, stop = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        other = SOURCES[chance.choice(list(LANGUAGES))]
        put = chance.choice(["", text[start:stop] * 2, other[: stop - start], "\n", "}", "(", "é漢"])
        text = text[:start] + put + text[stop:]
    for symbol in read(language, text):
        assert 0 <= symbol.start <= symbol.stop <= len(text)
        assert 1 <= symbol.line <= text.count("\n") + 1
        assert "\n" not in symbol.signature + symbol.doc + symbol.name


def test_a_function_with_an_error_keeps_its_locals() -> None:
    """What a function does stays its own affair although its grammar stumbles over it."""
    text = "int whole(int a)\n{\n    int local = 1;\n    ODD MACRO ] here\n\n    int other = 2;\n    return a;\n}\n"
    assert [symbol.name for symbol in read("c", text)] == ["whole"]
