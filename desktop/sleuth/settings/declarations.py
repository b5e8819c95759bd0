"""Which settings are there? Pane, command line, documentation and checks are derived from this list."""

from collections.abc import Callable
from dataclasses import dataclass, field

from sleuth.domain.items import Source
from sleuth.settings.editors import EDITORS, SYSTEM, command_problem

Value = bool | int | str | list[str]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting."""

    key: str
    """Dotted: the table, then the name, as in settings.toml."""
    default: Value
    title: str
    help: str
    narrow: Callable[[Value, Value], Value] | None = None
    """How a folder's own file combines with the user's value; None: it has no say (S-57)."""
    check: Callable[[Value], str | None] = lambda _: None
    """A sentence about what is wrong with a value, or None."""
    unit: str = ""
    """What a number counts."""
    choices: dict[str, str] = field(default_factory=dict)
    """What can be chosen, with its title; of a list, what may stand in it."""
    example: str = ""
    """What an entry of a list may look like."""
    is_personal: bool = False
    """Of the person rather than of a folder: the window saves it in the user's file, not in the workspace's."""

    def problem(self, value: object) -> str | None:
        """What is wrong with a value from a file, or None."""
        kind = type(self.default)
        if isinstance(value, bool) is not isinstance(self.default, bool) or not isinstance(value, kind):
            return f"must be {_KIND_NAMES[kind]}"
        if isinstance(value, list) and not all(isinstance(entry, str) for entry in value):
            return "must be a list of strings"
        return self.check(value)


_KIND_NAMES: dict[type, str] = {bool: "true or false", int: "a whole number", str: "a string", list: "a list of strings"}


def _known_sources(value: Value) -> str | None:
    known = [source.value for source in Source]
    unknown = [name for name in value if name not in known] if isinstance(value, list) else []
    if unknown:
        return f"names {', '.join(unknown)}; known are {', '.join(known)}"
    return None if value else "must name a source"


def _positive(value: Value) -> str | None:
    return None if isinstance(value, int) and value > 0 else "must be above 0"


def _not_negative(value: Value) -> str | None:
    return None if isinstance(value, int) and value >= 0 else "must be 0 or more"


def _valid_rules(value: Value) -> str | None:
    """gitignore's syntax takes almost anything; what it does not take must not stop a scan."""
    if not value or not isinstance(value, list):
        return None
    import pathspec

    for rule in value:
        try:
            pathspec.GitIgnoreSpec.from_lines([rule])
        except ValueError as error:
            return f"has a rule that git would not take: {rule!r} ({error})"
    return None


def _one_of(*names: str) -> Callable[[Value], str | None]:
    return lambda value: None if value in names else f"must be one of {', '.join(names)}"


def _known_editor(value: Value) -> str | None:
    return None if value == SYSTEM or value in EDITORS else command_problem(str(value))


def _both(user: Value, folder: Value) -> Value:
    return bool(user and folder)


def _more(user: Value, folder: Value) -> Value:
    """A folder may block more; its `!` rules, which would allow again, have no say."""
    if not isinstance(user, list) or not isinstance(folder, list):
        return user
    return [*user, *(rule for rule in folder if not rule.startswith("!"))]


def _fewer(user: Value, folder: Value) -> Value:
    kept = [name for name in user if name in folder] if isinstance(user, list) and isinstance(folder, list) else []
    return kept or user


def _smaller(user: Value, folder: Value) -> Value:
    return min(user, folder) if isinstance(user, int) and isinstance(folder, int) else user


THEMES = {"system": "As the system", "light": "Light", "dark": "Dark"}

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "search.enabled", True, "Search this workspace", "Off: no index is kept and searches say so.", narrow=_both
    ),
    Setting(
        "search.sources",
        ["files", "documents"],
        "Sources by default",
        "What a search looks in when it names nothing; left so, the palette looks into chats, notes and terminals, too.",
        narrow=_fewer,
        check=_known_sources,
        choices={source.value: source.value.capitalize() for source in Source},
    ),
    Setting(
        "search.include_ignored",
        False,
        "Include ignored files",
        "Index the files that git ignores too, as hidden ones, without dependency, build and cache folders.",
        narrow=_both,
    ),
    Setting(
        "search.deny",
        [],
        "Blocked paths",
        "Rules as in .gitignore; what they match is never read, indexed or shown.",
        narrow=_more,
        check=_valid_rules,
        example="drafts/, *.bak",
    ),
    Setting(
        "search.max_file_size",
        5_000_000,
        "Largest file",
        "Larger text files are left out.",
        narrow=_smaller,
        check=_positive,
        unit="bytes",
    ),
    Setting(
        "search.max_index_size",
        0,
        "Largest index",
        "0 is no limit. When it is reached, what is not indexed yet is left out and the status says so.",
        check=_not_negative,
        unit="bytes",
    ),
    Setting(
        "search.keep_chats",
        False,
        "Keep chats that agents delete",
        "Some delete theirs after a month. They are kept in Sleuth's own folder until you forget them.",
        narrow=_both,
    ),
    Setting(
        "chats.tool_output",
        False,
        "Tools' output in chats",
        "Index what tools gave back to agents too: much, and mostly copies of what is found elsewhere.",
        narrow=_both,
    ),
    Setting(
        "terminals.folders",
        [],
        "Folders with terminal recordings",
        "Where recordings and logs of terminals lie that are about this workspace, beside those in it.",
        example="~/logs",
    ),
    Setting(
        "ui.theme",
        "system",
        "Theme",
        "Light or dark, or whichever the system is.",
        check=_one_of(*THEMES),
        choices=THEMES,
        is_personal=True,
    ),
    Setting(
        "ui.editor",
        SYSTEM,
        "Open files with",
        "What “Open in the editor” starts. A command of your own has {path} in it, and {line} where it takes one.",
        check=_known_editor,
        choices={SYSTEM: "The first that is found", **{name: title for name, (title, _) in EDITORS.items()}},
        is_personal=True,
    ),
)
