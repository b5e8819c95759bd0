"""How does a person let an agent tell Sleuth of its turns and search with its tools, and take that back?

What would change is shown, as a diff, and asked about; nothing is written before that.
"""

import sys
from collections.abc import Callable
from functools import partial

from sleuth.cli.run import DONE, FAILED, NOTHING_FOUND, REFUSED, Session, agrees
from sleuth.cli.streams import complain
from sleuth.cli.terminal import show_diff
from sleuth.domain.errors import HooksNotChanged, NotConfirmed
from sleuth.engine import to_json
from sleuth.engine.hooks import changes, servers
from sleuth.engine.hooks.agents import AGENTS
from sleuth.engine.hooks.changes import Change, Standing, State
from sleuth.engine.plain import plain

_STATES = {
    State.INSTALLED: "installed",
    State.NOT_INSTALLED: "not installed",
    State.OTHER: "installed for another place or version; install it again",
    State.NOT_FOUND: "agent not found",
    State.UNREADABLE: "cannot be told",
}


def install(session: Session, name: str, is_agreed: bool) -> int:
    """Let the agent call the Sleuth that runs, and have its tools."""
    agent = changes.agent_named(name)
    hooks = changes.install(agent)
    return _made(session, hooks, partial(servers.register, agent, hooks), is_agreed, "installed", "installed already")


def uninstall(session: Session, name: str, is_agreed: bool) -> int:
    """Let the agent call no Sleuth, and have no tools of any."""
    agent = changes.agent_named(name)
    hooks = changes.uninstall(agent)
    return _made(session, hooks, partial(servers.unregister, agent, hooks), is_agreed, "uninstalled", "not installed")


def status(session: Session, name: str | None) -> int:
    """How it stands with one agent, or with each; of one that has not both, 1."""
    agents = [changes.agent_named(name)] if name else list(AGENTS)
    standings = [(changes.look(agent), servers.look(agent)) for agent in agents]
    if session.as_json:
        print(to_json.hooks([(*both, servers.path_of(both[0].agent)) for both in standings]))
    else:
        width = max(len(agent.name) for agent in agents)
        for hooks, tools in standings:
            print(f"{hooks.agent.name:{width}}  {_told(hooks, tools)}")
    return DONE if name is None or all(one.state is State.INSTALLED for one in standings[0]) else NOTHING_FOUND


def _told(hooks: Standing, tools: Standing) -> str:
    """In one word where it is the same with both."""
    if hooks.state is tools.state and not (hooks.detail or tools.detail):
        return _STATES[hooks.state]
    said = [
        f"{what} {_STATES[one.state]}{f' ({plain(one.detail)})' if one.detail else ''}"
        for what, one in (("turns", hooks), ("tools", tools))
    ]
    return "; ".join(said)


def _made(
    session: Session, hooks: Change, tools_after: Callable[[], Change], is_agreed: bool, done: str, nothing: str
) -> int:
    """Show it, ask, write it; where the tools have to be put in by hand, all but them."""
    left: HooksNotChanged | None = None
    try:
        tools = tools_after()
        planned = [tools] if tools.path == hooks.path else [hooks, tools]
    except HooksNotChanged as fault:
        left, planned = fault, [hooks]
    needed = [change for change in planned if change.is_needed]
    if needed:
        if not session.as_json:
            show_diff([line for change in needed for line in change.diff()])
        if not is_agreed and not _is_confirmed(session, needed):
            complain("nothing was changed; --yes changes it without asking")
            return REFUSED
        for change in needed:
            changes.apply(change)
    if session.as_json:
        print(to_json.hooks_change(planned, left))
    else:
        complain(f"{hooks.agent.title}: {done if needed else nothing}")
        if needed and done == "installed" and hooks.agent.advice:
            complain(hooks.agent.advice)
        if left is not None:
            complain(f"but for its tools: {plain(left.text())}")
    return DONE if left is None else FAILED


def _is_confirmed(session: Session, needed: list[Change]) -> bool:
    if session.as_json or not sys.stdin.isatty():
        paths = " and ".join(str(change.path) for change in needed)
        raise NotConfirmed(f"nobody can be asked here whether to change {paths}; --yes changes it without asking")
    return agrees("Apply? [y/N] ")
