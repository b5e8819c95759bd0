"""Are summaries that were brought up to a few changes those that would be made anew?"""

import os
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.index.storing import new_item

from sleuth.domain.chats import Message, Role, Session
from sleuth.domain.items import Found, Kind, Source, State
from sleuth.index import summary
from sleuth.index.amending import MOST_CHANGES
from sleuth.index.encoding import unpack
from sleuth.index.store import Store

NAMES = ["a.txt", "b/c.py", "B", "é.md", "漢字", "z\nz", "t.csv", os.fsdecode(b"\xff.txt"), os.fsdecode(b"b/\xe9"), "b", "b/"]
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from(NAMES), st.sampled_from(["one", "two two", None])),
        st.tuples(st.just("drop"), st.sampled_from(NAMES), st.none()),
        st.tuples(st.just("hide"), st.sampled_from(NAMES), st.none()),
        st.tuples(st.just("leave out"), st.sampled_from(NAMES), st.sampled_from([State.BINARY, State.UNREADABLE])),
        st.tuples(st.just("say"), st.sampled_from("pq"), st.sampled_from(["hello", "there"])),
        st.tuples(st.just("forget"), st.sampled_from("pq"), st.none()),
    ),
    max_size=6,
)


def change(store: Store, what: str, name: str, value: object) -> None:
    known = store.known((Source.FILES,)).get(name)
    if what == "put":
        kind = Kind.TABLE if name.endswith("csv") else Kind.TEXT
        store.put(new_item(name, value, State.INDEXED if value else State.EMPTY, kind=kind), known)  # type: ignore[arg-type]
    elif what == "leave out":
        store.put(new_item(name, None, value), known)  # type: ignore[arg-type]
    elif what == "drop" and known:
        store.drop([known])
    elif what == "hide" and known:
        store.hide(known, not known.hidden)
    elif what == "say":
        say(store, name, str(value))
    elif what == "forget":
        store.talk.keep_only_sessions(store.talk.place("agent", "place", "place"), {"p", "q"} - {name})


def say(store: Store, session: str, text: str) -> None:
    talk = store.talk
    chat = talk.begin(talk.place("agent", "place", "place"), Session(session, "/w", title=f"About {session}"))
    talk.say(chat, Message(f"{session}{text}", Role.USER, text), b"\0\0\0\0")
    talk.end_batch()
    for held in talk.unsettled():
        for due in talk.due(held, list(held.messages)):
            item = new_item(f"agent/{held.session.id}/{due.message.key}", None, source=Source.CHATS, kind=Kind.CHAT)
            store.put_message(due, item, text, "", "")
        talk.settled(held, f"About {session}", f"About {session}")


def agrees(store: Store) -> None:
    """What is kept is what would be made of the tables."""
    connection = store._connection
    for name, value in connection.execute("SELECT name, value FROM summary").fetchall():
        assert unpack(value) == summary.make_summary(connection, str(name)), name  # type: ignore[arg-type]


@given(st.lists(CHANGES, max_size=5))
def test_amended_as_made_anew(batches: list[list[tuple[str, str, object]]]) -> None:
    """Whatever comes, goes or changes, in whatever order."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "index.db")
        with store.batch():
            store.summarise()
        for batch in batches:
            with store.batch():
                for one in batch:
                    change(store, *one)
            with store.batch():
                store.summarise()
            agrees(store)
        store.close()


def test_many_changes(tmp_path: Path) -> None:
    """More than is worth amending is made anew."""
    store = Store(tmp_path / "index.db")
    for count in (3, MOST_CHANGES + 5, 2):
        with store.batch():
            known = store.known((Source.FILES,))
            for number in range(count):
                store.put(new_item(f"{number}.txt", f"{number} {count}"), known.get(f"{number}.txt"))
        with store.batch():
            store.summarise()
        agrees(store)
    store.close()


def test_found_again(tmp_path: Path) -> None:
    """An item that was only looked at again keeps its place."""
    store = Store(tmp_path / "index.db")
    with store.batch():
        store.put(new_item("a", "one"), None)
        store.put(new_item("b", "two"), None)
        store.summarise()
    with store.batch():
        known = store.known((Source.FILES,))["a"]
        store.touch(known, Found("a", known.stamp, hidden=True), 9_000)
        store.summarise()
    agrees(store)
    store.close()
