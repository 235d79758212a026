export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f6f3, #15181a);
  --paper: light-dark(#ffffff, #1d2124);
  --ink: light-dark(#1f2426, #e6e8e6);
  --quiet: light-dark(#5d666a, #9aa3a6);
  --line: light-dark(#e3e3dd, #2c3236);
  --good: light-dark(#1f6b4f, #6fcfa3);
  --good-ground: light-dark(#e0f1e8, #17342a);
  --wait: light-dark(#7a5500, #e3bd6a);
  --wait-ground: light-dark(#f8eed4, #362c15);
  --bad: light-dark(#a12b2b, #f0908a);
  --bad-ground: light-dark(#f9e3e1, #3d2021);
  --news: light-dark(#fff4c9, #39351f);
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; padding: 0 clamp(12px, 3vw, 32px) 48px; }
header, main { max-width: 1480px; margin-inline: auto; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding: 24px 0 8px; }
h1 { font-size: 22px; font-weight: 650; letter-spacing: -0.01em; }
h2 { font-size: 15px; font-weight: 600; margin: 28px 0 8px; }
h3 { display: inline; font-size: 16px; font-weight: 600; }
code { font: 12px ui-monospace, monospace; color: var(--quiet); overflow-wrap: anywhere; }
ul, ol { list-style: none; padding: 0; }
.quiet, .when, .number, .kind, .nothing { color: var(--quiet); }
.when, .number { white-space: nowrap; font-variant-numeric: tabular-nums; }
.number, .when, th:last-child, #requests th:nth-child(4) { text-align: right; }
.title { overflow-wrap: anywhere; }

#live { margin-left: auto; padding: 1px 10px 1px 8px; border-radius: 99px; background: var(--wait-ground); color: var(--wait); font-size: 13px; }
#live::before { content: "●"; margin-right: 6px; font-size: 10px; vertical-align: 1px; }
#live[data-state="live"] { background: var(--good-ground); color: var(--good); }
#live[data-state="lost"] { background: var(--bad-ground); color: var(--bad); }

.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 12px; }
.cards > li, table { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
.cards > li { padding: 14px 16px; }
.counts { display: flex; flex-wrap: wrap; gap: 2px 14px; margin-top: 8px; font-size: 14px; color: var(--quiet); }
.counts b { color: var(--ink); font-variant-numeric: tabular-nums; }

table { width: 100%; border-collapse: separate; border-spacing: 0; overflow: hidden; font-size: 14px; }
th { font-size: 12px; font-weight: 500; text-align: left; color: var(--quiet); padding: 8px 12px; }
td { padding: 7px 12px; border-top: 1px solid var(--line); vertical-align: top; }
.badge { display: inline-block; min-width: 42px; padding: 0 8px; border-radius: 5px; text-align: center; font-size: 12.5px; background: var(--wait-ground); color: var(--wait); font-variant-numeric: tabular-nums; }
[data-state="delivered"] .badge, [data-status="2xx"] .badge { background: var(--good-ground); color: var(--good); }
[data-state="failed"] .badge, [data-status="4xx"] .badge, [data-status="5xx"] .badge { background: var(--bad-ground); color: var(--bad); }
.attempts { font-size: 13px; font-variant-numeric: tabular-nums; }
.attempts + .quiet { font-size: 13px; }
#deliveries .badge { min-width: 78px; }
td code { white-space: nowrap; }

@keyframes news { from { background: var(--news); } }
.news { animation: news 2.5s ease-out; }
@media (prefers-reduced-motion: reduce) { .news { animation: none; } }

@media (min-width: 1100px) {
  main { display: grid; grid-template: "broadcasts broadcasts" "records requests" "deliveries requests" 1fr / 1fr 1fr; column-gap: 20px; }
  #broadcasts { grid-area: broadcasts; }
  #records { grid-area: records; }
  #deliveries { grid-area: deliveries; }
  #requests { grid-area: requests; }
}

@media (max-width: 700px) {
  table, tbody { display: block; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
  tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 10px; padding: 10px 14px; border-top: 1px solid var(--line); }
  tbody tr:first-child { border-top: 0; }
  td { display: block; border: 0; padding: 0; }
  td:empty { display: none; }
  td.when { margin-left: auto; font-size: 13px; }
  td.title { order: 1; flex: 0 0 100%; }
  #deliveries td:nth-child(3) { order: 2; flex: 0 0 100%; }
  header { gap: 4px 10px; }
  h1 { font-size: 18px; }
  header .quiet { font-size: 13px; }
}
`;
