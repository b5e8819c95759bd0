"""Which paths are never read?"""

import pytest

from sleuth.settings.blocked import ALWAYS_DENIED, BlockedPaths


@pytest.mark.parametrize(
    ("ref", "rule"),
    [
        (".env", ".env*"),
        ("a/b/.env.local", ".env*"),
        (".envrc", ".env*"),
        (".env/settings.txt", ".env*"),
        ("server.pem", "*.pem"),
        ("certs/a.key", "*.key"),
        ("id_ed25519", "id_ed25519"),
        ("home/.ssh/config", ".ssh/"),
        (".aws/credentials", ".aws/credentials"),
        ("backup/.aws/credentials", ".aws/credentials"),
        ("a/.config/gh/hosts.yml", ".config/gh/hosts.yml"),
        (".netrc", ".netrc"),
        ("passwords.kdbx", "*.kdbx"),
        ("environment.md", None),
        ("my.env", None),
        ("keys.py", None),
        ("id_rsa.pub", None),
        ("aws/credentials", None),
        ("docs/ssh/config", None),
        (".ssh", None),
    ],
)
def test_built_in_rules(ref: str, rule: str | None) -> None:
    """Secrets by custom are blocked in every folder, and nothing that only looks alike."""
    assert BlockedPaths(()).rule_for(ref) == rule


@pytest.mark.parametrize(
    ("deny", "ref", "rule"),
    [
        (("*.log",), "a/b.log", "*.log"),
        (("build/",), "x/build/a.txt", "build/"),
        (("/top.txt",), "top.txt", "/top.txt"),
        (("/top.txt",), "a/top.txt", None),
        (("docs/private",), "docs/private/a.md", "docs/private"),
        (("docs/private",), "x/docs/private/a.md", None),
        (("a/**/z.txt",), "a/b/c/z.txt", "a/**/z.txt"),
        (("*.log", "!keep.log"), "keep.log", None),
        (("!.env.example",), ".env.example", None),
        (("!.env.example",), ".env", ".env*"),
        (("# comment", "", "*.x"), "a.x", "*.x"),
        (("été.txt",), "été.txt", "été.txt"),
        (("*.bin",), "b\udce9.bin", "*.bin"),
    ],
)
def test_own_rules(deny: tuple[str, ...], ref: str, rule: str | None) -> None:
    """The user's rules are gitignore's, and may allow again; the rule that blocks is named."""
    assert BlockedPaths(deny).rule_for(ref) == rule


def test_no_built_in_rule_is_idle() -> None:
    """Every built-in rule blocks what it names."""
    blocked = BlockedPaths(())
    samples = [rule.replace("*", "x") + ("x" if rule.endswith("/") else "") for rule in ALWAYS_DENIED]
    assert [sample for sample in samples if blocked.rule_for(sample) is None] == []
