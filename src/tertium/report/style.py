"""The stylesheet of the pages. Colours are never the only sign: every tint comes with words or a weight of its own."""

_LIGHT = """
--paper: #ffffff; --sheet: #f6f7f9; --ink: #1b2430; --soft: #5a6675; --line: #d9dee5; --strong-line: #5a6675;
--accent: #1d5fa8; --band-0: #e8f0f9; --band-1: #f5f2ea;
--win: #d9efe4; --win-ink: #0d5c3c; --lose: #fbe3d8; --lose-ink: #8c3310; --tie: #eef0f3; --tie-ink: #4b5664;
--foreign: #fde9b8; --foreign-line: #b97a00; --own: #1d4f8f;
"""

_DARK = """
--paper: #12171e; --sheet: #1a212a; --ink: #e4e9ef; --soft: #9aa7b6; --line: #303a46; --strong-line: #8593a3;
--accent: #7db4ee; --band-0: #1b2a3c; --band-1: #272520;
--win: #143a2b; --win-ink: #8fdcb9; --lose: #46261a; --lose-ink: #f5b497; --tie: #232b35; --tie-ink: #b3bfcc;
--foreign: #4a3a10; --foreign-line: #d9a53a; --own: #9cc8f8;
"""

_RULES = """
:root { color-scheme: light dark; LIGHT }
@media (prefers-color-scheme: dark) {
  :root { DARK }
}
* { box-sizing: border-box; }
html { background: var(--paper); }
body {
  margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 62rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 2rem; margin: 0.2rem 0 1.2rem; letter-spacing: -0.01em; }
h2 { font-size: 1.35rem; margin: 3rem 0 1rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2.2rem 0 0.6rem; }
h4 { font-size: 1rem; margin: 0 0 0.5rem; font-weight: 600; }
p { margin: 0.6rem 0; max-width: 48rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
small, .note, caption, figcaption { font-size: 0.875rem; color: var(--soft); }
.note { margin: 0.5rem 0; }
.over { margin: 0; font-size: 0.8rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; list-style: none; margin: 1.4rem 0 0; padding: 0; }
.lead {
  background: var(--sheet); border-left: 4px solid var(--accent); border-radius: 0 6px 6px 0; padding: 0.9rem 1.3rem;
}
.lead h2 { margin: 0; padding: 0; border: 0; font-size: 1rem; color: var(--soft); font-weight: 600; }
.lead p { max-width: none; font-size: 1.06rem; }
.lead ul { margin: 0.3rem 0 0.6rem; padding-left: 1.3rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem 2.2rem; margin: 0 0 1.6rem; }
.facts dt { font-size: 0.8rem; color: var(--soft); }
.facts dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; margin: 0.8rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0 0 0.5rem; }
th, td { padding: 0.4rem 0.8rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
thead th { border-bottom: 2px solid var(--strong-line); white-space: nowrap; }
tbody th { overflow-wrap: anywhere; min-width: 6rem; max-width: 22rem; }
.number { text-align: right; white-space: nowrap; }
.number small { margin-left: 0.35rem; }
.scores { width: 100%; }
.scores tbody + tbody { border-top: 2px solid var(--strong-line); }
.scores sup { margin-left: 0.1rem; line-height: 0; }
.scores tbody .number { font-size: 1.02rem; }
figure { margin: 0.8rem 0 1.2rem; }
figure svg { display: block; width: 100%; min-width: 40rem; height: auto; }
svg text { font-size: 13px; fill: var(--ink); font-variant-numeric: tabular-nums; }
svg .name { font-weight: 600; }
svg .value { font-weight: 600; }
svg .rank, svg .tick, svg .range, svg .way { fill: var(--soft); }
svg .tick, svg .way, svg .range { font-size: 12px; }
svg .grid { stroke: var(--line); }
svg .axis { stroke: var(--strong-line); }
svg .whisker { stroke: var(--accent); stroke-width: 2; }
svg .dot { fill: var(--accent); stroke: var(--paper); stroke-width: 1.5; }
svg .band-0 { fill: var(--band-0); }
svg .band-1 { fill: var(--band-1); }
.matrix th, .matrix td { border: 1px solid var(--line); }
.matrix thead th {
  white-space: normal; overflow-wrap: anywhere; max-width: 12rem; text-align: center;
}
.matrix tbody td { min-width: 7.8rem; }
.matrix tbody th { position: sticky; left: 0; min-width: 8rem; background: var(--paper); }
.matrix td { text-align: center; line-height: 1.3; white-space: nowrap; }
.matrix td span { display: block; font-weight: 600; }
.matrix td small { color: inherit; }
.win { background: var(--win); color: var(--win-ink); }
.lose { background: var(--lose); color: var(--lose-ink); }
.tie { background: var(--tie); color: var(--tie-ink); }
.matrix .tie span { font-weight: 400; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.7rem 0; }
summary { cursor: pointer; padding: 0.55rem 0.9rem; font-weight: 600; overflow-wrap: anywhere; }
summary small { font-weight: 400; margin-left: 0.4rem; }
details[open] > summary { border-bottom: 1px solid var(--line); }
details > .wide { margin: 0.8rem 0.9rem; }
article { padding: 1rem 1rem 0.9rem; }
article + article { border-top: 1px solid var(--line); }
.texts { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr; gap: 0.35rem 1.1rem; margin: 0; }
.texts dt { color: var(--soft); font-size: 0.875rem; padding-top: 0.1rem; max-width: 12rem; overflow-wrap: anywhere; }
.texts dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.texts .system { color: var(--ink); font-weight: 600; }
mark {
  background: var(--foreign); color: inherit; text-decoration: underline dotted 2px var(--foreign-line);
  text-underline-offset: 0.22em; border-radius: 3px; padding: 0 0.1em;
}
.texts strong, .key strong { color: var(--own); font-weight: 700; }
.settings code { font-size: 0.85rem; overflow-wrap: anywhere; }
blockquote {
  margin: 0.8rem 0; padding: 0.8rem 1.2rem; background: var(--sheet); border-radius: 6px; overflow-wrap: anywhere;
}
@media (max-width: 40rem) {
  body { padding-top: 1.4rem; }
  h1 { font-size: 1.55rem; }
  th, td { padding: 0.35rem 0.5rem; }
  .scores .number small { display: block; margin: 0; }
  .texts { grid-template-columns: 1fr; gap: 0.1rem; }
  .texts dd { margin-bottom: 0.6rem; }
}
@media print {
  :root { color-scheme: light; LIGHT }
  body { padding: 0; max-width: none; font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav { display: none; }
  .wide { overflow: visible; }
  h2, h3, h4, caption, summary { break-after: avoid; }
  figure, tr, article, blockquote, .lead { break-inside: avoid; }
  figure svg { min-width: 0; }
  .matrix { font-size: 8pt; }
  .matrix tbody td, .matrix tbody th { min-width: 0; padding: 0.2rem 0.35rem; white-space: normal; }
  details::details-content { content-visibility: visible; height: auto; }
}
"""

# Paper is white in dark mode too.
CSS = _RULES.replace("LIGHT", _LIGHT).replace("DARK", _DARK)
