"""What can go wrong, and what do we tell the person?

    SleuthError
    ├── RequestError            what was asked cannot be done as asked (exit 2)
    │   ├── EmptySearch         EMPTY_SEARCH
    │   ├── BadQuery            BAD_QUERY, with the position of the fault
    │   ├── UnknownSource       UNKNOWN_SEARCH_SOURCE
    │   ├── UnknownMode         UNKNOWN_SEARCH_MODE
    │   ├── NoEmbeddings        NO_EMBEDDINGS
    │   ├── SearchDisabled      SEARCH_DISABLED
    │   └── NoWorkspace         NO_WORKSPACE
    ├── EnvironmentFault        the disk, a lock, a damaged file (exit 3)
    │   ├── IndexUnavailable    INDEX_UNAVAILABLE
    │   ├── IndexDamaged        the index must be dropped and rebuilt
    │   ├── IndexFull           the disk or the budget has no room left
    │   ├── FolderUnreadable    the workspace's root could not be listed
    │   ├── SettingsNotSaved    a settings file is not what it should be, or cannot be written
    │   └── ReaderUnavailable   a format's helper process could not be started: the item is tried again
    ├── ItemUnreadable          one item cannot be read: recorded with its reason, never ends a scan
    ├── ItemBinary              one item holds no text
    ├── ItemTooLarge            one item is over the size limit
    └── Cancelled               somebody asked us to stop
"""


class SleuthError(Exception):
    """The root of everything this package raises on purpose."""

    code = "INTERNAL"

    def text(self) -> str:
        """The sentence shown to a person."""
        return str(self)


class RequestError(SleuthError):
    """The request is at fault; the message says what to change."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position
        """Offset into the typed query, in code points, where it is known."""


class EmptySearch(RequestError):
    code = "EMPTY_SEARCH"


class BadQuery(RequestError):
    code = "BAD_QUERY"


class UnknownSource(RequestError):
    code = "UNKNOWN_SEARCH_SOURCE"


class UnknownMode(RequestError):
    code = "UNKNOWN_SEARCH_MODE"


class NoEmbeddings(RequestError):
    code = "NO_EMBEDDINGS"


class SearchDisabled(RequestError):
    code = "SEARCH_DISABLED"


class NoWorkspace(RequestError):
    code = "NO_WORKSPACE"


class EnvironmentFault(SleuthError):
    """The surroundings are at fault: shown plainly, with a way out."""


class SettingsNotSaved(EnvironmentFault):
    """A settings file is not what it should be, or cannot be written; it is as it was."""


class IndexUnavailable(EnvironmentFault):
    code = "INDEX_UNAVAILABLE"


class IndexDamaged(EnvironmentFault):
    """The index file is not what we wrote; its owner drops and rebuilds it."""

    code = "INDEX_UNAVAILABLE"


class IndexFull(EnvironmentFault):
    """No room: the disk is full, or `search.max_index_size` is reached."""

    code = "INDEX_UNAVAILABLE"


class FolderUnreadable(EnvironmentFault):
    """A root that cannot be listed is not an empty one (S-55)."""

    code = "INDEX_UNAVAILABLE"


class ReaderUnavailable(EnvironmentFault):
    """What reads a format could not be started; the item itself is not at fault."""


class ItemUnreadable(SleuthError):
    """One item cannot be read; the message is the reason kept with it (S-33)."""


class ItemBinary(SleuthError):
    """One item holds no text; the message says how that was seen."""


class ItemTooLarge(SleuthError):
    """One item is over the limit of its kind; the message gives both sizes."""


class Cancelled(SleuthError):
    """The work was stopped on purpose; nothing half done is kept."""
