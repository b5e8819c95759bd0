"""How does a person let an agent tell Sleuth of its turns, and take that back?

What would change is shown, as a diff, and asked about; nothing is written before that.
"""

import sys

from sleuth.cli.run import DONE, NOTHING_FOUND, REFUSED, Session, agrees
from sleuth.cli.streams import complain
from sleuth.cli.terminal import show_diff
from sleuth.domain.errors import NotConfirmed
from sleuth.engine import to_json
from sleuth.engine.hooks import changes
from sleuth.engine.hooks.agents import AGENTS
from sleuth.engine.hooks.changes import Change, State
from sleuth.engine.plain import plain

_STATES = {
    State.INSTALLED: "installed",
    State.NOT_INSTALLED: "not installed",
    State.OTHER: "installed for another place or version; install it again",
    State.NOT_FOUND: "agent not found",
    State.UNREADABLE: "cannot be told",
}


def install(session: Session, name: str, is_agreed: bool) -> int:
    """Let the agent call the Sleuth that runs."""
    return _made(session, changes.install(changes.agent_named(name)), is_agreed, "installed", "installed already")


def uninstall(session: Session, name: str, is_agreed: bool) -> int:
    """Let the agent call no Sleuth."""
    return _made(session, changes.uninstall(changes.agent_named(name)), is_agreed, "uninstalled", "not installed")


def status(session: Session, name: str | None) -> int:
    """How it stands with one agent, or with each; of one that has no hooks, 1."""
    standings = [changes.look(agent) for agent in ([changes.agent_named(name)] if name else AGENTS)]
    if session.as_json:
        print(to_json.hooks(standings))
    else:
        width = max(len(one.agent.name) for one in standings)
        for one in standings:
            detail = f": {plain(one.detail)}" if one.detail else ""
            print(f"{one.agent.name:{width}}  {_STATES[one.state]}{detail}")
    return DONE if name is None or standings[0].state is State.INSTALLED else NOTHING_FOUND


def _made(session: Session, change: Change, is_agreed: bool, done: str, nothing: str) -> int:
    """Show it, ask, write it."""
    if change.is_needed:
        if not session.as_json:
            show_diff(change.diff())
        if not is_agreed and not _is_confirmed(session, change):
            complain("nothing was changed; --yes changes it without asking")
            return REFUSED
        changes.apply(change)
    if session.as_json:
        print(to_json.hooks_change(change))
    else:
        complain(f"{change.agent.title}: {done if change.is_needed else nothing}")
        if change.is_needed and change.after is not None and done == "installed" and change.agent.advice:
            complain(change.agent.advice)
    return DONE


def _is_confirmed(session: Session, change: Change) -> bool:
    if session.as_json or not sys.stdin.isatty():
        raise NotConfirmed(f"nobody can be asked here whether to change {change.path}; --yes changes it without asking")
    return agrees("Apply? [y/N] ")
