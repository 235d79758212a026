// The style sheet of the Changes view.
const CSS = `
/* The bar stays above the end. */
.changes-view { padding-bottom: 56px }
.changes-intro { color: var(--quiet); margin-bottom: 8px }
.change { padding: 12px 0; border-top: 1px solid var(--line) }
.change-head { display: flex; align-items: center; gap: 8px }
.change-title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 600; overflow-wrap: anywhere }
.change-head .changes-discard { margin-inline-start: auto; font-weight: 500 }
.change-words { margin-block: 2px 4px }
.change-words li { overflow-wrap: anywhere }
.change-words li::first-letter { text-transform: uppercase }
.change-file { color: var(--quiet); font-size: 12px; overflow-wrap: anywhere }
summary.change-file { cursor: pointer; border-radius: 4px; padding-block: 4px }
.diff { margin-top: 4px; padding: 8px 0; border-radius: 8px; background: var(--raised); font: 12px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere }
.diff div { padding: 0 10px; min-height: 1.5em }
.diff [data-line=ins] { color: var(--good); background: color-mix(in srgb, var(--good) 9%, transparent) }
.diff [data-line=del] { color: var(--bad); background: color-mix(in srgb, var(--bad) 9%, transparent) }
.diff [data-line="@"] { color: var(--quiet) }
.changes-form { display: grid; gap: 8px; padding-top: 12px; border-top: 1px solid var(--line) }
.changes-form label { display: grid; gap: 4px; font-weight: 600 }
.changes-form :is(input, textarea) { font: inherit; font-weight: 400; color: inherit; min-height: 36px; padding: 7px 10px; border: 1px solid light-dark(#868d9b, #6d7482); border-radius: 8px; background: var(--surface); resize: vertical; width: 100% }
.changes-form .hint { margin: 0 }
.changes-buttons { display: flex; flex-wrap: wrap; gap: 8px }
.changes-form .changes-buttons .button:first-child:not(:disabled), .changes-send { background: var(--accent); color: var(--on-accent); border-color: transparent }
.changes-status { min-height: 20px; margin-top: 8px; overflow-wrap: anywhere }
.changes-plan { margin-top: 16px; padding-top: 12px; border-top: 1px solid var(--line) }
.changes-plan h3 { font-size: 13px; font-weight: 600; margin-bottom: 8px }
@media (pointer: coarse), (max-width: 720px) {
  .changes-discard, .changes-buttons .button, .change-title.link { min-height: 44px }
  summary.change-file { min-height: 44px; margin-block: -6px; align-content: center }
  .changes-form :is(input, textarea) { min-height: 44px; font-size: 16px }
}
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
