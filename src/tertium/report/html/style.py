"""The stylesheet of the pages. Colours are never the only sign: every tint comes with words or a weight of its own."""

_LIGHT = """
--paper: #ffffff; --sheet: #f6f7f9; --ink: #1b2430; --soft: #5a6675; --line: #d9dee5; --strong-line: #5a6675;
--shade: #1b243040; --accent: #1d5fa8; --band-0: #e8f0f9; --band-1: #f5f2ea;
--win: #d9efe4; --win-ink: #0d5c3c; --lose: #fbe3d8; --lose-ink: #8c3310; --tie: #eef0f3; --tie-ink: #4b5664;
--foreign: #fde9b8; --foreign-line: #b97a00; --own: #1d4f8f;
"""

_DARK = """
--paper: #12171e; --sheet: #1a212a; --ink: #e4e9ef; --soft: #9aa7b6; --line: #303a46; --strong-line: #8593a3;
--shade: #00000099; --accent: #7db4ee; --band-0: #1b2a3c; --band-1: #272520;
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
  margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 72rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 2rem; margin: 0.2rem 0 1.2rem; letter-spacing: -0.01em; }
h2 { font-size: 1.35rem; margin: 3rem 0 1rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2.2rem 0 0.6rem; }
h4 { font-size: 1rem; margin: 0 0 0.5rem; font-weight: 600; }
h5 { font-size: 0.95rem; margin: 1rem 0 0.3rem; }
summary h3 { display: inline; }
p { margin: 0.6rem 0; max-width: 48rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
small, .note, caption, figcaption { font-size: 0.875rem; color: var(--soft); }
.note { margin: 0.5rem 0; }
.over { margin: 0; font-size: 0.8rem; letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); }
nav {
  position: sticky; top: 0; z-index: 2; margin: 1.4rem -1.25rem 0; padding: 0.5rem 1.25rem; background: var(--paper);
  border-bottom: 1px solid var(--line);
}
section, article, [id] { scroll-margin-top: 3.4rem; }
nav { max-height: 7rem; overflow-y: auto; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; list-style: none; margin: 0; padding: 0; }
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
/* What is cut off at an edge is marked by a shadow there. */
.wide {
  background:
    linear-gradient(to right, var(--paper) 40%, transparent) left / 2.5rem 100%,
    linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100%,
    linear-gradient(to right, var(--shade), transparent) left / 0.9rem 100%,
    linear-gradient(to left, var(--shade), transparent) right / 0.9rem 100%;
  background-repeat: no-repeat; background-attachment: local, local, scroll, scroll;
}
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0 0 0.5rem; }
caption span { position: sticky; left: 0; display: inline-block; max-width: min(48rem, calc(100vw - 3.6rem)); }
th, td { padding: 0.4rem 0.8rem; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
thead th { border-bottom: 2px solid var(--strong-line); white-space: nowrap; }
tbody th { overflow-wrap: break-word; min-width: 6rem; max-width: 16rem; }
.number { text-align: right; white-space: nowrap; }
.number small { margin-left: 0.35rem; }
.packed .number small { display: block; margin: 0; }
.packed th, .packed td { padding-left: 0.45rem; padding-right: 0.45rem; }
.scores { width: 100%; }
.scores tbody th, .scores thead th:first-child:not(:only-child) { background: var(--paper); }
.scores tbody th { position: sticky; left: 0; z-index: 1; border-right: 1px solid var(--strong-line); }
.turned thead th { white-space: normal; overflow-wrap: anywhere; min-width: 5.5rem; vertical-align: bottom; }
.turned thead small { display: block; font-weight: 400; }
.turned tbody th { white-space: nowrap; min-width: 0; }
.scores tbody + tbody { border-top: 2px solid var(--strong-line); }
.scores sup { margin-left: 0.1rem; line-height: 0; }
.scores tbody .number { font-size: 1.02rem; }
figure { margin: 0.8rem 0 1.2rem; }
figure svg { display: block; width: 100%; height: auto; }
figure svg.roomy { max-width: 62rem; }
svg.narrow { display: none; max-width: 28rem; }
@media (max-width: 48rem) {
  svg.roomy { display: none; }
  figure svg.narrow { display: block; }
}
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
.matrix td { text-align: center; line-height: 1.3; }
.matrix td small { white-space: nowrap; }
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
details > .wide, details.metric > *:not(summary) { margin-left: 0.9rem; margin-right: 0.9rem; }
article { padding: 1rem 1rem 0.9rem; }
article + article { border-top: 1px solid var(--line); }
.texts { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr; gap: 0.35rem 1.1rem; margin: 0; }
.texts dt { color: var(--soft); font-size: 0.875rem; padding-top: 0.1rem; max-width: 12rem; overflow-wrap: anywhere; }
.texts dd { margin: 0; overflow-wrap: anywhere; white-space: break-spaces; }
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
  nav ul { gap: 0.1rem 1rem; font-size: 0.9rem; }
  .texts dd { margin-bottom: 0.6rem; }
}
@media print {
  :root { color-scheme: light; LIGHT }
  body { padding: 0; max-width: none; font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav { display: none; }
  .scores tbody th, .matrix tbody th { position: static; }
  .wide { overflow: visible; background: none; }
  .wide table { font-size: 7.5pt; }
  .wide th, .wide td, .packed th, .packed td { padding: 0.15rem 0.22rem; }
  .number, thead th, .turned tbody th, .matrix td small { white-space: normal; }
  .wide tbody th { min-width: 0; overflow-wrap: anywhere; }
  .wide .number small { display: block; margin: 0; }
  caption span { position: static; max-width: none; }
  h2, h3, h4, caption, summary { break-after: avoid; }
  figure, tr, article, blockquote, .lead { break-inside: avoid; }
  .wide .matrix { font-size: 6.5pt; }
  .matrix tbody td, .matrix tbody th { min-width: 0; }
  details::details-content { content-visibility: visible; height: auto; }
}
"""

