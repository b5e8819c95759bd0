"""How do a search's filters select commits, branches, tags and worktrees?"""

import re
from collections.abc import Callable

import apsw
import numpy as np

from sleuth.domain.folding import fold
from sleuth.domain.history import NamedRef
from sleuth.domain.items import Kind, Source
from sleuth.domain.queries import Filter
from sleuth.index.filters import any_of, escaped, path_clause
from sleuth.index.snapshot import Flags, Ids

_HASH = re.compile(r"[0-9a-f]{4,64}")
Commits = dict[str, Ids]


def is_hash(text: str) -> bool:
    """Whether it may be a commit's, or the start of one."""
    return _HASH.fullmatch(text) is not None


def commits_passing(connection: apsw.Connection, one: Filter, commits: Commits) -> Flags:
    """For each commit, whether a filter lets it through, whatever its sign."""
    select = _SELECT.get(one.key)
    if select is not None:
        return np.isin(commits["ids"], select(connection, one), assume_unique=True)
    if one.key == "since":
        return commits["at_ns"] >= (one.moment_ns or 0)
    if one.key == "before":
        return commits["at_ns"] < (one.moment_ns or 0)
    return np.full(len(commits["ids"]), _is_so(one, Kind.COMMIT))


def passes(ref: NamedRef, one: Filter) -> bool:
    """Whether a filter lets a branch, a tag or a worktree through, whatever its sign."""
    if one.key in ("since", "before"):
        is_since = ref.at_s * 1_000_000_000 >= (one.moment_ns or 0)
        return is_since if one.key == "since" else not is_since
    if one.key == "worktree":
        return any(value in folder.lower() for value in one.values for folder in ref.folders)
    return _is_so(one, ref.kind)


def _is_so(one: Filter, kind: Kind) -> bool:
    """What is the same for all of a kind: they have no language, are not hidden and no part of a chat."""
    if one.key == "source":
        return Source.GIT.value in one.values
    return one.key == "kind" and kind.value in one.values


def _by_author(connection: apsw.Connection, one: Filter) -> Ids:
    """Of everybody whose name or address has this in it."""
    wanted = [fold(value) for value in one.values]
    people = connection.execute("SELECT id, name FROM person")
    ids = [id_ for id_, name in people if any(value in fold(str(name)) for value in wanted)]
    listed = ", ".join(map(str, ids))
    return _ids(connection, f"SELECT id AS found FROM revision WHERE author IN ({listed})", [])


def _by_path(connection: apsw.Connection, one: Filter) -> Ids:
    """Commits that changed something whose path has this in it, or is as a glob says."""
    return _touching(connection, *path_clause("path", one))


def _by_ext(connection: apsw.Connection, one: Filter) -> Ids:
    sql, values = any_of("path LIKE ? ESCAPE '!'", [f"%.{escaped(value.lstrip('.'))}" for value in one.values])
    return _touching(connection, sql, values)


def _touching(connection: apsw.Connection, where: str, values: list[object]) -> Ids:
    sql = f"SELECT revision AS found FROM touched WHERE path IN (SELECT id FROM changed_path WHERE NOT blocked AND ({where}))"
    return np.unique(_ids(connection, sql, values))


def touching(connection: apsw.Connection, paths: list[int]) -> Ids:
    """The rows of the commits that changed one of these."""
    listed = ", ".join(map(str, paths))
    return np.unique(_ids(connection, f"SELECT revision AS found FROM touched WHERE path IN ({listed})", []))


def _ids(connection: apsw.Connection, sql: str, values: list[object]) -> Ids:
    # Put together by SQLite and read by numpy they take a third of the time of a Python object each.
    rows = connection.execute(f"SELECT group_concat(found) FROM ({sql})", values)
    return np.fromstring("".join(str(listed or "") for (listed,) in rows), np.int64, sep=",")


_SELECT: dict[str, Callable[[apsw.Connection, Filter], Ids]] = {
    "author": _by_author,
    "path": _by_path,
    "ext": _by_ext,
}
