"""What can go wrong, and what do we tell the person?

    SleuthError
    ├── RequestError            what was asked cannot be done as asked (exit 2)
    │   ├── EmptySearch         EMPTY_SEARCH
    │   ├── BadQuery            BAD_QUERY, with the position of the fault
    │   ├── UnknownSource       UNKNOWN_SEARCH_SOURCE
    │   ├── UnknownMode         UNKNOWN_SEARCH_MODE
    │   ├── NoEmbeddings        NO_EMBEDDINGS
    │   ├── SearchDisabled      SEARCH_DISABLED
    │   ├── BadLink             what leads nowhere
    │   ├── EmptyNote           EMPTY_NOTE
    │   ├── NoSuchNote          NO_SUCH_NOTE
    │   ├── NoteChanged         NOTE_CHANGED: somebody else has changed it meanwhile
    │   ├── UnknownAgent        UNKNOWN_AGENT
    │   ├── NotConfirmed        NOT_CONFIRMED
    │   ├── CannotRecord        what cannot be recorded here
    │   ├── BadCall             BAD_CALL: an agent's tool was called with what it does not take
    │   ├── BudgetTooSmall      BUDGET_TOO_SMALL
    │   ├── NoSuchItem          NO_SUCH_ITEM
    │   └── NoWorkspace         NO_WORKSPACE
    ├── EnvironmentFault        the disk, a lock, a damaged file (exit 3)
    │   ├── IndexUnavailable    INDEX_UNAVAILABLE
    │   ├── IndexDamaged        the index must be dropped and rebuilt
    │   ├── IndexFull           the disk or the budget has no room left
    │   ├── FolderUnreadable    the workspace's root could not be listed
    │   ├── NoHome              the folder where everything is kept cannot be had
    │   ├── SettingsNotSaved    a settings file is not what it should be, or cannot be written
    │   ├── HooksNotChanged     HOOKS_NOT_CHANGED
    │   ├── NoteNotKept         a note cannot be written or deleted; it is as it was
    │   ├── RecordingNotKept    the file of a recording cannot be made
    │   ├── TookTooLong         TOOK_TOO_LONG
    │   └── ReaderUnavailable   a format's helper process could not be started: the item is tried again
    ├── ItemUnreadable          one item cannot be read: recorded with its reason, never ends a scan
    │   └── ReaderKilled        its reader was ended from outside: it is tried once more
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


class BadLink(RequestError):
    """What should be a `sleuth://` link, and is none."""


class EmptyNote(RequestError):
    code = "EMPTY_NOTE"


class NoSuchNote(RequestError):
    code = "NO_SUCH_NOTE"


class NoteChanged(RequestError):
    """The note does not say any more what it was believed to say; nothing is written over it."""

    code = "NOTE_CHANGED"


class UnknownAgent(RequestError):
    """No agent of that name, or not on this machine."""

    code = "UNKNOWN_AGENT"


class NotConfirmed(RequestError):
    """Nobody was there to be asked."""

    code = "NOT_CONFIRMED"


class CannotRecord(RequestError):
    """No recording is possible here: not on this system, without a terminal, or within another one."""


class BadCall(RequestError):
    """No such tool, or not these arguments."""

    code = "BAD_CALL"


class BudgetTooSmall(RequestError):
    """What is asked for does not fit into what the answer may take."""

    code = "BUDGET_TOO_SMALL"


class NoSuchItem(RequestError):
    """A reference leads to nothing that may be shown."""

    code = "NO_SUCH_ITEM"


class NoWorkspace(RequestError):
    code = "NO_WORKSPACE"


class EnvironmentFault(SleuthError):
    """The surroundings are at fault: shown plainly, with a way out."""


class NoHome(EnvironmentFault):
    """The folder where everything is kept cannot be made, or is none."""


class SettingsNotSaved(EnvironmentFault):
    """A settings file is not what it should be, or cannot be written; it is as it was."""


class HooksNotChanged(EnvironmentFault):
    """An agent's configuration is not understood, or cannot be written; it is as it was."""

    code = "HOOKS_NOT_CHANGED"

    def __init__(self, message: str, by_hand: str = "") -> None:
        super().__init__(message)
        self.by_hand = by_hand
        """What the person can do instead, where that is known."""

    def text(self) -> str:
        return f"{self}; {self.by_hand}" if self.by_hand else str(self)


class NoteNotKept(EnvironmentFault):
    """There is no room for a note, or no way to write or delete it; what was there is as it was."""

    code = "NOTE_NOT_KEPT"


class RecordingNotKept(EnvironmentFault):
    """There is no room for a recording, or no way to write it; nothing was run."""


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


class TookTooLong(EnvironmentFault):
    """An agent would have stopped waiting for the answer."""

    code = "TOOK_TOO_LONG"


class ReaderUnavailable(EnvironmentFault):
    """What reads a format could not be started; the item itself is not at fault."""


class ItemUnreadable(SleuthError):
    """One item cannot be read; the message is the reason kept with it (S-33)."""


class ReaderKilled(ItemUnreadable):
    """Somebody ended the process that read the item: the system when memory was short, say. It may be read next time."""


class ItemBinary(SleuthError):
    """One item holds no text; the message says how that was seen."""


class ItemTooLarge(SleuthError):
    """One item is over the limit of its kind; the message gives both sizes."""


class Cancelled(SleuthError):
    """The work was stopped on purpose; nothing half done is kept."""
