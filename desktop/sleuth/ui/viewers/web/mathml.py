"""How does LaTeX become MathML that can do nothing but be drawn?

`convert` runs in a helper process: math-core is native code, and a nest of a few hundred braces overflows its stack. What
it answers is not trusted: `clean` takes it apart and writes it anew from tags, attributes and styles that are known.
"""

import json
import re
from html import escape, unescape
from typing import Any

# What is written in papers and notebooks and math-core does not know.
_MACROS = {
    "mbox": r"\text{#1}",
    "hbox": r"\text{#1}",
    "textnormal": r"\text{#1}",
    "mathnormal": "#1",
    "ensuremath": "#1",
    "pmb": r"\boldsymbol{#1}",
    "substack": r"\begin{subarray}{c}#1\end{subarray}",
    "dotsc": r"\ldots",
    "dotsb": r"\cdots",
    "dotsm": r"\cdots",
    "dotsi": r"\cdots",
    "dotso": r"\ldots",
}
# No number stands beside an equation: it would be another one than the document's.
_ENVIRONMENTS = {
    "equation": "",
    "split": "aligned",
    "align": "aligned",
    "flalign": "aligned",
    "gather": "gathered",
    "multline": "gathered",
    "smallmatrix": "matrix",
}
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-z]+)\*?\}")
_COLUMNS = re.compile(r"\\(begin|end)\{(alignat|alignedat|eqnarray)\*?\}(\{\d+\})?")
_TAG = re.compile(r"\\tag\*?\{([^{}]*)\}")
_DROPPED = re.compile(r"\\(?:label|require)\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")
_SPACE = re.compile(r"(?<!\\)((?:\\\\)*\\)\n")
_ANGLE = re.compile(r"(\\(?:left|right|middle|[bB]igg?[lrm]?)\s*)([<>])")
_MOST_CHARACTERS = 500_000
"""Of one formula's MathML."""


def convert(data: bytes) -> list[tuple[bool, str]]:
    """For each formula whether it could be converted, and its MathML or the reason.

    Args:
        data: JSON: pairs of LaTeX and whether it stands by itself.
    """
    from math_core import LatexToMathML

    converter = LatexToMathML(macros=_MACROS, fancy_error=False, allow_unreliable_rendering=True)

    def one(latex: str, is_display: bool) -> tuple[bool, str]:
        try:
            mathml = converter.convert_with_local_state(_understood(latex), displaystyle=is_display)
        # A panic of Rust's is no Exception. Whatever it is, the next formula may be well.
        except BaseException as error:  # noqa: BLE001
            return False, re.sub(r"^\d+: ", "", str(error)).strip()[:200] or type(error).__name__
        return (True, mathml) if len(mathml) <= _MOST_CHARACTERS else (False, "it would be too large")

    return [one(str(latex), bool(is_display)) for latex, is_display in json.loads(data)]


def _understood(latex: str) -> str:
    latex = _SPACE.sub(r"\1 ", _DROPPED.sub("", latex))
    latex = _COLUMNS.sub(_with_columns, latex)
    latex = _ENVIRONMENT.sub(_named, latex)
    latex = _ANGLE.sub(lambda found: found[1] + (r"\langle " if found[2] == "<" else r"\rangle "), latex)
    return _TAG.sub(r"\\qquad\\text{(\1)}", latex)


def _with_columns(found: re.Match[str]) -> str:
    if found[2] != "eqnarray":
        return rf"\{found[1]}{{aligned}}"
    return r"\begin{array}{rcl}" if found[1] == "begin" else r"\end{array}"


def _named(found: re.Match[str]) -> str:
    name = _ENVIRONMENTS.get(found[2])
    if name is None:
        return found[0]
    return rf"\{found[1]}{{{name}}}" if name else ""


# ----------------------------------------------------------------------------- what is let through

# https://www.w3.org/TR/mathml-core/, and what it lets a text in a formula hold.
_TAGS = frozenset(
    "math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt "
    "mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none b code i span".split()
)
_ATTRIBUTES = frozenset(
    "accent accentunder columnspan depth display displaystyle fence form height largeop linethickness lspace mathvariant "
    "maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset width".split()
)
_CLASSES = frozenset(["math-core-sans-serif-font", "math-core-serif-font"])
_VALUE = re.compile(r"[\w.%+ -]*")
_STYLE = re.compile(
    r"(?:(?:text-align|justify-items|width|color|(?:padding|border)(?:-(?:top|right|bottom|left))?)\s*:\s*[\w.%# -]+(?:;\s*|$))*"
)
_PART = re.compile(r'<(/?)([a-z]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*(/?)>|([^<>]+)')
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"<>]*)"')
_MOST_DEPTH = 200
"""A browser flattens what is nested deeper than 512."""


class Unclean(ValueError):
    """It holds what we do not know."""


class TooDeep(Unclean):
    """It is nested more deeply than a page should be."""


def clean(mathml: str) -> str:
    """The same formula, written by us.

    Raises:
        Unclean: It holds another tag than those of formulas, or is not balanced.
        TooDeep: It is nested too deeply.
    """
    parts: list[str] = []
    opened: list[str] = []
    position = 0
    while position < len(mathml):
        found = _PART.match(mathml, position)
        if found is None:
            raise Unclean(mathml[position : position + 20])
        position = found.end()
        is_end, tag, attributes, is_empty, text = found.groups()
        if text is not None:
            parts.append(escape(unescape(text)))
        elif is_end:
            if not opened or opened.pop() != tag:
                raise Unclean(tag)
            parts.append(f"</{tag}>")
        else:
            if tag not in _TAGS or (tag == "math") is bool(opened):
                raise Unclean(tag)
            if len(opened) >= _MOST_DEPTH:
                raise TooDeep
            kept = "".join(_kept(name, unescape(value)) for name, value in _ATTRIBUTE.findall(attributes))
            parts.append(f"<{tag}{kept}></{tag}>" if is_empty else f"<{tag}{kept}>")
            if not is_empty:
                opened.append(tag)
    if opened or not parts or not parts[0].startswith("<math"):
        raise Unclean("not closed")
    return "".join(parts)


def _kept(name: str, value: Any) -> str:
    is_known = (
        (name in _ATTRIBUTES and _VALUE.fullmatch(value))
        or (name == "style" and _STYLE.fullmatch(value))
        or (name == "class" and value in _CLASSES)
    )
    return f' {name}="{escape(value)}"' if is_known else ""
