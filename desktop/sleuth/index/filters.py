"""How do a search's filters select items in SQL?"""

from collections.abc import Callable

from sleuth.domain.queries import Filter, ItemFilter

Clause = tuple[str, list[object]]


def where(allowed: ItemFilter) -> Clause:
    """The condition and its values."""
    sources = [source.value for source in allowed.sources]
    clauses: list[Clause] = [
        ("state IN ('indexed', 'empty')", []),
        (f"source IN ({', '.join('?' * len(sources))})", list(sources)),
    ]
    if not allowed.hidden:
        clauses.append(("hidden = 0", []))
    for one in allowed.filters:
        sql, values = _CLAUSES[one.key](one)
        clauses.append((f"NOT ({sql})" if one.negated else f"({sql})", values))
    return " AND ".join(sql for sql, _ in clauses), [value for _, values in clauses for value in values]


def _any(sql: str, values: list[object]) -> Clause:
    return " OR ".join([sql] * len(values)), values


def _ext(one: Filter) -> Clause:
    return _any("ref LIKE ? ESCAPE '!'", [f"%.{_escaped(value.lstrip('.'))}" for value in one.values])


def _path(one: Filter) -> Clause:
    """Part of the path, or a glob where the value has a `*`, `?` or `[`."""
    sql, values = [], []
    for value in one.values:
        if any(sign in value for sign in "*?["):
            sql.append("lower(ref) GLOB ?")
            values.append(f"*{value.lower().strip('*')}*" if "/" not in value else value.lower())
        else:
            sql.append("ref LIKE ? ESCAPE '!'")
            values.append(f"%{_escaped(value)}%")
    return " OR ".join(sql), list[object](values)


def _escaped(value: str) -> str:
    return value.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _nothing(_: Filter) -> Clause:
    """Files have no author, session or worktree of their own."""
    return "0", []


_CLAUSES: dict[str, Callable[[Filter], Clause]] = {
    "source": lambda one: _any("source = ?", list(one.values)),
    "kind": lambda one: _any("kind = ?", list(one.values)),
    "lang": lambda one: _any("language = ?", [value.lower() for value in one.values]),
    "ext": _ext,
    "path": _path,
    "since": lambda one: ("mtime_ns >= ?", [one.moment_ns]),
    "before": lambda one: ("mtime_ns < ?", [one.moment_ns]),
    "is": lambda _: ("hidden = 1", []),
    "author": _nothing,
    "session": _nothing,
    "worktree": _nothing,
}
