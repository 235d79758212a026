// The style sheet of the board.
const CSS = `
.board { position: relative; height: 100%; display: flex; flex-direction: column; gap: 8px; min-height: 0; user-select: none; -webkit-user-select: none }
.board-bar { display: flex; align-items: center; justify-content: space-between; gap: 8px }
.board-days { overflow-x: auto; scrollbar-width: none }
.board-days > * { flex: none; padding-inline: 12px; white-space: nowrap }
.board-clashes { flex: none; border-color: transparent; background: var(--bad-surface); color: var(--bad) }
.board-area { flex: 1; min-height: 0; display: flex; flex-direction: column; gap: 8px }
.board-area:focus { outline: none }
.board-tray { display: flex; align-items: center; gap: 6px; overflow-x: auto; padding: 8px; border: 1px dashed var(--line); border-radius: 8px }
.board-tray::before { content: 'Without a time'; color: var(--quiet); white-space: nowrap; padding-inline-end: 6px }
.board-tray .slot { position: static; width: 160px; flex: none; min-height: 44px }
.board-scroll { flex: 1; min-height: 0; overflow: auto; overscroll-behavior: contain; border: 1px solid var(--line); border-radius: 8px; scroll-padding: 44px 0 0 56px }
.board-lines { --column: 150px; display: grid; grid-template-columns: 52px repeat(var(--columns, 1), minmax(var(--column), 1fr)); grid-template-rows: 40px auto 56px; min-width: max-content }
.board-head, .board-corner { position: sticky; top: 0; z-index: 3; display: flex; align-items: center; padding: 0 8px; background: var(--surface); border-bottom: 1px solid var(--line); border-inline-start: 1px solid var(--line); font-weight: 600; line-height: 1.2; overflow: hidden }
.board-corner { z-index: 4; inset-inline-start: 0; border-inline-start: 0 }
.board-hours { position: sticky; inset-inline-start: 0; z-index: 2; background: var(--surface); color: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums }
.board-hours span { display: block; height: var(--hour); padding: 2px 8px 0; text-align: end; border-bottom: 1px solid var(--line) }
.board-column { position: relative; contain: layout style; border-inline-start: 1px solid var(--line); background-image: repeating-linear-gradient(transparent 0 calc(var(--hour) - 1px), var(--line) calc(var(--hour) - 1px) var(--hour)), repeating-linear-gradient(transparent 0 calc(var(--hour) / 4 - 1px), color-mix(in srgb, var(--line) 40%, transparent) calc(var(--hour) / 4 - 1px) calc(var(--hour) / 4)) }
.board-column[data-off] { background-color: var(--raised) }
.board-column[data-off] .slot { opacity: .4 }
.slot { position: absolute; display: flex; flex-direction: column; align-items: start; gap: 1px; height: var(--height); margin: 0 2px; padding: 3px 6px 3px 9px; overflow: hidden; text-align: start; font-size: 12px; line-height: 1.25; color: var(--text); border: 1px solid color-mix(in srgb, var(--colour) 45%, var(--surface)); border-radius: 6px; background: color-mix(in srgb, var(--colour) 12%, var(--surface)); box-shadow: inset 4px 0 0 var(--colour); cursor: grab; -webkit-touch-callout: none }
.slot:hover { background: color-mix(in srgb, var(--colour) 20%, var(--surface)) }
.slot:focus-visible { z-index: 1; outline-offset: -2px }
.slot-time { font-variant-numeric: tabular-nums; white-space: nowrap }
.slot-title { font-weight: 600; overflow-wrap: anywhere }
.slot-clash, .board-card ul { color: var(--bad); overflow-wrap: anywhere }
.slot .chip { min-height: 16px; padding: 0 6px; font-size: 11px; color: var(--text) }
.slot[data-low] { flex-direction: row; gap: 6px; padding-block: 2px }
.slot[data-low] > * { white-space: nowrap }
.slot[data-hidden] { border-style: dashed }
.slot[data-clash] { border: 2px solid var(--bad) }
.slot[data-clash]:is(:hover, :focus-visible) { z-index: 2; height: auto; min-height: var(--height) }
.slot[data-lifted] { opacity: .4 }
.slot-grip { position: absolute; inset: auto 0 0 0; height: 8px; cursor: ns-resize }
.slot:hover .slot-grip { background: linear-gradient(var(--quiet), var(--quiet)) center / 24px 3px no-repeat }
.ghost { top: 0; inset-inline: 0; z-index: 2; pointer-events: none; border: 2px solid var(--accent); background: var(--surface); box-shadow: var(--shadow); scroll-margin: 48px 8px 8px 60px; will-change: transform }
.board > .hint { margin: 0 }
.board-live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.board-card { position: absolute; z-index: 5; inset: 48px 16px auto auto; width: 300px; display: grid; gap: 8px; padding: 12px }
.board-card[data-start] { inset-inline: 68px auto }
.board-card-head, .board-card-foot { display: flex; gap: 8px }
.board-card h3 { flex: 1; font-size: 14px; overflow-wrap: anywhere }
.board-card .icon-button { margin: -6px -6px 0 0 }
.board-card label { display: grid; gap: 2px; color: var(--quiet); font-size: 12px }
.board-card input, .board-card select { width: 100%; min-height: 36px; padding: 0 8px; border: 1px solid light-dark(#868d9b, #6d7482); border-radius: 8px; background: var(--surface); color: var(--text); font-size: 13px }
.board-card .main { background: var(--accent); color: var(--on-accent); border-color: transparent }
@media (pointer: coarse), (max-width: 720px) {
  .board-days > *, .board-clashes, .board-card .button, .board-card input, .board-card select { min-height: 44px }
  .board-card input, .board-card select { font-size: 16px }
}
@media (max-width: 720px) {
  .board-lines { --column: calc(100vw - 120px) }
  .board-scroll { scroll-snap-type: x proximity; scroll-padding-inline-start: 52px }
  .board-column { scroll-snap-align: start }
  .board > .hint { display: none }
  .board-card, .board-card[data-start] { inset: auto 0 0; width: auto }
}
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
