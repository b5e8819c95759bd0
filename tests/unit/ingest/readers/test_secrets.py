"""Is every secret masked that has a known form or a telling name, and nothing else?

The examples are put together here from pieces, so that nothing which looks for leaked keys stops at this file.
"""

import base64
import json
import random
import string
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.ingest.readers.secrets import masked
from sleuth.ingest.readers.secrets.known import _FORMATS

HEX = "0123456789abcdef"
SMALL = string.ascii_lowercase + string.digits
LETTERS = string.ascii_letters + string.digits
CAPITALS = string.ascii_uppercase + "234567"


def made(alphabet: str, length: int, seed: str = "") -> str:
    """Some letters and digits, the same at every run."""
    return "".join(random.Random(f"{alphabet} {length} {seed}").choices(alphabet, k=length))


JWT = ".".join(("eyJ" + made(LETTERS, 33), "eyJ" + made(LETTERS, 80), made(LETTERS, 43)))
PEM_LINES = "\n".join(made(LETTERS + "+/", 64, str(line)) for line in range(6))
AWS_KEY = "AKI" + "A" + made(CAPITALS, 16)

KNOWN: list[tuple[str, str]] = [
    ("age key", "AGE-SECRET-" + "KEY-1" + made(CAPITALS, 58)),
    ("Airtable token", "pa" + "t" + made(LETTERS, 14) + "." + made(HEX, 64)),
    ("Anthropic key", "sk-a" + "nt-api03-" + made(LETTERS + "_-", 93) + "AA"),
    ("AWS access key", AWS_KEY),
    ("AWS access key", "ASI" + "A" + made(CAPITALS, 16)),
    ("Atlassian token", "ATA" + "TT3" + made(LETTERS, 180)),
    ("Azure client secret", "a1b8" + "Q~" + made(LETTERS, 34)),
    ("Azure DevOps token", made(LETTERS, 76) + "AZ" + "DO" + made(LETTERS, 4)),
    ("Brevo key", "xkey" + "sib-" + made(HEX, 64) + "-" + made(LETTERS, 16)),
    ("Cloudflare key", "v1." + "0-" + made(HEX, 24) + "-" + made(HEX, 146)),
    ("Databricks token", "da" + "pi" + made(HEX, 32)),
    ("DigitalOcean token", "dop_" + "v1_" + made(HEX, 64)),
    ("Discord token", "M" + made(LETTERS, 23) + "." + made(LETTERS, 6) + "." + made(LETTERS, 38)),
    ("Docker token", "dckr_" + "pat_" + made(LETTERS + "_-", 27)),
    ("Doppler token", "dp." + "pt." + made(LETTERS, 43)),
    ("Figma token", "fig" + "d_" + made(LETTERS + "_-", 40)),
    ("GitHub token", "gh" + "p_" + made(LETTERS, 36)),
    ("GitHub token", "gh" + "o_" + made(LETTERS, 36)),
    ("GitHub token", "gh" + "u_" + made(LETTERS, 36)),
    ("GitHub token", "gh" + "s_" + made(LETTERS, 36)),
    ("GitHub token", "gh" + "r_" + made(LETTERS, 36)),
    ("GitHub token", "github" + "_pat_" + made(LETTERS, 22) + "_" + made(LETTERS, 59)),
    ("GitLab token", "gl" + "pat-" + made(LETTERS + "_-", 20)),
    ("Google key", "AI" + "za" + made(LETTERS + "_-", 35)),
    ("Google token", "ya" + "29." + made(LETTERS + "_-", 120)),
    ("Google secret", "GOC" + "SPX-" + made(LETTERS + "_-", 28)),
    ("Grafana token", "gl" + "sa_" + made(LETTERS, 32) + "_" + made(HEX, 8)),
    ("Groq key", "gs" + "k_" + made(LETTERS, 52)),
    ("Heroku key", "HR" + "KU-" + made(LETTERS + "_-", 60)),
    ("Hugging Face token", "h" + "f_" + made(string.ascii_letters + "0123", 34)),
    ("Linear key", "lin_" + "api_" + made(LETTERS, 40)),
    ("Mailchimp key", made(HEX, 32) + "-u" + "s12"),
    ("Mailgun key", "ke" + "y-" + made(HEX, 32)),
    ("Mailgun key", made(HEX, 32) + "-" + made(HEX, 8) + "-" + made(HEX, 8)),
    ("New Relic key", "NR" + "AK-" + made(CAPITALS, 27)),
    ("New Relic key", made(HEX, 36) + "NR" + "AL"),
    ("Notion token", "nt" + "n_" + made(LETTERS, 46)),
    ("npm token", "np" + "m_" + made(LETTERS, 36)),
    ("OpenAI key", "sk-" + "proj-" + made(LETTERS + "_-", 74) + "T3Blbk" + "FJ" + made(LETTERS, 74)),
    ("API key", "s" + "k-" + made(LETTERS, 48)),
    ("API key", "s" + "k-" + made(HEX, 32)),
    ("OpenRouter key", "sk-" + "or-v1-" + made(HEX, 64)),
    ("PlanetScale password", "pscale" + "_pw_" + made(LETTERS, 43)),
    ("PyPI token", "pypi-" + "AgE" + made(LETTERS + "_-", 150)),
    ("Resend key", "r" + "e_" + made(LETTERS, 8) + "_" + made(LETTERS, 24)),
    ("SendGrid key", "S" + "G." + made(LETTERS, 22) + "." + made(LETTERS + "_-", 43)),
    ("Sentry token", "sn" + "tryu_" + made(HEX, 64)),
    ("Shopify token", "sh" + "pat_" + made(HEX, 32)),
    ("signed token", JWT),
    ("Slack token", "xo" + "xb-" + made("123456789", 12) + "-" + made("123456789", 12) + "-" + made(LETTERS, 24)),
    ("Slack token", "xap" + "p-1-A" + made(CAPITALS, 10) + "-" + made("123456789", 13) + "-" + made(HEX, 64)),
    ("Square token", "sq" + "0atp-" + made(LETTERS + "_-", 22)),
    ("Stripe key", "sk_" + "live_" + made(LETTERS, 24)),
    ("Stripe key", "rk_" + "live_" + made(LETTERS, 24)),
    ("Supabase token", "sb" + "p_" + made(HEX, 40)),
    ("Tailscale key", "tskey" + "-auth-" + made(LETTERS, 12) + "-" + made(LETTERS, 32)),
    ("Telegram bot token", made("123456789", 10) + ":A" + "A" + made(LETTERS + "_-", 33)),
    ("Terraform token", made(LETTERS, 14) + ".atlas" + "v1." + made(LETTERS + "_-", 67)),
    ("Twilio key", "S" + "K" + made(HEX, 32)),
    ("Vault token", "hv" + "s." + made(LETTERS + "_-", 95)),
    ("Vercel token", "vc" + "p_" + made(LETTERS, 56)),
]
"""A kind and a made-up key of its form."""

