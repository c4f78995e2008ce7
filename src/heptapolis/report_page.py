"""Self-contained HTML pages: a style, tables, figures."""

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #23211d; --faint: #6f6a60; --line: #e4e0d7;
  --accent: #3b7dd8; --alarm: #b3451d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --card: #1e2024; --ink: #e9e6df; --faint: #9b968b; --line: #34363c;
    --accent: #7fb0f2; --alarm: #f0a17c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 3rem 1.25rem 4rem; max-width: 54rem; background: var(--paper);
  color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; margin: 3rem 0 .8rem; letter-spacing: -.005em; }
p { margin: .4rem 0; }
.facts, figcaption, footer { color: var(--faint); }
.verdict { border-left: 3px solid var(--accent); padding: .1rem 0 .1rem .9rem; margin: 1rem 0; }
.warning { border-left: 3px solid var(--alarm); padding: .1rem 0 .1rem .9rem; margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { color: var(--faint); font-weight: 500; font-size: .88rem; }
th, td { padding: .42rem .6rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; font-weight: 600; }
figure { margin: 1.6rem 0; padding: 1rem 1.1rem .7rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 10px; overflow-x: auto; }
figcaption { font-size: .9rem; margin-bottom: .6rem; }
svg { display: block; width: 100%; min-width: 36rem; height: auto; }
svg text { font-family: inherit !important; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line);
  font-size: .9rem; }
"""


def page(title: str, language: str, body: Iterable[str]) -> str:
    """Return the complete page; the body is markup already."""
    lines, heading = "\n".join(body), escape(title)
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{heading}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{heading}</h1>
{lines}
</body>
</html>
"""


def table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a table; the first column is text, the others are numbers."""
    heading = "".join(f"<th>{escape(head)}</th>" for head in heads)
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in lines
    )
    return f"""<div class="wide"><table>
<thead><tr>{heading}</tr></thead>
<tbody>
{rows}
</tbody>
</table></div>"""


def figure(svg: str, label: str, has_caption: bool = True) -> str:
    """Return a figure; the label is for screen readers, and it is the caption if there is none."""
    text = escape(label)
    labelled = svg.replace("<svg", f'<svg role="img" aria-label="{text}"', 1)
    caption = f"<figcaption>{text}</figcaption>\n" if has_caption else ""
    return f"<figure>{caption}{labelled}</figure>"
