"""What does a page look like?

The theme's colours and fonts are variables in a style of their own, which is all that changes with the theme.
"""

from dataclasses import dataclass, field
from html import escape

from sleuth.ui.theme.tokens import (
    RADIUS_CONTROL,
    SPACE_1,
    SPACE_2,
    SPACE_3,
    SPACE_4,
    SPACE_5,
    SPACE_6,
    Colours,
)
from sleuth.ui.viewers.web.addresses import SCHEME

# No script, no font, no frame, no form, no other origin; styles are our own, and no text can hold one.
POLICY = f"default-src 'none'; img-src {SCHEME}: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class Fonts:
    """The platform's, and the size of its interface."""

    text: str
    code: str
    size_px: int


@dataclass(frozen=True, slots=True)
class Rendered:
    """What an item renders to."""

    html: str
    """The inside of `main`."""
    pictures: frozenset[str] = field(default=frozenset())
    """References of the files that it shows."""


def page(title: str, rendered: Rendered, kind: str, colours: Colours, fonts: Fonts, rules: str = "") -> str:
    """A whole page; `rules` are those of its kind alone."""
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<meta name="referrer" content="no-referrer"><title>{escape(title)}</title>'
        f'<style id="theme">{variables(colours, fonts)}</style><style>{_RULES}{rules}</style></head>'
        f'<body><main class="{kind}">{rendered.html}</main></body></html>'
    )


def text_size(interface_px: int) -> int:
    """Of what is read, where the interface's font is so large."""
    return max(14, round(interface_px * 1.1))


def variables(colours: Colours, fonts: Fonts) -> str:
    """The theme, as the rules name it."""
    roles = (name for name in Colours.__slots__ if name != "is_dark")
    named = "".join(f"--{name.replace('_', '-')}: {getattr(colours, name)};" for name in roles)
    # A little larger than the interface: this is read, not glanced at.
    size = text_size(fonts.size_px)
    return (
        f":root {{ color-scheme: {'dark' if colours.is_dark else 'light'}; {named}"
        f"--text-font: {_family(fonts.text)}, system-ui, sans-serif; --code-font: {_family(fonts.code)}, monospace;"
        f"--size: {size}px; }}"
    )


def _family(name: str) -> str:
    """A font's name as CSS has it; nothing in it ends the string or the style."""
    return '"' + "".join(letter for letter in name if letter.isalnum() or letter in " -_.") + '"'


# Fonts with a table for formulas: Windows', macOS's, what TeX and LibreOffice bring, and whatever else the system has.
_MATH_FONTS = (
    '"Latin Modern Math", "STIX Two Math", "Cambria Math", "Libertinus Math", "TeX Gyre Termes Math", "XITS Math", "STIX Math", '
    '"Noto Sans Math", "DejaVu Math TeX Gyre", math'
)
_MATH_X_HEIGHT = 0.52
"""Of an em: these fonts are drawn small, and differ; beside a platform's text they look alike then."""
_STROKE = "transparent calc(50% - 0.5px), currentcolor calc(50% - 0.5px) calc(50% + 0.5px), transparent calc(50% + 0.5px)"
_UPWARD, _DOWNWARD = (
    f"linear-gradient(to bottom right, {_STROKE})",
    f"linear-gradient(to top right, {_STROKE})",
)

# Drawn here, 16 units wide, in strokes; the theme's colour shines through.
_STROKES = {
    "info": "M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M8 7.2v4M8 4.9v.1",
    "tip": "M6.2 11.2c0-2-2-2.4-2-5a3.8 3.8 0 0 1 7.6 0c0 2.6-2 3-2 5zM6.6 14h2.8",
    "ok": "M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M5.2 8.2l2 2l3.6-4",
    "important": "M2 2.5h12v8.5H8.5L5.5 14v-3H2zM8 4.7v2.6M8 9v.1",
    "question": "M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.6-.8 1.2M8 11.3v.1",
    "warning": "M8 2L14.6 13.6H1.4zM8 6.4v3.2M8 11.5v.1",
    "danger": "M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM8 4.8v3.8M8 11v.1",
    "aside": "M2.5 4h11M2.5 8h11M2.5 12h7",
}


def _icon(name: str) -> str:
    drawing = (
        "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23000' stroke-width='1.5' "
        f"stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='{_STROKES[name]}'/%3E%3C/svg%3E"
    )
    return f'url("data:image/svg+xml,{drawing}")'