PASSWORD = "Tr0ub" + "4dor&3x"
OPAQUE = made(LETTERS, 32)

NAMED: list[tuple[str, str, str]] = [
    ("password", PASSWORD, "password={}"),
    ("password", PASSWORD, 'password = "{}"'),
    ("password", PASSWORD, "PGPASSWORD={} psql"),
    ("password", PASSWORD, "MYSQL_ROOT_PASSWORD: '{}'"),
    ("password", PASSWORD, "DB_PASS={}"),
    ("password", PASSWORD, "User ID=sa;Pwd={};"),
    ("password", PASSWORD, '{{"db": {{"password": "{}"}}}}'),
    ("password", PASSWORD, r"{{\"password\": \"{}\"}}"),
    ("password", PASSWORD, "mysql --password {} -h db"),
    ("password", PASSWORD, "machine example.org login me password {}"),
    ("password", PASSWORD, 'password: str = "{}"'),
    ("password", PASSWORD, "<password>{}</password>"),
    ("password", PASSWORD, "my password is {}"),
    ("password", PASSWORD, "curl -s -u me:{} https://example.org"),
    ("password", PASSWORD, "curl https://example.org \\\n  --user 'me:{}'"),
    ("password", PASSWORD, "postgres://app:{}@db.example.org:5432/app"),
    ("password", "post" + "gres", "mysql://app:{}@localhost/app"),
    ("password", "hunter" + "7secret", "https://bob:{}@example.org/x"),
    ("password", "let" + "mein", "mongodb://admin:{}@localhost"),
    ("password", base64.b64encode(b"me:" + PASSWORD.encode()).decode(), "Authorization: Basic {}"),
    ("token", OPAQUE, "Authorization: Bearer {}"),
    ("token", OPAQUE, '"Authorization": "Bearer {}",'),
    ("token", OPAQUE, "-H 'authorization: bearer {}'"),
    ("token", OPAQUE, "export VERCEL_TOKEN={}"),
    ("token", OPAQUE, "//registry.npmjs.org/:_authToken={}"),
    ("token", OPAQUE, "PRIVATE-TOKEN: {}"),
    ("token", OPAQUE, "https://example.org/a?b=1&access_token={}&c=2"),
    ("token", OPAQUE, "git clone https://{}@example.org/a.git"),
    ("key", OPAQUE, "FASTLY_API_KEY={}"),
    ("key", OPAQUE, "STRIPE_KEY={}"),
    ("key", OPAQUE, 'api_key: "{}"'),
    ("key", OPAQUE, '"apiKey": "{}"'),
    ("key", OPAQUE, "X-Api-Key: {}"),
    ("key", made(HEX, 40), "DD_APP_KEY={}"),
    ("key", "0a1b2c3d-4e5f-6789-a0b1-c2d3e4f56789", "HEROKU_API_KEY={}"),
    ("key", made(LETTERS + "+/", 86) + "==", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey={};EndpointSuffix=b"),
    ("key", made(LETTERS, 20) + "/" + made(LETTERS, 19), "aws_secret_access_key = {}"),
    ("AWS secret key", made(LETTERS, 20) + "/" + made(LETTERS, 19), AWS_KEY + " and {}"),
    ("secret value", OPAQUE, "client_secret={}"),
    ("secret value", OPAQUE, "const clientSecret = '{}';"),
    ("cookie", OPAQUE, "Cookie: theme=dark; sessionid={}; a=b"),
    ("cookie", OPAQUE, "Set-Cookie: sid={}; Path=/; HttpOnly"),
    ("cookie", OPAQUE, "curl 'https://example.org' -b 'sid={}; a=b'"),
    ("signature", made(LETTERS, 43), "https://a.blob.core.windows.net/b?sv=2024&sig={}"),
    ("web hook", "T0" + made(CAPITALS, 8) + "/B0" + made(CAPITALS, 8) + "/" + made(LETTERS, 24), "https://hooks.slack.com/services/{}"),
    ("web hook", made(LETTERS + "_-", 68), "https://discord.com/api/webhooks/1234567890/{}"),
]  # fmt: skip
"""A kind, a secret, and what makes it one."""


def block(kind: str, lines: str = PEM_LINES) -> str:
    return f"-----BEGIN {kind}PRIV" + f"ATE KEY-----\n{lines}\n-----END {kind}PRIV" + "ATE KEY-----"


BLOCKS: list[str] = [
    block(""),
    block("RSA "),
    block("EC "),
    block("OPENSSH "),
    block("ENCRYPTED "),
    block("RSA ", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n" + PEM_LINES),
    block("PGP ").replace("KEY-", "KEY BLOCK-"),
    block("").replace("\n", "\\n"),
    json.dumps({"type": "service_account", "private_key": block("")}),
    json.dumps(json.dumps({"private_key": block("")})),
    block("").rsplit("\n", 2)[0],  # cut off
    block("").replace("\n", "\\n").rsplit("\\n", 2)[0],
    block("").split("\n", 1)[1],  # begun in the middle
    block("").replace("\n", "\n+").split("\n", 1)[1],
    block("", PEM_LINES + "\nAb1+/w==").split("\n", 1)[1],
    block("").replace("\n", "\n+"),
    block("").rsplit("\n", 2)[0].replace("\n", "\n+"),
    block("").rsplit("\n", 2)[0].replace("\n", "\n> "),
    "\n".join(f"{number:5}\t{line}" for number, line in enumerate(block("").split("\n"))),
    "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 6\n" + PEM_LINES,
]

LEFT: list[str] = [
    "the task-force met about disk-usage and risk-assessment-2026",
    "sk-learn, sk-toggleable__content-arrow, sk-estimator-doc-link-fitted",
    "class='desk-booking-panel-2 task-list-item-checkbox'",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "key: 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sessionId 0a1b2c3d-4e5f-6789-a0b1-c2d3e4f56789",
    '"integrity": "sha512-' + made(LETTERS + "+/", 86) + '=="',
    "sha256:" + made(HEX, 64),
    "go.sum h1:" + made(LETTERS + "+/", 43) + "=",
    "data:image/png;base64,iVBORw0KGgo" + made(LETTERS + "+/", 3000) + "==",
    "@font-face{src:url(data:font/woff2;base64," + made(LETTERS + "+/", 3000) + ")}",
    "password=${DB_PASSWORD}", "password = $PASSWORD", 'password="<your-password>"', "password: xxxxxxxxxxxx",
    "password=changeme", 'password = os.environ["DB_PASSWORD"]', "password = getpass.getpass()", "password: ********",
    "PASSWORD_FILE=/run/secrets/db2", "password=/run/secrets/db_pass_2", "password_hash = hash_password_v2(text)",
    'password="hunter2"', 'password="test1234567"', "password: string;", "password = user.password2",
    "the password must have 8 characters", "api_key = settings.OPENAI_API_KEY2", 'api_key: "{{ vault.api_key1 }}"',
    "api_key = load_api_key_v2(path)", "apiKey: process.env.API_KEY_2", 'api_key="YOUR_API_KEY_HERE_1234"',
    "api_key=sk-your-key-goes-here", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "sk-ant-your-api-key-goes-here",
    "token: number_of_tokens_2", "max_tokens: 4096, total_tokens=1234567890123456", "token = lexer.next_token2()",
    "tokenizer=AutoTokenizer2FastFromPretrained", "const token: CancellationToken2 = source.cancellationToken2;",
    "primary_key=a1b2c3d4e5f6a7b8c9d0", "cache-key: linux-a1b2c3d4e5f6a7b8c9d0", "public_key=a1b2c3d4e5f6a7b8c9d0",
    "keyboard: a1b2c3d4e5f6a7b8c9d0", "SSH_PUBLIC_KEY=" + made(LETTERS, 40), "foreign key: users_id_2024_index_b",
    "Authorization: Bearer <token>", "Authorization: Bearer $TOKEN", 'f"Bearer {self.token2}"', "author: a1b2c3d4e5f6a7b8c9d0",
    "bypass('www.example.org:8080')", '"SetDefaultPassword", "CDaoWorkspace"', 'publicKeyToken="6595b64144ccf1df"',
    "bearer authentication", "Authorization: Basic <credentials>", "use basic auth: username and password",
    "http://localhost:8080/@scope/package", "https://user:password@example.org", "https://u:your-password@example.org", "https://u:%PASSWORD%@example.org", "https://user:${PW}@example.org",
    "git@github.com:owner/repository.git", "ssh://git@github.com/owner/repository_v2", "https://example.org/a?key=value",
    "mailto://someone@example.org", "https://example.org:8443/a1b2c3d4e5f6a7b8c9d0", "cookie: yes", "cookies: accepted=true; theme=dark-blue-2024",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    'it begins with "-----BEGIN RSA PRIVATE KEY-----" and then come its lines',
    "-----BEGIN CERTIFICATE-----\n" + PEM_LINES + "\n-----END CERTIFICATE-----",
    "-----BEGIN PGP PUBLIC KEY BLOCK-----\n" + PEM_LINES + "\n-----END PGP PUBLIC KEY BLOCK-----",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + made(LETTERS, 43) + " me@example.org",
    "pk_" + "live_" + made(LETTERS, 24),
    "AC" + made(HEX, 32),
    "thisIsQuiteALongIdentifierInCamelCase2", "THIS_IS_QUITE_A_LONG_CONSTANT_NAME_2", "test_that_hf_models_are_loaded_twice_2",
    "node_modules/.pnpm/@babel+core@7.24.0/node_modules/@babel/core/lib/index.js", "rollout-2026-08-03T11-00-00-0198a000-0000-7000-8000-000000000001",
    "0x7f3a5c001234 is the token", "token: 0x7f3a5c0012347f3a5c001234", "trace_id=4bf92f3577b34da6a3ce929d0e0e4736",
    "-----------------------------------------", "=" * 60, "eyJ", "xoxb", "AKIA is how they begin", "a Stripe key begins sk_live_",
]  # fmt: skip
"""What has the looks of a secret and is none."""

SECRETS = [
    *((kind, text, text) for kind, text in KNOWN),
    *((kind, secret, where.format(secret)) for kind, secret, where in NAMED),
]


@pytest.mark.parametrize(("kind", "secret", "text"), SECRETS)
def test_masked(kind: str, secret: str, text: str) -> None:
    """Each secret is gone, what it was is said, and what was around it stays."""
    before, after = text.split(secret)
    assert masked(text).startswith(before.split(AWS_KEY)[0])
    assert masked(text).endswith(after)
    assert f"[secret: {kind}]" in masked(text)
    assert secret not in masked(text)


@pytest.mark.parametrize("text", BLOCKS)
def test_private_keys(text: str) -> None:
    """Of a private key no line is left, and the lines after it stay where they were."""
    left = masked(f"before\n{text}\nafter")
    assert "[secret: private key]" in left
    assert not any(line[:40] in left for line in PEM_LINES.split("\n"))
    assert left.count("\n") == text.count("\n") + 2
    assert left.startswith("before\n")
    assert left.endswith("\nafter")


@pytest.mark.parametrize("text", LEFT)
def test_left(text: str) -> None:
    """What only looks like one is left: the text is the same object."""
    assert masked(text) is text
    assert masked(quoted := json.dumps(text)) is quoted


@pytest.mark.parametrize("kind", {kind for kind, _, _ in _FORMATS} | {kind for kind, _, _ in SECRETS} | {"private key"})
def test_a_mask_is_no_secret(kind: str) -> None:
    """A mask stays as it is, whatever stands before it."""
    for text in (f"[secret: {kind}]", f"password=[secret: {kind}]", f'"token": "[secret: {kind}]"', f"key: [secret: {kind}]: a"):
        assert masked(text) is text


AROUND = st.text(st.sampled_from("\n \t:,.()[]{}<>=\"'`+-#漢字é😀 x"), max_size=20)


@given(st.sampled_from(KNOWN), AROUND, AROUND, st.booleans())
def test_wherever_it_is_put(known: tuple[str, str], before: str, after: str, escaped: bool) -> None:
    """A key of known form never survives: first or last, in quotes, in JSON, in a line of a diff, beside Chinese."""
    text = f"{before}{'' if before[-1:] not in ('x', '-') else ' '}{known[1]}{' ' if after[:1] in ('x', '-') else ''}{after}"
    text = json.dumps(text) if escaped else text
    assert known[1] not in masked(text)


@given(st.sampled_from(NAMED), st.sampled_from(["", "\n", "+", "- ", "> ", "漢字 ", '{"a": 1}\n']), st.sampled_from(["", "\n", "\r\n", "\n漢字"]))
def test_a_named_one_wherever_it_is_put(named: tuple[str, str, str], before: str, after: str) -> None:
    """The same for what its name gives away."""
    text = f"{before}{named[2].format(named[1])}{after}"
    assert named[1] not in masked(text)
    assert named[1] not in masked(json.dumps(text, ensure_ascii=False))


PIECES = st.sampled_from(
    [secret for _, _, secret in SECRETS] + BLOCKS + LEFT
    + ["password", "key", "token", "=", ":", '"', "\\", "\n", " ", "://", "@", "eyJ", "漢", "\ud83d", "\0", "-----BEGIN PRIVATE KEY-----", "a", "9"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join) | st.text())
def test_any_text(text: str) -> None:
    """Masking never fails, keeps the lines, and finds nothing more in what it has masked."""
    once = masked(text)
    assert [once.count(end) for end in "\n\r\v\u2028"] == [text.count(end) for end in "\n\r\v\u2028"]
    assert masked(once) is once


@pytest.mark.parametrize(
    "piece",
    ["a", "A1", "=", "eyJ", "-", "key=", "api_key=", "password", "password: ", "token='", "://", "://a:", "cookie: a=b;", "auth: ",
     "curl \\\n", "curl -u a:", "ghp_", "sk-", "SG.", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nAAAA", "Private-Lines: 1\n",
     "PuTTY-User-Key-File", AWS_KEY + " ", "\\", "token\\\\\\\\", "[secret: key]", "login a password "],
)  # fmt: skip
def test_linear(piece: str) -> None:
    """Twice as much hostile text takes at most about twice as many steps."""
    small, large = (_steps(piece * (size // len(piece))) for size in (20_000, 40_000))
    assert large < 3 * small + 1000


def _steps(text: str) -> int:
    """How many calls masking makes, a pattern's use counted as one: no clock, which other processes would disturb."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        masked(text)
    finally:
        sys.setprofile(before)
    return calls


def test_comes_late() -> None:
    """A search does not load it."""
    code = "import sys, sleuth.engine.workspace; assert 'sleuth.ingest.readers.secrets' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
