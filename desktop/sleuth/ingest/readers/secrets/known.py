"""Which stretches have the format of a key that its provider documents?

All such keys hold a long run of letters, digits, `_` and `-`. Runs are rare in prose and are found fast; each is then
looked at for the beginnings in the table. The formats are those of the providers' own documentation.
"""

import re
from collections.abc import Iterator
from functools import cache

from sleuth.ingest.readers.secrets.chance import is_varied, looks_random
from sleuth.ingest.readers.secrets.found import Secret

_RUN = 20
"""No format in the table has a shorter one."""
_IN_RUN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_RUNS = bytes(0x78 if byte in _IN_RUN else 0x20 for byte in range(256))
_LONG_RUN = b"x" * _RUN
# What no identifier in a program has and nearly every key: digits, or capitals as nobody puts them. One key of 20 letters
# and digits in 800 has neither.
_MIXED = re.compile(rb"[0-9]|[a-z][A-Z]{1,2}[a-z]{1,2}[A-Z]|[A-Z]{16}")
_BEFORE_RUN = 10
"""How much of a key may stand before its run: `dp.audit.` is the longest."""
_BEFORE_DOT = 24
"""The same where the run is what follows a dot, as in keys of two parts."""

# Kind, how it begins, how it goes on.
_FORMATS: tuple[tuple[str, str, str], ...] = (
    ("age key", "AGE-SECRET-KEY-1", r"[A-Z0-9]{50,}"),
    ("Airtable token", "pat", r"[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("Alibaba Cloud key", "LTAI", r"[A-Za-z0-9]{16,24}"),
    ("Anthropic key", "sk-ant-", r"[\w-]{16,}"),
    ("Atlassian token", "ATATT3 ATCTT3 ATBB", r"[\w=-]{20,}"),
    ("AWS access key", "AKIA ASIA ABIA ACCA", r"[A-Z2-7]{16}(?![A-Za-z0-9])"),
    ("AWS Bedrock key", "ABSK", r"[A-Za-z0-9+/]{100,}={0,2}"),
    ("Azure client secret", "Q~", r"[\w~.-]{31,34}"),
    ("Brevo key", "xkeysib-", r"[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    ("Buildkite token", "bkua_", r"[0-9a-f]{40}"),
    ("CircleCI token", "CCIPAT_ CCIPRJ_", r"\w{20,}"),
    ("Clojars token", "CLOJARS_", r"[0-9a-f]{60}"),
    ("Cloudflare key", "v1.0-", r"[0-9a-f]{24}-[0-9a-f]{100,}"),
    ("Cloudflare key", "cfk_ cfut_ cfat_", r"[A-Za-z0-9]{40,}"),
    ("crates.io token", "cio", r"[A-Za-z0-9]{32}(?!\w)"),
    ("Databricks token", "dapi dose dkea", r"[0-9a-f]{32}(?:-\d)?(?!\w)"),
    ("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", r"[0-9a-f]{64}"),
    ("Docker token", "dckr_pat_ dckr_oat_", r"[\w-]{20,}"),
    ("Doppler token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", r"(?:[\w-]{1,35}\.)?[A-Za-z0-9]{40,}"),
    ("Dynatrace token", "dt0c01.", r"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("Figma token", "figd_ figu_ figo_", r"[\w-]{36,}"),
    ("Fly token", "fo1_ fm1a_ fm1r_ fm2_", r"[\w+/-]{40,}={0,3}"),
    ("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", r"[A-Za-z0-9]{30,}[\w.-]*"),
    ("GitHub token", "github_pat_", r"\w{36,}"),
    (
        "GitLab token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- glffct- gloas- GR1348941",
        r"[\w-]{20,}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,})?",
    ),
    ("Google key", "AIza", r"[\w-]{35}"),
    ("Google key", "AQ.", r"[\w-]{40,}"),
    ("Google secret", "GOCSPX-", r"[\w-]{28}"),
    ("Google token", "ya29.", r"[\w.-]{20,}"),
    ("Google token", "1//0", r"[\w-]{30,}"),
    ("Grafana token", "glsa_", r"[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}"),
    ("Grafana token", "glc_", r"[A-Za-z0-9+/]{32,}={0,2}"),
    ("Groq key", "gsk_", r"[A-Za-z0-9]{40,}"),
    ("Heroku key", "HRKU-", r"[\w-]{30,}"),
    ("Hugging Face token", "hf_ api_org_", r"[A-Za-z0-9]{30,}(?!\w)"),
    ("LangSmith key", "lsv2_pt_ lsv2_sk_", r"[0-9a-f]{32}_[0-9a-f]{10}"),
    ("Linear key", "lin_api_ lin_oauth_", r"[A-Za-z0-9]{32,}"),
    ("Mailgun key", "key-", r"[0-9a-f]{32}(?!\w)"),
    ("Netlify token", "nfp_ nfc_ nfo_ nfu_", r"[A-Za-z0-9]{36}"),
    ("New Relic key", "NRAK- NRAA- NRII- NRIQ- NRRA- NRJS-", r"[\w-]{19,}"),
    ("Notion token", "ntn_ secret_", r"[A-Za-z0-9]{40,}"),
    ("npm token", "npm_", r"[A-Za-z0-9]{36,}"),
    ("NuGet key", "oy2", r"[a-z0-9]{43}(?!\w)"),
    ("1Password token", "ops_eyJ", r"[\w+/=-]{100,}"),
    ("OpenAI key", "sk-proj- sk-svcacct- sk-admin- sk-None-", r"[\w-]{20,}"),
    ("OpenRouter key", "sk-or-", r"v1-[0-9a-f]{32,}"),
    ("API key", "sk-", r"[A-Za-z0-9]{20,}(?![A-Za-z0-9-])"),
    ("API key", "sk_", r"[0-9a-f]{40,}(?!\w)"),
    ("Perplexity key", "pplx-", r"[A-Za-z0-9]{40,}"),
    ("PlanetScale password", "pscale_pw_", r"[\w.=-]{32,}"),
    ("PlanetScale token", "pscale_tkn_ pscale_oauth_", r"[\w.=-]{32,}"),
    ("Postman key", "PMAK-", r"[0-9a-f]{24}-[0-9a-f]{34}"),
    ("Pulumi token", "pul-", r"[0-9a-f]{40}"),
    ("PyPI token", "pypi-AgE", r"[\w-]{40,}"),
    ("Replicate token", "r8_", r"[A-Za-z0-9]{37,}"),
    ("Resend key", "re_", r"[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\w)"),
    ("RubyGems key", "rubygems_", r"[0-9a-f]{48}"),
    ("SendGrid key", "SG.", r"[\w-]{16,32}\.[\w-]{16,64}"),
    ("Sentry token", "sntrys_ sntryu_ sntrya_ sntryi_", r"[\w+/=-]{40,}"),
    ("Shopify token", "shpat_ shpca_ shppa_ shpss_ shpua_", r"[0-9A-Fa-f]{32}"),
    ("Slack token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xoxe.xoxb- xoxe.xoxp-", r"[\w%-]{10,}"),
    ("Sonar token", "sqp_ squ_ sqa_", r"[0-9a-f]{40}"),
    ("Square token", "sq0atp- sq0csp- sq0idp-", r"[\w-]{22,}"),
    ("Square token", "EAAA", r"[\w-]{56,60}(?![\w-])"),
    ("Stripe key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", r"[A-Za-z0-9]{16,}"),
    ("Stripe signing secret", "whsec_", r"[A-Za-z0-9+/]{24,}={0,2}"),
    ("Supabase key", "sb_secret_", r"[\w-]{20,}"),
    ("Supabase token", "sbp_", r"[0-9a-f]{40}"),
    ("Tailscale key", "tskey-", r"[a-z]+-[\w-]{16,}"),
    ("Tavily key", "tvly-", r"[\w-]{20,}"),
    ("Tencent Cloud key", "AKID", r"[A-Za-z0-9]{32}(?!\w)"),
    ("Twilio key", "SK", r"[0-9a-f]{32}(?!\w)"),
    ("Typeform token", "tfp_", r"[\w.=-]{40,}"),
    ("Vault token", "hvs. hvb. hvr.", r"[\w-]{20,}"),
    ("Vercel token", "vcp_ vci_ vca_ vcr_ vck_", r"[A-Za-z0-9]{24,}"),
    ("Vercel token", "vercel_blob_rw_", r"\w{20,}"),
    ("xAI key", "xai-", r"[A-Za-z0-9]{60,}"),
    # The header of a signed token begins {" in base64, and so does what it says.
    ("signed token", "eyJ", r"[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]+){0,3}|rIjoi[A-Za-z0-9+/]{40,}={0,2}"),
)
# Begin like words or names, so that what follows must look drawn at random.
_DOUBTFUL = frozenset("sk- sk_ hf_ pat cio secret_ oy2 AKID ATBB tvly- xapp- nfp_ vcp_ glc_ npm_".split())

# Those that begin with anything: looked at where a run begins.
_UNPREFIXED = re.compile(
    r"""
      (?P<Terraform_token> [A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,} )
    | (?P<Discord_token> [MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,} )
    | (?P<Mailgun_key> [0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-]) )
    | (?P<Mailchimp_key> [0-9a-f]{32}-us\d{1,2}(?![\w-]) )
    | (?P<New_Relic_key> [0-9a-f]{32,36}(?:FFFF)?NRAL(?!\w) )
    | (?P<Azure_DevOps_token> [A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?!\w) )
    """,
    re.VERBOSE | re.ASCII,
)
# Letters that end something else: `\n` or `\u00e9` in a text within JSON, a colour of a terminal, an address's `%3D`.
_ESCAPE = re.compile(r"\\[nrtbfv]$|\\u[0-9A-Fa-f]{4}$|\\x[0-9A-Fa-f]{2}$|\[[\d;]{1,8}m$|%[0-9A-F]{2}$")
_ESCAPED = re.compile(r"\\(?:[nrtbfv]|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})")
_TERRAFORM = ".atlasv1."
_TELEGRAM = re.compile(r"\d{8,10}:AA[\w-]{33}(?![\w-])", re.ASCII)
# A secret key has no format but its length; it is known by the access key beside it.
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_AWS_AROUND = 300


def find(text: str, flat: bytes) -> Iterator[Secret]:
    """Secrets around the long runs.

    Args:
        flat: The text, one byte a character.
    """
    runs = flat.translate(_RUNS)
    start = runs.find(_LONG_RUN)
    done = 0
    while start >= 0:
        stop = runs.find(b" ", start + _RUN)
        if stop < 0:
            stop = len(runs)
        if _MIXED.search(flat, start, stop):
            for secret in _around(text, max(start, done), stop):
                done = max(done, secret.stop)
                yield secret
        start = runs.find(_LONG_RUN, stop)


def _around(text: str, start: int, stop: int) -> Iterator[Secret]:
    if start >= stop:
        return
    at = max(0, start - (_BEFORE_DOT if text[start - 1 : start] == "." else _BEFORE_RUN))
    while match := _beginnings().search(text, at, stop):
        secret = _known(text, match.start(), match[0])
        at = secret.stop if secret else match.start() + 1
        if secret:
            yield secret
            if secret.kind == "AWS access key":
                yield from _beside(text, secret)
    begin = start
    if text[start - 1 : start] == "\\" and (escape := _ESCAPED.match(text, start - 1)):
        begin = escape.end()
    if text.endswith(_TERRAFORM, 0, start):
        begin = max(0, start - len(_TERRAFORM) - 14)
    if match := _UNPREFIXED.match(text, begin):
        yield Secret(*match.span(), (match.lastgroup or "").replace("_", " "))
    elif text[start - 1 : start] == ":" and (match := _TELEGRAM.search(text, max(0, start - 11), start + 36)):
        yield Secret(*match.span(), "Telegram bot token")


def _known(text: str, start: int, beginning: str) -> Secret | None:
    """The longest beginning that stands there and goes on as it should."""
    for shorter, kind, rest in _formats_by_beginning()[beginning]:
        if not _begins(text, start, shorter):
            continue
        match = _compiled(rest).match(text, start + len(shorter))
        if match and (looks_random(match[0]) if shorter in _DOUBTFUL else is_varied(match[0])):
            # What an Azure secret begins with can be anything.
            return Secret(start - 4 if shorter == "Q~" else start, match.end(), kind)
    return None


def _begins(text: str, start: int, beginning: str) -> bool:
    """Whether a word may begin there; a beginning that is no word of its own may stand anywhere."""
    if beginning == "Q~":
        return start >= 4 and text[start - 1].isdigit()
    if len(beginning) >= 4 and ("_" in beginning or "-" in beginning) and beginning != "key-":  # `monkey-` is no key
        return True
    before = text[start - 1 : start]
    return not (before.isascii() and before.isalnum()) or _ESCAPE.search(text[max(0, start - 12) : start]) is not None


def _beside(text: str, key: Secret) -> Iterator[Secret]:
    for match in _AWS_SECRET.finditer(text, max(0, key.start - _AWS_AROUND), key.stop + _AWS_AROUND):
        if looks_random(match[0]) and match[0].lower() != match[0]:  # a commit's name has small letters only
            yield Secret(*match.span(), "AWS secret key")


@cache
def _formats_by_beginning() -> dict[str, list[tuple[str, str, str]]]:
    """What a beginning can be: itself, or a shorter one that it begins with, such as `sk-` for `sk-proj-`."""
    formats = [(beginning, kind, rest) for kind, beginnings, rest in _FORMATS for beginning in beginnings.split()]
    formats.sort(key=lambda one: len(one[0]), reverse=True)
    return {long: [one for one in formats if long.startswith(one[0])] for long, _, _ in formats}


@cache
def _beginnings() -> re.Pattern[str]:
    """One pattern for all, sorted by their first letters: it is tried at each letter of a run."""
    by_first: dict[str, list[str]] = {}
    for beginning in sorted(_formats_by_beginning(), key=len, reverse=True):
        by_first.setdefault(beginning[0], []).append(re.escape(beginning[1:]))
    return re.compile("|".join(f"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in by_first.items()))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)
