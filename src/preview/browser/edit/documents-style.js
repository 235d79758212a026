// The style sheet of the list of documents.
const CSS = `
.docs { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; padding-bottom: 48px }
.docs-find { display: grid; grid-template-columns: 1fr auto; gap: 8px }
.docs-find input { grid-column: 1 / -1 }
.docs-field { min-width: 0; width: 100%; min-height: 36px; padding: 0 10px; border: 1px solid light-dark(#868d9b, #6d7482); border-radius: 8px; background: var(--surface); color: var(--text) }
.button.docs-primary { background: var(--accent); color: var(--on-accent); border-color: transparent }
.button.docs-primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)) }
.button.docs-harmful { color: var(--bad); border-color: currentColor }
.button.docs-wide { width: 100% }
.docs-filters { display: flex; flex-wrap: wrap; gap: 6px }
.docs-filter { min-height: 28px; padding: 0 10px; border: 1px solid var(--line); border-radius: 14px; background: none; font-size: 12px; font-weight: 500 }
.docs-filter:hover { background: var(--raised) }
.docs-filter[aria-pressed=true] { background: var(--accent); color: var(--on-accent); border-color: transparent }
.docs-filter .docs-count { color: var(--quiet); font-variant-numeric: tabular-nums }
.docs-filter[aria-pressed=true] .docs-count { color: inherit }
.docs .hint { margin: 0 }
.docs-list li { display: flex; flex-wrap: wrap; align-items: center; border-top: 1px solid var(--line) }
.docs-open { flex: 1; min-width: 0; display: grid; gap: 2px; border: 0; background: none; padding: 8px; margin-inline-start: -8px; border-radius: 8px; text-align: start; line-height: 1.35 }
.docs-open:hover { background: var(--raised) }
.docs-open .docs-title { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.docs-open .docs-about { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; color: var(--quiet); font-size: 12px }
.docs-open .docs-address { overflow-wrap: anywhere }
.docs-open .chip { font-size: 11px; min-height: 18px }
.docs-list .icon-button { text-decoration: none; font-size: 15px; font-weight: 600 }
.docs-actions { flex-basis: 100%; display: flex; gap: 16px; padding: 0 0 10px }
.docs-form { display: grid; gap: 12px; padding: 4px 0 48px }
.docs-follow { display: grid; gap: 6px }
.docs-form h3 { font-size: 15px; line-height: 1.35; overflow-wrap: anywhere }
.docs-form h3:focus { outline: none }
.docs-form .hint { margin: -6px 0 0 }
.docs-label { display: grid; gap: 4px; font-weight: 500 }
.docs-warning { color: var(--bad); overflow-wrap: anywhere; white-space: pre-line }
.docs-pointing { display: grid; gap: 4px; max-height: 30vh; overflow: auto; padding-inline-start: 12px; border-inline-start: 2px solid var(--line) }
.docs-buttons { display: flex; flex-wrap: wrap; gap: 8px }
@media (pointer: coarse), (max-width: 720px) {
  .docs-field, .docs-buttons .button, .docs-find .button, .button.docs-wide { min-height: 44px; font-size: 16px }
  .docs-filters { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; margin-inline: -16px; padding: 2px 16px }
  .docs-filter { flex: none; min-height: 44px; border-radius: 22px; font-size: 13px }
  .docs-open { min-height: 52px }
  .docs-actions .link, .docs-pointing .link { min-height: 44px }
}
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
