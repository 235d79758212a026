// One style sheet for all our elements. It is set by script, because the page's policy allows no inline style.
const CSS = `
:host {
  all: initial;
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #191b20);
  --raised: light-dark(#f3f4f7, #24272e);
  --pressed: light-dark(#ffffff, #434854);
  --text: light-dark(#1a1c22, #eceef3);
  --quiet: light-dark(#565d6b, #a7aebb);
  --line: light-dark(#dfe2e8, #33373f);
  --accent: light-dark(#2f4bc7, #9db0ff);
  --on-accent: light-dark(#ffffff, #12151f);
  --good: light-dark(#13703f, #63d69f);
  --warn: light-dark(#7d5200, #ffcc70);
  --warn-surface: light-dark(#fff4da, #33290f);
  --bad: light-dark(#b0231b, #ff938a);
  --bad-surface: light-dark(#fdecea, #3a1b19);
  --shadow: 0 1px 2px rgb(0 0 0 / .12), 0 12px 40px rgb(0 0 0 / .24);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
:host([data-scheme=light]) { color-scheme: light }
:host([data-scheme=dark]) { color-scheme: dark }
*, *::before, *::after { box-sizing: border-box }
.layer {
  font: 400 13px/1.45 system-ui, sans-serif;
  color: var(--text);
  -webkit-font-smoothing: antialiased;
}
h2, h3, p, ul, ol, pre, dl, dd { margin: 0; padding: 0 }
ul, ol { list-style: none }
button, input, select, textarea { font: inherit; color: inherit }
button { cursor: pointer }
a { color: inherit }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; flex: none }
code, .mono { font-family: var(--mono); font-size: 12px }
[hidden] { display: none !important }
.card { background: var(--surface); color: var(--text); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow) }
.icon-button { display: inline-grid; place-items: center; width: 32px; height: 32px; border: 0; border-radius: 8px; background: none; color: var(--quiet); flex: none }
.icon-button:hover { background: var(--raised); color: var(--text) }
.link { border: 0; background: none; padding: 0; text-align: start; color: var(--accent); text-decoration: underline; text-underline-offset: 2px; text-decoration-thickness: 1px }
.link:hover { text-decoration-thickness: 2px }

/* The bar */
.bar { position: fixed; inset: auto calc(12px + var(--beside, 0px)) calc(12px + max(var(--above, 0px), var(--below, 0px))) auto; z-index: 2147483000; display: grid; justify-items: end }
.pill, .edit-pill { display: inline-flex; align-items: center; gap: 8px; min-height: 36px; padding: 0 12px; border-radius: 18px; border: 1px solid var(--line); background: var(--surface); box-shadow: var(--shadow); font-weight: 600 }
.pills { display: flex; flex-wrap: wrap; justify-content: end; gap: 8px }
.layer[data-sheet] .edit-pill[aria-pressed=true] { display: none }
.edit-pill[aria-pressed=true] { background: var(--accent); color: var(--on-accent); border-color: transparent }
.pill:hover, .edit-pill[aria-pressed=false]:hover { background: var(--raised) }
.dot { width: 8px; height: 8px; border-radius: 50%; background: var(--good); flex: none }
.dot[data-state=lost] { background: var(--bad) }
.chip { display: inline-flex; align-items: center; border-radius: 10px; padding: 0 8px; min-height: 20px; font-size: 12px; font-weight: 600; background: var(--raised); color: var(--quiet); white-space: nowrap }
.chip[data-tone=bad] { background: var(--bad-surface); color: var(--bad) }
.chip[data-tone=warn] { background: var(--warn-surface); color: var(--warn) }
.chip[data-tone=good] { background: none; color: var(--good); padding-inline: 0 }
.chip[data-tone=quiet] { background: none; color: var(--quiet); padding-inline: 0; font-weight: 400 }
.panel { width: min(372px, calc(100vw - 24px)); max-height: min(700px, calc(100dvh - 24px - max(var(--above, 0px), var(--below, 0px)))); overflow: auto; overscroll-behavior: contain }
.panel-head { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 8px; padding: 6px 6px 6px 16px; background: var(--surface); border-bottom: 1px solid var(--line) }
.panel-head h2 { font-size: 13px; font-weight: 700 }
.panel-head .status { color: var(--quiet); flex: 1 }
.section { padding: 12px 16px; border-bottom: 1px solid var(--line) }
.section:last-child { border-bottom: 0 }
.section h3 { font-size: 12px; font-weight: 600; color: var(--quiet); margin-bottom: 6px }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; min-height: 28px }
.documents li { display: flex; align-items: center; gap: 12px; min-height: 32px }
.documents button { flex: 1; min-width: 0; display: grid; border: 0; background: none; padding: 4px 8px; margin-inline-start: -8px; border-radius: 8px; text-align: start; line-height: 1.3 }
.documents button:hover { background: var(--raised) }
.documents .title { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.documents .file { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); font-size: 11.5px }
.more { margin-top: 4px }
.documents + .more + .hint { margin-top: 6px }
.choices { display: grid; grid-template-columns: 68px 1fr; align-items: center; gap: 8px 12px }
.choices > span { color: var(--quiet) }
.choices > :not(.segments) { min-height: 28px; display: flex; align-items: center }
.segments { display: flex; background: var(--raised); border-radius: 9px; padding: 2px; gap: 2px }
.segments > * { flex: 1; min-height: 28px; display: inline-grid; place-items: center; padding: 0 8px; border: 0; border-radius: 7px; background: none; color: var(--quiet); text-decoration: none; font-weight: 500 }
.segments > :hover { color: var(--text) }
.segments > [aria-pressed=true], .segments > [aria-current=true] { background: var(--pressed); color: var(--text); box-shadow: 0 1px 2px rgb(0 0 0 / .18) }
.time { display: flex; gap: 8px }
.time input { flex: 1; min-width: 0; min-height: 34px; padding: 0 8px; border: 1px solid light-dark(#868d9b, #6d7482); border-radius: 8px; background: var(--surface) }
.button { min-height: 34px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); font-weight: 600 }
.button:hover { background: var(--raised) }
.button:disabled { color: var(--quiet); cursor: default; background: none; font-weight: 400 }
.steps { display: flex; flex-wrap: wrap; gap: 4px 12px; margin-top: 8px }
.hint { color: var(--quiet); font-size: 12px; margin-top: 8px }
kbd { font: inherit; font-weight: 600; color: var(--text) }

/* Messages: a stack in the other corner */
.messages { position: fixed; inset: auto auto calc(12px + max(var(--above, 0px), var(--below, 0px))) 12px; z-index: 2147482950; display: grid; gap: 8px; justify-items: start; max-width: min(440px, calc(100vw - 24px)) }
.message { display: flex; align-items: center; gap: 12px; padding: 6px 6px 6px 16px; min-height: 44px; overflow-wrap: anywhere }
.message .place { display: block; color: var(--quiet) }
.message > div { padding-block: 6px }

/* Changes that the sync left out */
.banner { justify-self: stretch; background: var(--warn-surface); border-color: light-dark(#e5c987, #5f4b1c) }
.banner-head { display: flex; align-items: start; gap: 12px; padding: 6px 6px 6px 16px; min-height: 44px }
.banner-head > div { flex: 1; padding-block: 6px; overflow-wrap: anywhere }
.banner strong { font-weight: 700 }
.banner .more { margin-top: 6px }
.banner ul { border-top: 1px solid light-dark(#e5c987, #5f4b1c); padding: 8px 16px; max-height: 40vh; overflow: auto }
.banner li { padding-block: 4px; overflow-wrap: anywhere }

/* The overlay. The last good page stays in sight, and in use, behind it. */
.overlay { position: fixed; inset: 0 var(--beside, 0px) 0 0; z-index: 2147483100; display: grid; grid-template-columns: minmax(0, 1fr); align-items: start; justify-items: center; padding: min(9vh, 72px) 12px 12px; pointer-events: none; background: rgb(16 18 24 / .36) }
.problems { pointer-events: auto; width: min(820px, 100%); max-height: calc(100dvh - min(9vh, 72px) - 24px); display: flex; flex-direction: column; border-top: 4px solid var(--bad) }
.problems[data-tone=warn] { border-top-color: var(--warn) }
.problems:focus { outline: none }
.problems-head { display: flex; align-items: center; gap: 8px; padding: 12px 12px 12px 20px }
.problems-head h2 { flex: 1; font-size: 17px; line-height: 1.3; font-weight: 700; text-wrap: balance }
.problems-list { overflow: auto; overscroll-behavior: contain; border-top: 1px solid var(--line) }
.problem { padding: 16px 20px; border-bottom: 1px solid var(--line) }
.problem:last-child { border-bottom: 0 }
.problem-head { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; justify-content: space-between }
.problem-head .message-text { font-weight: 600; font-size: 14px; overflow-wrap: anywhere; flex: 1 1 60% }
.problem .place { margin-top: 4px }
.problem .place .link { font-family: var(--mono); font-size: 12px; overflow-wrap: anywhere }
.source { position: relative; display: grid; grid-template-columns: auto 1fr; margin-top: 10px; background: var(--raised); border-radius: 8px; font: 12.5px/1.6 var(--mono); overflow: auto; tab-size: 4 }
.source .number { position: sticky; inset-inline-start: 0; background: var(--raised); padding: 8px 12px; color: var(--quiet); text-align: end; border-inline-end: 1px solid var(--line); user-select: none }
.source pre { padding: 8px 12px; font: inherit; white-space: pre }
.source mark { background: none; color: var(--bad); font-weight: 700 }
.source .caret { color: var(--bad); font-weight: 700; user-select: none }
[data-tone=warn] .source mark, [data-tone=warn] .source .caret { color: var(--warn) }
.notes { margin-top: 10px; display: grid; gap: 4px; color: var(--quiet); overflow-wrap: anywhere }
.help { margin-top: 10px; overflow-wrap: anywhere }
.help b, .notes b { font-weight: 600; color: var(--text) }
.code { color: var(--quiet); font-family: var(--mono); font-size: 12px }
.problems-foot { padding: 10px 20px; border-top: 1px solid var(--line); color: var(--quiet); font-size: 12px }

/* The part that Alt and a click would open */
.outline { position: fixed; z-index: 2147482800; pointer-events: none; border: 2px solid var(--accent); border-radius: 4px; background: color-mix(in srgb, var(--accent) 10%, transparent) }
.outline span { position: absolute; inset: auto auto 100% -2px; padding: 2px 8px; border-radius: 4px 4px 0 0; background: var(--accent); color: var(--on-accent); font: 600 12px/1.4 var(--mono); white-space: nowrap; max-width: 90vw; overflow: hidden; text-overflow: ellipsis }
.outline[data-at-top] span { inset: 0 auto auto 0; border-radius: 0 0 4px }

@media (max-width: 560px) {
  .panel { width: calc(100vw - 24px); max-height: min(76dvh, calc(100dvh - 24px - var(--above, 0px))) }
  .messages { inset-inline: 12px; bottom: calc(60px + max(var(--above, 0px), var(--below, 0px))); max-width: none; justify-items: stretch }
  .message > div { flex: 1 }
  .overlay { padding: 12px; align-items: end }
  .problems { max-height: 80dvh }
  .problem, .problems-head { padding-inline: 16px }
}
/* A sheet leaves little of the page, so these lie over it */
.layer[data-sheet] .messages { inset: 12px 12px auto; z-index: 2147483050; justify-items: stretch; max-width: none }
.layer[data-sheet] .message > div { flex: 1 }
.layer[data-sheet] .bar:has(.panel:not([hidden])) { bottom: 12px }
.layer[data-sheet] .panel { max-height: calc(100dvh - 24px) }
@media (pointer: coarse) {
  .pill, .edit-pill, .button, .segments > *, .documents button, .time input, .steps .link, .section > div > .link { min-height: 44px }
  .pill, .edit-pill { border-radius: 22px }
  .icon-button { width: 44px; height: 44px }
  .time input { font-size: 16px }
  .documents ~ .hint, .problems-foot span { display: none }
}
@media (prefers-reduced-motion: no-preference) {
  .message, .panel, .problems, .banner { animation: appear .16s ease-out }
  @keyframes appear { from { opacity: 0; translate: 0 6px } }
}
@media (forced-colors: active) {
  .dot, .missing { forced-color-adjust: none }
  :is([aria-pressed=true], [aria-current=true], [aria-selected=true]) { forced-color-adjust: none; background: Highlight !important; color: HighlightText !important }
}
@media print { .layer { display: none } }
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
