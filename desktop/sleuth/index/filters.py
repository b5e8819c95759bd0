"""How do a search's filters select items in SQL?"""

import unicodedata
from collections.abc import Callable, Sequence

from sleuth.domain.queries import Filter

# LIKE and GLOB do not look into a BLOB, as which names that are not UTF-8 are kept.
_REF = "CAST(ref AS TEXT)"
Clause = tuple[str, list[object]]


def where(filters: Sequence[Filter]) -> Clause:
    """The condition and its values."""
    clauses: list[Clause] = []
    for one in filters:
        sql, values = _CLAUSES[one.key](one)
        clauses.append((f"NOT ({sql})" if one.negated else f"({sql})", values))
    return " AND ".join(sql for sql, _ in clauses), [value for _, values in clauses for value in values]


def any_of(sql: str, values: list[object]) -> Clause:
    """One of the values will do."""
    return " OR ".join([sql] * len(values)), values


def _ext(one: Filter) -> Clause:
    return any_of(f"{_REF} LIKE ? ESCAPE '!'", [f"%.{escaped(value.lstrip('.'))}" for value in one.values])


def path_clause(column: str, one: Filter) -> Clause:
    """Part of the path, or a glob where the value has a `*`, `?` or `[`."""
    sql, values = [], []
    for value in {unicodedata.normalize(form, value) for value in one.values for form in ("NFC", "NFD")}:
        if any(sign in value for sign in "*?["):
            sql.append(f"lower({column}) GLOB ?")
            values.append(f"*{value.lower().strip('*')}*" if "/" not in value else value.lower())
        else:
            sql.append(f"{column} LIKE ? ESCAPE '!'")
            values.append(f"%{escaped(value)}%")
    return " OR ".join(sql), list[object](values)


def escaped(value: str) -> str:
    """For LIKE, with `!` before what means something to it."""
    return value.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _session(one: Filter) -> Clause:
    """A chat, by the start of its session's id."""
    sql = "chat IN (SELECT id FROM chat WHERE session LIKE ? ESCAPE '!')"
    return any_of(sql, [f"{escaped(value)}%" for value in one.values])


def _author(one: Filter) -> Clause:
    """Who said a message: `user`, `assistant`, `tool`, or the agent, such as `claude-code`."""
    sql = (
        "item.id IN (SELECT item FROM message JOIN chat ON chat.id = message.chat JOIN place ON place.id = chat.place"
        " WHERE ? IN (role, agent))"
    )
    return any_of(sql, [value.lower() for value in one.values])


def _worktree(one: Filter) -> Clause:
    """Chats held in a worktree, by a part of its path."""
    sql = "chat IN (SELECT id FROM chat WHERE json_extract(about, '$.folder') LIKE ? ESCAPE '!')"
    return any_of(sql, [f"%{escaped(value)}%" for value in one.values])


_CLAUSES: dict[str, Callable[[Filter], Clause]] = {
    "source": lambda one: any_of("source = ?", list(one.values)),
    "kind": lambda one: any_of("kind = ?", list(one.values)),
    "lang": lambda one: any_of("coalesce(language, '') = ?", [value.lower() for value in one.values]),
    "ext": _ext,
    "path": lambda one: path_clause(_REF, one),
    "since": lambda one: ("mtime_ns >= ?", [one.moment_ns]),
    "before": lambda one: ("mtime_ns < ?", [one.moment_ns]),
    "is": lambda _: ("hidden = 1", []),
    "author": _author,
    "session": _session,
    "worktree": _worktree,
}
