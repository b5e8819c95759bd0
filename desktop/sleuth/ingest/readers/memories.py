"""Which notes, plans and rules do agents keep for a workspace, and where?

Some lie in it, some beside the sessions that were about it, some below the home folder, for every workspace. Those in
the workspace are files of it too. The places are those of the agents' own documentation and sources.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from sleuth.ingest.readers.conversations.scope import Scope


class Memo(Enum):
    """What it is."""

    RULES = "rules"
    RULES_GLOBAL = "rules-global"
    MEMORY = "memory"
    MEMORY_GLOBAL = "memory-global"
    PLAN = "plan"
    PLAN_GLOBAL = "plan-global"

    @property
    def is_plan(self) -> bool:
        return self in (Memo.PLAN, Memo.PLAN_GLOBAL)

    @property
    def is_global(self) -> bool:
        """Kept for every workspace."""
        return self.value.endswith("-global")


@dataclass(frozen=True, slots=True)
class FoundMemo:
    """One file of an agent's."""

    path: Path
    kind: Memo


_IN_WORKSPACE = (
    (Memo.RULES, (
        "AGENTS.md", "AGENTS.override.md", "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules/**/*.md",
        "GEMINI.md", "QWEN.md", "CRUSH.md", "CRUSH.local.md", "CONVENTIONS.md", ".goosehints", ".rules", ".cursorrules",
        ".cursor/rules/**/*.mdc", ".windsurfrules", ".windsurf/rules/*.md", ".clinerules", ".clinerules/**/*.md",
        ".roo/rules*/**/*.md", ".roorules", ".github/copilot-instructions.md", ".github/instructions/**/*.instructions.md",
        ".continue/rules/*.md", ".continuerules",
    )),
    (Memo.PLAN, (".cursor/plans/*.plan.md", ".opencode/plans/*.md")),
    (Memo.MEMORY, ("memory-bank/*.md", ".goose/memory/*.txt")),
)  # fmt: skip
_IN_HOME = (
    (Memo.RULES_GLOBAL, (
        ".claude/CLAUDE.md", ".claude/rules/**/*.md", ".codex/AGENTS.md", ".gemini/GEMINI.md", ".qwen/QWEN.md",
        ".config/opencode/AGENTS.md", ".config/crush/CRUSH.md", ".config/goose/.goosehints", ".pi/agent/AGENTS.md",
        ".copilot/copilot-instructions.md", ".kimi-code/AGENTS.md", ".factory/AGENTS.md", ".continue/rules/*.md",
        ".roo/rules/*.md", "Documents/Cline/Rules/*.md", ".codeium/windsurf/memories/global_rules.md",
    )),
    (Memo.MEMORY_GLOBAL, (
        ".codex/memories/*.md", ".codex/memories/rollout_summaries/*.md", ".config/goose/memory/*.txt",
        ".grok/memory/**/MEMORY.md", ".qwen/memory.md",
    )),
    (Memo.PLAN_GLOBAL, (".cursor/plans/*.plan.md",)),
)  # fmt: skip
# So many folders above what a session was read from, and what lies there.
_BESIDE = {
    "claude-code": ((1, "memory/*.md", Memo.MEMORY),),
    "copilot-cli": ((1, "plan.md", Memo.PLAN),),
    "kimi-code": ((1, "plans/*.md", Memo.PLAN),),
    "gemini-cli": ((2, "memory/*.md", Memo.MEMORY), (2, "*/plans/*.md", Memo.PLAN)),
    "antigravity": ((3, "**/*.md", Memo.PLAN),),
}
_CLAUDE_PLANS = ".claude/plans"
_NOT_IN_SLUG = re.compile(r"[^a-zA-Z0-9]")
_LONGEST_SLUG = 200
_LONGEST_TITLE = 200
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
_NAME = re.compile(r"^(?:name|title):\s*(.+?)\s*$", re.MULTILINE)


def memos_of(scope: Scope, sessions: Iterable[tuple[str, Path]], plans: frozenset[str] = frozenset()) -> list[FoundMemo]:
    """All of them, each file once, by path.

    Args:
        sessions: The agent, and the file it was read from, of each session that was about the workspace.
        plans: Names of plans, as those sessions name them.
    """
    found: dict[Path, FoundMemo] = {}
    for memo in (*_in_workspace(scope), *_beside(scope, sessions), *_claude_plans(scope, plans), *_in_home(scope)):
        real = memo.path.resolve()  # AGENTS.md and CLAUDE.md are often one file
        if real not in found and real.is_file():
            found[real] = memo
    return sorted(found.values(), key=lambda memo: str(memo.path))


def title_of(path: Path, text: str) -> str:
    """The name its front matter gives, or its first heading, or the file's own."""
    if path.suffix != ".txt" and path.suffix:
        front = _FRONT_MATTER.match(text)
        named = _NAME.search(front[1]) if front else None
        heading = named or _HEADING.search(text, front.end() if front else 0)
        if heading:
            return heading[1].strip("\"'")[:_LONGEST_TITLE]
    return path.stem if path.suffix else path.name


def title_of_own(text: str) -> str:
    """A person's own note is called by its first line, unless its front matter has a name for it; empty where it says nothing."""
    front = _FRONT_MATTER.match(text)
    named = _NAME.search(front[1]) if front else None
    if named:
        return named[1].strip("\"'")[:_LONGEST_TITLE]
    first = text[front.end() if front else 0 :].strip().partition("\n")[0]
    heading = _HEADING.fullmatch(first)
    return (heading[1] if heading else first.strip())[:_LONGEST_TITLE]


def _globbed(folder: Path, patterns: Iterable[tuple[Memo, Iterable[str]]]) -> Iterator[FoundMemo]:
    for kind, listed in patterns:
        for pattern in listed:
            for path in sorted(folder.glob(pattern)):
                yield FoundMemo(path, kind)


def _in_workspace(scope: Scope) -> Iterator[FoundMemo]:
    return _globbed(scope.root, _IN_WORKSPACE)


def _in_home(scope: Scope) -> Iterator[FoundMemo]:
    return _globbed(scope.home, _IN_HOME)


def _beside(scope: Scope, sessions: Iterable[tuple[str, Path]]) -> Iterator[FoundMemo]:
    """What lies beside the sessions; and Claude Code's, which outlives them, by the name made from the workspace's."""
    folders = {(path.parents[levels - 1], pattern, kind) for agent, path in sessions for levels, pattern, kind in _BESIDE.get(agent, ())}
    projects = scope.at("CLAUDE_CONFIG_DIR", ".claude") / "projects"
    for own in scope.folders:
        slug = _NOT_IN_SLUG.sub("-", own)
        if len(slug) <= _LONGEST_SLUG:
            folders.add((projects / slug, "memory/*.md", Memo.MEMORY))
    for folder, pattern, kind in sorted(folders, key=str):
        yield from _globbed(folder, [(kind, [pattern])])


def _claude_plans(scope: Scope, plans: frozenset[str]) -> Iterator[FoundMemo]:
    """Plans have names by chance: whose they are is told by a session that names them, or by the text."""
    for path in sorted((scope.home / _CLAUDE_PLANS).glob("*.md")):
        if path.stem in plans or _names_workspace(path, scope):
            yield FoundMemo(path, Memo.PLAN)


def _names_workspace(path: Path, scope: Scope) -> bool:
    try:
        text = path.read_text("utf-8", "replace")
    except OSError:
        return False
    return any(re.search(re.escape(own) + r"(?![\w-])", text) for own in scope.folders)
