"""Which paths may never be read, whatever else is said? (S-50)"""

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pathspec

# What holds secrets by custom; a person adds rules with search.deny, in gitignore's syntax.
ALWAYS_DENIED = (
    ".env*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.ppk",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_ecdsa_sk",
    "id_ed25519_sk",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".git-credentials",
    ".htpasswd",
    ".npmrc",
    ".pypirc",
    ".aws/credentials",
    ".aws/config",
    ".azure/",
    ".gnupg/",
    ".ssh/",
    ".kube/config",
    ".docker/config.json",
    ".config/gcloud/",
    ".config/gh/hosts.yml",
    ".password-store/",
)


class BlockedPaths:
    """The rules, ready to be asked."""

    def __init__(self, deny: tuple[str, ...]) -> None:
        self._deny = deny

    @property
    def rules(self) -> tuple[str, ...]:
        own = [rule for rule in self._deny if rule.strip() and not rule.startswith("#")]
        return (*ALWAYS_DENIED, *own)

    @cached_property
    def _spec(self) -> "pathspec.GitIgnoreSpec":
        import pathspec

        return pathspec.GitIgnoreSpec.from_lines([_anywhere(rule) for rule in self.rules])

    def rule_for(self, ref: str) -> str | None:
        """The rule that blocks a path of the workspace, or None."""
        result = self._spec.check_file(ref)
        return self.rules[result.index] if result.include and result.index is not None else None


def _anywhere(rule: str) -> str:
    """A rule with a slash inside would be tied to the top; the built-in ones hold in every folder."""
    inside = "/" in rule.strip("/")
    return f"**/{rule}" if rule in ALWAYS_DENIED and inside and not rule.startswith("/") else rule
