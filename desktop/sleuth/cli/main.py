"""Which commands are there, and how are they called?

Exit status: 0 hits (or done), 1 no hits, 2 usage error or refused request, 3 the engine failed, 130 Ctrl+C.
"""

import os
import re
import sys
from collections.abc import Callable
from functools import wraps
from itertools import pairwise
from typing import Any

import click

from sleuth import __version__
from sleuth.cli import streams

_WORKSPACE_HELP = "The folder to search; by default the repository or known workspace around you, else this folder."


class _Root(click.Group):
    """A group that answers a wrong name with the nearest right one."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), 1)
            if not near or near[0] in error.message:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from error


class _Search(click.Command):
    """A command whose words may start with a dash: `sea -water` leaves out what has water."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        takes_value = {
            name
            for option in self.get_params(ctx)
            if isinstance(option, click.Option) and not (option.is_flag or option.is_eager)
            for name in option.opts
        }
        words = [word if before in takes_value else _guarded(word) for before, word in pairwise(["", *args])]
        try:
            return super().parse_args(ctx, words)
        except click.NoSuchOption as error:
            near = f" Did you mean {error.possibilities[0]}?" if error.possibilities else ""
            message = (
                f"No such option: {_shortened(error.option_name)}.{near}"
                " A query that starts with two dashes goes after --, as in: sleuth search -- --flag"
            )
            raise click.UsageError(message, ctx) from error


# What starts with one dash, or with three, is a term, be it `-water`, `->`, `-ext:md` or a pasted list or diff; but for
# `-n`, `-w` and `-h`, the number or path right behind them or not.
_DASH_WORD = re.compile(r"-(?!-?$|-[^-]|[nwh]$|n\d+$|w[./~]).*", re.DOTALL)
_GUARD = "\x1f"
_LONGEST_SHOWN = 40


def _guarded(word: str) -> str:
    return f"{_GUARD}{word}" if _DASH_WORD.fullmatch(word) else word


def _shortened(word: str) -> str:
    """The start of what may be a long paste, harmless."""
    shown = word if len(word) <= _LONGEST_SHOWN else f"{word[: _LONGEST_SHOWN - 1]}…"
    return shown if shown.isprintable() else repr(shown)


