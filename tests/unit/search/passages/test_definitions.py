"""Does a line define what it names?"""

import pytest

from sleuth.search.passages.definitions import definitions


@pytest.mark.parametrize(
    ("line", "ref", "defines"),
    [
        ("def store(self):", "a.py", True),
        ("    async def store(self):", "a.py", True),
        ("class store:", "a.py", True),
        ("func store() error {", "a.go", True),
        ("func (s *Server) store() error {", "a.go", True),
        ("type store struct {", "a.go", True),
        ("pub fn store(&self) {", "a.rs", True),
        ("pub(crate) async fn store() {", "a.rs", True),
        ("export default function store() {", "a.js", True),
        ("const store = () => {", "a.ts", True),
        ("interface store {", "a.ts", True),
        ("    public static final class store {", "A.java", True),
        ("def self.store", "a.rb", True),
        ("macro_rules! store {", "a.rs", True),
        ("static int store(struct x *p)", "a.c", True),
        ("std::string Reader::store(int a) {", "a.cpp", True),
        ("    store(x)", "a.py", False),
        ("    x = store(y)", "a.py", False),
        ("return store(x);", "a.py", False),
        ("    int y = store(x);", "a.c", False),
        ("# def of store", "a.py", False),
        ("the function store is", "a.md", False),
        ("store", "a.py", False),
        ("if (store(x)) {", "a.c", False),
        ("static int store(struct x *p)", "a.py", False),
        ("x" * 130 + " def store", "a.py", False),
    ],
)
def test_is_definition(line: str, ref: str, defines: bool) -> None:
    """The words before a name tell a definition from a use; in C-like languages what follows does too."""
    text = f"before\n{line}\nafter\n"
    start = text.index("store")
    assert definitions(text, [(start, start + len("store"), 1.0)], ref) == [defines]


def test_letters_inside_a_word_define_nothing() -> None:
    """Where only letters of another word match nothing is defined."""
    assert definitions("def restore():", [(6, 11, 0.3)], "a.py") == [False]