# Paper is white in dark mode too.
CSS = _RULES.replace("LIGHT", _LIGHT).replace("DARK", _DARK)

_EXPLAIN_LIGHT = """
--stem: #1d6fb8; --synonym: #0e7c66; --paraphrase: #7a3fb0; --substitution: #b45309; --left: #b3261e; --other: #6b5b00;
--same-fill: #eef3f8; --stem-fill: #e0eefb; --synonym-fill: #dcf3ec; --paraphrase-fill: #f0e4fa;
--substitution-fill: #fdeedb; --left-fill: #fdeceb; --other-fill: #f6f1d8; --arc: #3d4fb5; --cover: 29, 95, 168;
"""

_EXPLAIN_DARK = """
--stem: #7db4ee; --synonym: #62d0b3; --paraphrase: #cfa4f5; --substitution: #f0b060; --left: #ff9d94; --other: #d9c860;
--same-fill: #1f2833; --stem-fill: #17304a; --synonym-fill: #12372e; --paraphrase-fill: #33224a;
--substitution-fill: #402c10; --left-fill: #431f1d; --other-fill: #3a3512; --arc: #a5b2ff; --cover: 90, 150, 220;
"""

_EXPLAIN_RULES = """
:root { LIGHT }
@media (prefers-color-scheme: dark) {
  :root { DARK }
}
.why { margin: 0.8rem 0; }
.why figcaption { margin-bottom: 0.3rem; }
.box { border: 1px solid var(--line); border-radius: 6px; padding: 0.2rem 1rem 0.5rem; margin: 1rem 0; }
.box h3 { margin: 0.8rem 0 0.3rem; }
.letter { color: var(--soft); font-weight: 600; }
svg .token { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono", monospace; }
svg .word { fill: var(--same-fill); stroke: var(--line); }
svg .word.stem { fill: var(--stem-fill); stroke: var(--stem); }
svg .word.synonym { fill: var(--synonym-fill); stroke: var(--synonym); }
svg .word.paraphrase { fill: var(--paraphrase-fill); stroke: var(--paraphrase); }
svg .word.substitution { fill: var(--substitution-fill); stroke: var(--substitution); }
svg .word.other { fill: var(--other-fill); stroke: var(--other); }
svg .word.left { fill: var(--left-fill); stroke: var(--left); stroke-dasharray: 4 3; }
svg .link { fill: none; stroke: var(--soft); stroke-width: 1.6; }
svg .link.stem { stroke: var(--stem); stroke-width: 2; stroke-dasharray: 9 3; }
svg .link.synonym { stroke: var(--synonym); stroke-width: 2; stroke-dasharray: 9 3 2 3; }
svg .link.paraphrase { stroke: var(--paraphrase); stroke-width: 3; }
svg .link.substitution { stroke: var(--substitution); stroke-width: 2; stroke-dasharray: 2 3; }
svg .link.other { stroke: var(--other); stroke-width: 2; stroke-dasharray: 5 5; }
svg .bracket { stroke: var(--soft); stroke-width: 1.5; }
svg .stub, svg .arcnumber, svg .cardname { font-size: 11px; fill: var(--soft); }
svg .arc { fill: none; stroke: var(--arc); stroke-width: 1.8; }
svg .head { fill: var(--arc); }
svg .moved { stroke: var(--arc); stroke-width: 3; }
svg .arcnumber { fill: var(--arc); font-weight: 600; }
svg .card { stroke: var(--synonym); stroke-width: 2; }
svg .bar-1 { fill: rgba(var(--cover), 0.35); }
svg .bar-2 { fill: rgba(var(--cover), 0.5); }
svg .bar-3 { fill: rgba(var(--cover), 0.7); }
svg .bar-4, svg .bar-5, svg .bar-6 { fill: rgba(var(--cover), 1); }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.3rem; list-style: none; margin: 0.5rem 0; padding: 0; }
.legend li { font-size: 0.875rem; color: var(--soft); display: flex; align-items: center; gap: 0.45rem; }
.legend .swatch { width: 36px; height: 16px; min-width: 0; }
.moves { font-size: 0.92rem; margin: 0.4rem 0; overflow-wrap: anywhere; }
.verdict { font-size: 1.06rem; margin: 0.4rem 0; }
.note code { overflow-wrap: anywhere; }
.spelled { font-size: 1.08rem; line-height: 1.9; }
.spelled span, .note span { padding: 0.12em 0; }
.cover-0 { text-decoration: line-through; text-decoration-color: var(--left); color: var(--left); }
.cover-1 { background: rgba(var(--cover), 0.07); }
.cover-2 { background: rgba(var(--cover), 0.13); }
.cover-3 { background: rgba(var(--cover), 0.2); }
.cover-4 { background: rgba(var(--cover), 0.28); }
.cover-5 { background: rgba(var(--cover), 0.36); }
.cover-6 { background: rgba(var(--cover), 0.46); }
.note span { padding: 0 0.4em; color: var(--ink); }
.tables { display: flex; flex-wrap: wrap; gap: 0.6rem 1.2rem; align-items: flex-start; margin: 0.8rem 0; }
.tables > .wide { margin: 0; max-width: 100%; border: 1px solid var(--line); border-radius: 6px; }
.tables table { font-size: 0.92rem; }
.tables tbody tr:last-child > * { border-bottom: 0; }
.tables th, .tables td { padding: 0.35rem 0.6rem; }
.tables tbody th { min-width: 0; }
details.why-details { margin: 0.6rem 0 0; }
details.why-details > *:not(summary) { margin-left: 0.9rem; margin-right: 0.9rem; }
details.why-details > summary { font-weight: 400; font-size: 0.92rem; padding: 0.35rem 0.9rem; }
.again { font-size: 0.92rem; margin: 0.4rem 0 0; }
@media (max-width: 40rem) {
  .box { padding: 0.2rem 0.7rem 0.4rem; }
  .tables table { font-size: 0.85rem; }
  .tables th, .tables td { padding: 0.3rem 0.3rem; }
  .tables thead th { white-space: normal; vertical-align: bottom; }
}
@media print {
  :root { LIGHT }
}
"""

# Added where a page explains scores.
EXPLAIN_CSS = _EXPLAIN_RULES.replace("LIGHT", _EXPLAIN_LIGHT).replace("DARK", _EXPLAIN_DARK)
