"""What does a chat's page look like?

What the person said stands in a box, so that one finds one's own questions again; what the agent answered stands free.
"""

from sleuth.ui.theme.tokens import RADIUS_CONTROL, SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_5, SPACE_6

_COPY = (
    "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23000' stroke-width='1.3' "
    "stroke-linejoin='round'%3E%3Cpath d='M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3'/%3E%3C/svg%3E"
)
RULES = f"""
main.chat {{ max-width: 50em; padding: {SPACE_4}px {SPACE_5}px {SPACE_6}px; }}
.box {{ padding: {SPACE_2}px {SPACE_4}px; margin: 0 0 {SPACE_2}px; border: 2px solid transparent; border-radius: {RADIUS_CONTROL}px; }}
.user > .box {{ background: var(--surface-sunken); border: 1px solid var(--hairline); padding: {SPACE_2 + 1}px {SPACE_4 + 1}px; }}
.meant > .box {{ border: 2px solid var(--accent); padding: {SPACE_2}px {SPACE_4}px; }}
header {{ display: flex; align-items: center; gap: {SPACE_2}px; margin-bottom: {SPACE_1}px; font-size: 0.87em; color: var(--text-muted);
  user-select: none; }}
.who {{ font-weight: 600; color: var(--text); }}
.user .who {{ color: var(--accent); }}
.number {{ font-variant-numeric: tabular-nums; }}
.copy {{ margin-left: auto; width: 24px; height: 24px; opacity: 0; }}
.copy::before {{ content: ""; display: block; width: 16px; height: 16px; margin: 4px; background: var(--text-muted); mask: url("data:image/svg+xml,{_COPY}"); }}
article:hover .copy, .copy:focus-visible {{ opacity: 1; }}
.copy:hover::before {{ background: var(--text); }}
.body > :first-child {{ margin-top: 0; }}
.body > :last-child, .body > :last-child > :last-child, details > :last-child {{ margin-bottom: {SPACE_1}px; }}
.user p {{ white-space: pre-wrap; }}
.body h1, .body h2 {{ border: none; padding: 0; }}
.body h1 {{ font-size: 1.25em; }} .body h2 {{ font-size: 1.15em; }} .body h3 {{ font-size: 1.05em; }}
.day {{ display: flex; align-items: center; gap: {SPACE_3}px; margin: {SPACE_3}px 0; font-size: 0.87em; color: var(--text-muted); }}
.day::before, .day::after {{ content: ""; flex: 1; border-top: 1px solid var(--hairline); }}
.tool > .box {{ padding-top: {SPACE_1}px; padding-bottom: {SPACE_1}px; }}
.tool header {{ margin: 0; }}
summary {{ cursor: default; font-size: 0.87em; color: var(--text-muted); overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
  min-height: 24px; line-height: 24px; border-radius: {RADIUS_CONTROL}px; }}
summary > code {{ background: none; border: none; padding: 0; }}
summary > span {{ margin-left: {SPACE_2}px; }}
summary:focus-visible {{ outline: 2px solid var(--accent); outline-offset: 2px; }}
.tool pre {{ white-space: pre-wrap; margin-top: {SPACE_1}px; }}
nav {{ display: flex; justify-content: center; gap: {SPACE_5}px; padding: {SPACE_2}px 0 {SPACE_4}px; font-size: 0.92em; }}
nav:empty {{ display: none; }}
nav a {{ text-decoration: none; padding: {SPACE_1}px {SPACE_2}px; }}
nav a:hover {{ text-decoration: underline; }}
"""