def _session(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command, as a Session."""

    @click.option("-w", "--workspace", metavar="DIR", help=_WORKSPACE_HELP)
    @click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
    @wraps(command)
    def with_session(workspace: str | None, as_json: bool, **options: Any) -> None:
        from sleuth.cli import run  # numpy and SQLite are for commands, not for --help

        session = run.Session(workspace, as_json)
        sys.exit(run.guarded(session, lambda session: command(run, session, **options)))

    return with_session


@click.group(
    cls=_Root,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: sleuth search WORDS in the folder you want to search.",
)
@click.version_option(__version__, "--version", message="sleuth %(version)s")
def cli() -> None:
    """Search everything a workspace holds.

    \b
    Examples:
      sleuth search retry budget            both words, anywhere in an item
      sleuth search '"exact phrase" -draft' a phrase, without a word
      sleuth search 'foo::bar(' ext:cpp     code as it is typed, in some files
      sleuth search /TODO.*urgent/          a regular expression
      sleuth why notes/plan.md              why a file is found, or not
    """


@cli.command(cls=_Search)
@_session
@click.argument("terms", nargs=-1, metavar="TERMS…")
@click.option("--in", "sources", metavar="SOURCES", help="files, documents, chats, notes, plans, terminals, git or symbols, comma-separated, or all.")
@click.option("-n", "limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many hits.")
@click.option("--cursor", metavar="C", help="The next page, from the answer before.")
@click.option("--mode", default="keyword", show_default=True, metavar="MODE", help="keyword; semantic and hybrid need a model, which cannot be set yet.")
@click.option("--hidden", is_flag=True, help="Hidden items too: dotfiles and, if indexed, ignored files.")
@click.option("--no-scan", is_flag=True, help="Search the index as it stands.")
@click.option("--sort", type=click.Choice(["relevance", "date", "path"]), default="relevance", show_default=True)
@click.option("--facets", is_flag=True, help="Counts by source, kind, language and folder.")
@click.option("--explain", is_flag=True, help="How each hit came to its place.")
@click.option("--export", type=click.Choice(["csv", "markdown"]), help="The hits as a table.")
def search(run: Any, session: Any, **options: Any) -> int:
    """Ranked hits for TERMS, each with the passage that matched.

    \b
    All words must be in an item (with five or more: as many as possible); the last one may be unfinished.
      "two words"            side by side
      -word                  not with this word
      /re.*gex/              a regular expression, ^ and $ being a line's
      ext:py path:docs/ lang:go kind:pdf source:documents since:7d before:2026-06-01 is:hidden author:mira
    With --in git, commits by their messages, people, files and hashes, and branches, tags and worktrees by name.
    Quote what your shell would take: '"a phrase"', 'a|b', '#include <'.
    A query that starts with two dashes goes after --:  sleuth search -- --flag
    """
    if options["export"] and (session.as_json or options["facets"] or options["explain"]):
        raise click.UsageError("--export prints the hits as a table: it goes with neither --json, --facets nor --explain")
    options["terms"] = tuple(term.removeprefix(_GUARD) for term in options["terms"])
    return int(run.search(session, **options))


@cli.command(cls=_Search)
@_session
@click.argument("phrase", nargs=-1, metavar="PHRASE…")
@click.option("-n", "limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many symbols.")
@click.option("--cursor", metavar="C", help="The next page, from the answer before.")
@click.option("--hidden", is_flag=True, help="Those in hidden files too.")
@click.option("--no-scan", is_flag=True, help="Search the index as it stands.")
@click.option("--explain", is_flag=True, help="How each came to its place.")
def code(run: Any, session: Any, **options: Any) -> int:
    """Functions, types, constants and variables whose names, signatures or comments are nearest to PHRASE.

    \b
    Those that are called so come first; the others need not have all words.
      sleuth code token bucket rate limiting
      sleuth code getUserName
      sleuth code retry kind:method lang:go path:internal/
    kind: takes func, method, type, const, var and package.
    """
    options["phrase"] = tuple(word.removeprefix(_GUARD) for word in options["phrase"])
    return int(run.code(session, **options))


@cli.command()
@_session
def status(run: Any, session: Any) -> int:
    """What the index holds, what was left out and why, and whether it is well."""
    return int(run.status(session))


@cli.command()
@_session
@click.argument("path")
def why(run: Any, session: Any, path: str) -> int:
    """Why PATH is found, or not: the rule, the reason or the number of its chunks.

    PATH may be a commit's hash, too, or the start of one.
    """
    return int(run.why(session, path))


@cli.command()
@_session
@click.option("--rebuild", is_flag=True, help="Drop the index first.")
def reindex(run: Any, session: Any, rebuild: bool) -> int:
    """Scan now, and wait for the end."""
    return int(run.reindex(session, rebuild))


@cli.command()
@_session
@click.argument("text", nargs=-1)
@click.option("--list", "is_list", is_flag=True, help="Name all notes, the newest first.")
@click.option("--edit", "edited", metavar="NAME", help="Put TEXT into this note instead.")
@click.option("--delete", "deleted", metavar="NAME", help="Delete this note.")
def note(run: Any, session: Any, **options: Any) -> int:
    """Keep TEXT as a note on the workspace: a Markdown file in Sleuth's data, found with --in notes."""
    return int(run.note(session, **options))


@cli.command(context_settings={"allow_interspersed_args": False})
@click.option("-w", "--workspace", metavar="DIR", help="The folder it is for; COMMAND runs here all the same.")
@click.option("--title", metavar="TITLE", help="What it is called in hits; else the command.")
@click.argument("command", nargs=-1, metavar="[--] [COMMAND…]")
def record(workspace: str | None, title: str | None, command: tuple[str, ...]) -> None:
    """Run COMMAND, or a shell, here and record what the terminal shows, found with --in terminals.

    What you type is recorded only where it is shown. Exit status: that of COMMAND.
    """
    from sleuth.cli import run

    session = run.Session(workspace, as_json=False)
    sys.exit(run.guarded(session, lambda session: run.record(session, title, command)))


@cli.command()
@_session
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(run: Any, session: Any, yes: bool) -> int:
    """Delete the chats that were kept after their agents deleted them (search.keep_chats), to the byte."""
    return int(run.forget(session, yes))


@cli.command()
@click.option("-w", "--workspace", metavar="DIR", help="The folder to search; else what the client works on, else as of search.")
@click.pass_obj
def mcp(serve: Callable[[str | None], int], workspace: str | None) -> None:
    """Serve coding agents over standard input and output, by the Model Context Protocol.

    An agent starts it; `sleuth hooks install AGENT` tells the agent how. Nothing is ever changed by it.
    """
    sys.exit(serve(workspace))


@cli.group()
def hooks() -> None:
    """Let coding agents tell Sleuth when a turn ends, and give them its tools (see sleuth mcp).

    \b
    AGENT is claude-code, codex, gemini-cli, cursor, opencode or copilot-cli, or the start of one of these.
    Each is told in its own configuration, in your home folder; what stands there of others stays.
    """


@hooks.command("install")
@_session
@click.argument("agent")
@click.option("--yes", is_flag=True, help="Do not ask.")
def install_hooks(_: Any, session: Any, agent: str, yes: bool) -> int:
    """Show what would change in AGENT's configuration, ask, and change it."""
    from sleuth.cli.hooks import install

    return int(install(session, agent, yes))


@hooks.command("uninstall")
@_session
@click.argument("agent")
@click.option("--yes", is_flag=True, help="Do not ask.")
def uninstall_hooks(_: Any, session: Any, agent: str, yes: bool) -> int:
    """Take it back: show what would change, ask, and change it."""
    from sleuth.cli.hooks import uninstall

    return int(uninstall(session, agent, yes))


@hooks.command("status")
@_session
@click.argument("agent", required=False)
def hooks_status(_: Any, session: Any, agent: str | None) -> int:
    """Whether AGENT, or each agent, tells Sleuth of its turns and has its tools."""
    from sleuth.cli.hooks import status as hooks_standing

    return int(hooks_standing(session, agent))


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes sleuth's commands and options in SHELL.

    \b
      bash: eval "$(sleuth completion bash)"     in ~/.bashrc
      zsh:  eval "$(sleuth completion zsh)"      in ~/.zshrc
      fish: sleuth completion fish | source      in ~/.config/fish/config.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "sleuth", "_SLEUTH_COMPLETE").source())


def main(arguments: list[str] | None = None, serve: Callable[[str | None], int] | None = None) -> None:
    """Run the command line on these arguments.

    Args:
        serve: What `sleuth mcp` does, on the folder that it names: a door beside this one.
    """
    streams.prepare()
    try:
        cli.main(args=arguments, prog_name="sleuth", standalone_mode=True, obj=serve)
    except BrokenPipeError:
        streams.leave_broken_pipe()
    except OSError as error:
        if error.errno not in streams.OUTPUT_FAULTS:
            raise
        streams.leave_full_output(error)
    except KeyboardInterrupt:
        os._exit(130)
