/** The style of a certificate's page, in light and dark, down to the width of a phone. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8886; --quiet: #8881; --good: #1a7f4b; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --good: #6fd39d; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .2rem 0 1rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
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
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; }
  table { font-size: .9rem; } th, td { padding: .3rem .25rem; }
  .stacked thead { display: none; } .stacked tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .stacked td, .stacked td.name { display: flex; justify-content: space-between; gap: 1rem; max-width: none; border: 0; padding: .1rem 0; overflow-wrap: anywhere; }
  .stacked td::before { content: attr(data-head); font-weight: 600; text-align: left; flex: none; }
}
`;
