/** The style of a certificate's page, in light and dark, down to the width of a phone, and on paper. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8886; --quiet: #8881; --good: #1a7f4b; --bad: #b3261e; --soft: #555; --ground: #f6f7f9; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --good: #6fd39d; --bad: #ff8a80; --soft: #b6bac2; --ground: #15171b; --paper: #1f2227; } }
* { box-sizing: border-box; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1.25rem; background: var(--ground); }
main { background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; padding: clamp(1rem, 5vw, 3rem); }
header { display: flex; align-items: center; gap: 1.5rem; border-bottom: 2px solid var(--good); padding-bottom: 1.25rem; margin-bottom: 1.5rem; }
header > div { min-width: 0; overflow-wrap: anywhere; }
.kind { margin: 0; color: var(--soft); }
.seal { flex: none; width: 7.5rem; fill: var(--good); }
.seal circle { fill: none; stroke: var(--paper); stroke-width: 2; }
.seal text { fill: var(--paper); text-anchor: middle; font-weight: 700; font-size: 34px; } .seal .of { font-size: 13px; font-weight: 500; }
.seal .mark { stroke: var(--paper); stroke-width: 8; stroke-linecap: round; } .revoked { fill: var(--bad); } .unchecked { fill: var(--soft); }
.bar { margin: 1.25rem 0; } .bar svg { display: block; } .bar p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: .2rem 0 0; }
.bar .all { fill: var(--line); } .bar .sure { fill: var(--good); } .bar .need { fill: currentColor; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: .2rem 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.sentence { border-left: .3rem solid var(--good); background: var(--quiet); padding: .8rem 1rem; font-size: 1.1rem; }
.warning { border-left: .3rem solid var(--bad); background: var(--quiet); padding: .8rem 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
td.name { overflow-wrap: break-word; max-width: 20rem; } dt { font-weight: 600; }
code, pre { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--quiet); padding: .8rem 1rem; white-space: pre-wrap; }
@media (max-width: 30rem) {
  body { padding: .5rem; } header { gap: 1rem; } .seal { width: 5rem; } h1 { font-size: 1.35rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  table { font-size: .9rem; } th, td { padding: .3rem .25rem; }
  .stacked thead { display: none; } .stacked tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .stacked td, .stacked td.name { display: flex; justify-content: space-between; gap: 1rem; max-width: none; border: 0; padding: .1rem 0; overflow-wrap: anywhere; }
  .stacked td::before { content: attr(data-head); font-weight: 600; text-align: left; flex: none; }
}
@page { size: A4; margin: 14mm; }
@media print {
  :root { color-scheme: light; --good: #1a7f4b; --bad: #b3261e; --soft: #555; --ground: #fff; --paper: #fff; }
  * { print-color-adjust: exact; }
  body { font-size: 9pt; line-height: 1.35; max-width: none; padding: 0; } main { border: 0; padding: 0; }
  header { padding-bottom: .6rem; margin-bottom: .8rem; } .seal { width: 5.5rem; } h1 { font-size: 16pt; }
  h2 { font-size: 11pt; margin: .9rem 0 .2rem; break-after: avoid; } p, ul, dl { margin-block: .35rem; } .sentence { font-size: 10.5pt; }
  th, td { padding: .1rem .4rem; } tr, .sentence, .warning, pre, header { break-inside: avoid; } .wide { overflow: visible; }
}
`;