_RULES = f"""
html {{ background: var(--surface); }}
body {{ margin: 0; color: var(--text); font: var(--size)/1.6 var(--text-font); overflow-wrap: break-word; }}
main {{ max-width: 46em; margin: 0 auto; padding: {SPACE_5}px {SPACE_6}px 30vh; }}
main > :first-child {{ margin-top: 0; }}
h1, h2, h3, h4, h5, h6 {{ font-weight: 600; line-height: 1.3; margin: 1.6em 0 0.6em; scroll-margin-top: {SPACE_4}px; }}
h1 {{ font-size: 1.6em; }} h2 {{ font-size: 1.3em; }} h3 {{ font-size: 1.15em; }} h4, h5, h6 {{ font-size: 1em; }}
h1, h2 {{ padding-bottom: 0.25em; border-bottom: 1px solid var(--hairline); }}
h6 {{ color: var(--text-muted); }}
p, ul, ol, blockquote, pre, .wide {{ margin: 0 0 1em; }}
ul, ol {{ padding-left: 1.6em; }}
li > ul, li > ol {{ margin: 0; }}
li + li {{ margin-top: 0.2em; }}
li > p {{ margin-bottom: 0.5em; }}
a {{ color: var(--accent); text-underline-offset: 2px; border-radius: 2px; }}
a:not([href]) {{ color: inherit; text-decoration: underline dotted var(--text-faint); }}
a:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 2px; }}
img {{ max-width: 100%; height: auto; border-radius: {RADIUS_CONTROL}px; }}
hr {{ border: none; border-top: 1px solid var(--hairline); margin: {SPACE_5}px 0; }}
blockquote {{ margin-left: 0; padding: 0 {SPACE_4}px; border-left: 3px solid var(--hairline); color: var(--text-muted); }}
blockquote > :last-child, li > :last-child, td > :last-child {{ margin-bottom: 0; }}
code, pre {{ font-family: var(--code-font); font-size: 0.92em; }}
code {{ background: var(--surface-sunken); border: 1px solid var(--hairline); border-radius: {RADIUS_CONTROL}px; padding: 0.05em 0.3em; }}
pre {{ background: var(--surface-sunken); border: 1px solid var(--hairline); border-radius: {RADIUS_CONTROL}px;
  padding: {SPACE_3}px {SPACE_4}px; overflow-x: auto; line-height: 1.5; tab-size: 4; }}
pre code {{ background: none; border: none; padding: 0; font-size: inherit; }}
pre i {{ font-style: normal; }}
i.k {{ color: var(--code-keyword); }} i.s {{ color: var(--code-string); }} i.c {{ color: var(--code-comment); }}
i.m {{ color: var(--code-number); }} i.n {{ color: var(--code-name); }} i.ok {{ color: var(--ok); }} i.danger {{ color: var(--danger); }}
code.math, pre.math {{ color: var(--code-name); }}
math {{ font-family: {_MATH_FONTS}; font-size-adjust: {_MATH_X_HEIGHT}; }}
.formula {{ border-radius: {RADIUS_CONTROL}px; }}
[data-source][data-mark] {{ background: var(--mark); color: var(--on-mark); }}
[data-source][data-own] {{ background: var(--mark-strong); color: var(--on-mark); outline: 2px solid var(--mark-outline); }}
.display {{ display: block; margin: 0 0 1em; padding: {SPACE_1}px 0; text-align: center; overflow-y: hidden; }}
.display .formula {{ display: inline-block; padding: {SPACE_1}px {SPACE_2}px; }}
menclose {{ display: inline math; }}
menclose[notation="box"] {{ border: 1px solid currentcolor; padding: 0.2em 0.3em; }}
menclose[notation^="updiagonalstrike"] {{ background: {_UPWARD}; }}
menclose[notation="downdiagonalstrike"] {{ background: {_DOWNWARD}; }}
menclose[notation="updiagonalstrike downdiagonalstrike"] {{ background: {_UPWARD}, {_DOWNWARD}; }}
.math-core-sans-serif-font {{ font-family: var(--text-font); }}
mark {{ background: color-mix(in srgb, var(--warning) 25%, transparent); color: inherit; border-radius: 2px; padding: 0 0.1em; }}
.callout {{ --look: var(--accent); --icon: {_icon("info")}; margin: 0 0 1em; padding: {SPACE_2}px {SPACE_4}px; border-left: 3px solid var(--look);
  border-radius: 0 {RADIUS_CONTROL}px {RADIUS_CONTROL}px 0; background: color-mix(in srgb, var(--look) 7%, transparent); }}
.callout > .title {{ margin: 0; font-weight: 600; color: var(--look); padding-left: 1.6em; position: relative; }}
.callout > .title:not(:last-child) {{ margin-bottom: 0.3em; }}
.callout > .kind {{ text-transform: lowercase; }}
.callout > .kind::first-letter {{ text-transform: uppercase; }}
.callout > .title > .icon {{ position: absolute; left: 0; top: 0.25em; width: 1.1em; height: 1.1em; border-radius: {RADIUS_CONTROL}px; }}
.callout > .title > .icon::before {{ content: ""; position: absolute; inset: 0; background: var(--look); mask: var(--icon) center/contain no-repeat; }}
.callout > :last-child {{ margin-bottom: 0; }}
.callout > summary {{ cursor: default; list-style: none; }}
.callout > summary::after {{ content: "▸"; margin-left: 0.5em; font-weight: 400; color: var(--text-muted); }}
.callout[open] > summary::after {{ content: "▾"; }}
.callout > summary:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }}
.callout.tip {{ --look: var(--ok); --icon: {_icon("tip")}; }}
.callout.ok {{ --look: var(--ok); --icon: {_icon("ok")}; }}
.callout.important {{ --look: var(--code-keyword); --icon: {_icon("important")}; }}
.callout.question {{ --look: var(--warning); --icon: {_icon("question")}; }}
.callout.warning {{ --look: var(--warning); --icon: {_icon("warning")}; }}
.callout.danger {{ --look: var(--danger); --icon: {_icon("danger")}; }}
.callout.aside {{ --look: var(--text-muted); --icon: {_icon("aside")}; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; }}
th, td {{ border: 1px solid var(--hairline); padding: {SPACE_1}px {SPACE_3}px; text-align: left; vertical-align: top; }}
th {{ background: var(--surface-sunken); font-weight: 600; }}
.contains-task-list {{ list-style: none; padding-left: 0.4em; }}
.task-list-item > ul, .task-list-item > ol {{ padding-left: 3em; }}
.task-list-item-checkbox {{ margin: 0 0.5em 0 0; vertical-align: -0.1em; accent-color: var(--accent); }}
.front-matter {{ background: none; border: none; border-left: 3px solid var(--hairline); border-radius: 0; color: var(--text-muted);
  padding: 0 {SPACE_3}px; font-size: 0.85em; margin-bottom: {SPACE_5}px; }}
.footnotes {{ font-size: 0.9em; color: var(--text-muted); }}
.footnotes-sep {{ margin-top: {SPACE_6}px; }}
.footnote-ref a, .footnote-backref {{ text-decoration: none; }}
.quiet {{ color: var(--text-muted); }}
.note {{ display: inline-block; color: var(--text-muted); font-size: 0.9em; border: 1px dashed var(--border); border-radius: {RADIUS_CONTROL}px; padding: 0 {SPACE_2}px; line-height: 1.4; }}
::selection {{ background: var(--selection); }}
@keyframes point {{ from {{ background-color: var(--selection); box-shadow: 0 0 0 4px var(--selection); }} }}
.pointed {{ animation: point 1.6s ease-in; border-radius: 2px; }}
::highlight(mark) {{ background-color: var(--mark); color: var(--on-mark); }}
::highlight(own) {{ background-color: var(--mark-strong); color: var(--on-mark); text-decoration: underline overline 2px var(--mark-outline); }}
.formula *::highlight(mark), .formula *::highlight(own) {{ background-color: transparent; text-decoration: none; }}
::-webkit-scrollbar {{ width: 12px; height: 12px; background: transparent; }}
::-webkit-scrollbar-thumb {{ background: var(--hairline); border: 2px solid transparent; background-clip: content-box; border-radius: 6px; }}
::-webkit-scrollbar-thumb:hover {{ background-color: var(--border); }}
::-webkit-scrollbar-corner {{ background: transparent; }}

main.notebook {{ max-width: 60em; padding-left: {SPACE_4}px; }}
.cell {{ display: grid; grid-template-columns: 5em minmax(0, 1fr); column-gap: {SPACE_3}px; margin-bottom: {SPACE_4}px; scroll-margin-top: {SPACE_4}px; }}
.gutter {{ color: var(--text-muted); font: 0.82em/1.5 var(--code-font); text-align: right; padding-top: {SPACE_3}px; user-select: none; }}
.text .content > :first-child {{ margin-top: 0; }}
.cell pre {{ margin-bottom: {SPACE_2}px; }}
.cell .raw {{ background: none; border-style: dashed; color: var(--text-muted); }}
.output {{ display: contents; }}
.output .gutter {{ padding-top: {SPACE_1}px; }}
.output pre {{ background: none; border-color: transparent; padding: {SPACE_1}px {SPACE_4}px; white-space: pre-wrap; }}
.output pre.stderr {{ border-left: 3px solid var(--warning); border-radius: 0; }}
.output pre.error {{ border-left: 3px solid var(--danger); border-radius: 0; }}
.output .quiet {{ margin: {SPACE_1}px {SPACE_4}px; font-size: 0.92em; }}
.output img {{ background: #ffffff; margin: 0 {SPACE_4}px {SPACE_2}px; }}
"""
