// The style sheet of the editor, beside that of the bar.
const CSS = `
.edit { position: fixed; z-index: 2147482900; inset: 12px 12px 12px auto; width: 420px; display: flex; flex-direction: column; overflow: hidden; --field-line: light-dark(#868d9b, #6d7482) }
.edit[data-wide] { width: auto; inset: 12px 12px 60px }
.edit-head { display: flex; align-items: center; gap: 4px; padding: 8px; border-bottom: 1px solid var(--line) }
.edit-head .segments { flex: 1 }
.edit-head .icon-button { font-size: 18px; line-height: 1 }
.edit .icon-button:disabled { opacity: .4; cursor: default; background: none }
.edit-title { padding: 12px 16px 8px }
.edit-title h2 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-size: 17px; line-height: 1.3; font-weight: 700; text-wrap: balance; overflow-wrap: anywhere }
.edit-title h2:focus { outline: none }
.edit-body { flex: 1; overflow: auto; overscroll-behavior: contain; padding: 0 16px 24px; scrollbar-width: thin }
.sheet-handle { display: none }
.outline.editable { cursor: pointer }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.quiet { color: var(--quiet) }

/* The head of a document */
.document-head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; margin-bottom: 16px }
.about { display: flex; flex-wrap: wrap; gap: 2px 12px; flex-basis: 100%; font-size: 12px; color: var(--quiet); overflow-wrap: anywhere }
.languages { flex: 0 1 auto; flex-wrap: wrap }
.languages > button { flex: none; min-width: 48px }
.missing { display: inline-block; width: 6px; height: 6px; margin-inline-start: 5px; border-radius: 50%; background: var(--warn); vertical-align: 2px }
.saving { margin-inline-start: auto; color: var(--quiet); font-size: 12px }

/* Fields */
.fields { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px }
.field { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; scroll-margin: 16px }
.field-head { display: flex; align-items: center; gap: 8px; min-height: 20px }
.field-head .icon-button { margin-block: -6px; margin-inline-start: auto }
.field-name { font-weight: 600 }
.field-help { color: var(--quiet); font-size: 12px; line-height: 1.4 }
.chips { display: inline-flex; flex-wrap: wrap; gap: 4px }
.chips:empty { display: none }
.edit :is(input:not([type=checkbox], [type=color], [type=file]), textarea, select) { width: 100%; min-width: 0; min-height: 36px; padding: 6px 10px; border: 1px solid var(--field-line); border-radius: 8px; background: var(--surface); color: var(--text) }
.edit textarea { display: block; line-height: 1.5; resize: vertical; field-sizing: content; min-height: 36px; max-height: 60vh }
.edit textarea.long { min-height: 88px; border-radius: 0 0 8px 8px }
.edit ::placeholder { color: var(--quiet); opacity: 1; font-style: italic }
.edit :is([role=combobox], [type=search])::placeholder { font-style: normal }
.edit :is(input, textarea, select):focus-visible { outline-offset: -1px }
.edit [aria-invalid=true] { border-color: var(--bad) !important; box-shadow: inset 0 0 0 1px var(--bad) }
.field-problems:empty { display: none }
.field-problem { color: var(--bad); font-size: 12px; overflow-wrap: anywhere }
.field-problem[data-tone=warn] { color: var(--warn) }
.conflict { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 4px; padding: 10px; border-radius: 8px; background: var(--warn-surface) }
.conflict p { flex-basis: 100%; overflow-wrap: anywhere; max-height: 8em; overflow: auto }
.beside { display: flex; align-items: center; gap: 8px }
.beside > :is(input, select, .picker) { flex: 1 }
.beside > select { flex: 0 0 104px; width: auto }
.beside .quiet, .beside .link { flex: none; font-size: 12px }
.flag { display: flex; align-items: center; gap: 10px; min-height: 28px }
.switch { appearance: none; flex: none; width: 40px; height: 24px; margin: 0; border: 1px solid var(--field-line); border-radius: 12px; background: var(--raised); cursor: pointer }
.switch::before { content: ''; display: block; width: 16px; height: 16px; margin: 3px; border-radius: 50%; background: var(--quiet) }
.switch:checked { background: var(--accent); border-color: var(--accent) }
.switch:checked::before { margin-inline-start: 19px; background: var(--on-accent) }
.swatch { flex: none !important; width: 36px; height: 36px; padding: 2px; border: 1px solid var(--field-line); border-radius: 8px; background: var(--surface); cursor: pointer }
.secret { min-height: 28px; color: var(--quiet) }
.secret code { color: var(--text) }

/* Parts that open */
.part > details > summary, .more-fields summary, .chooser summary { display: flex; align-items: center; gap: 8px; min-height: 36px; cursor: pointer; list-style: none; border-radius: 8px }
.part > details > summary::-webkit-details-marker, .more-fields summary::-webkit-details-marker, .chooser summary::-webkit-details-marker { display: none }
.part > details > summary::before, .more-fields summary::before { content: ''; flex: none; width: 6px; height: 6px; margin-inline: 3px 2px; border: solid var(--quiet); border-width: 0 2px 2px 0; rotate: -45deg }
:is(.part, .more-fields) > details[open] > summary::before { rotate: 45deg }
.part > details > summary:hover, .more-fields summary:hover { background: var(--raised) }
.part-note { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--quiet); font-size: 12px }
.part > details[open] > summary > .part-note { visibility: hidden }
.part > details > summary > .field-name { flex: none; max-width: 60% }
.part-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 6px 0 4px 14px; margin-inline-start: 6px; border-inline-start: 2px solid var(--line) }
.part-body:has(> div > .entries), .entry.of-parts > .part > details > .part-body { margin: 0; padding-inline: 0; border: 0 }
.entry.of-parts > .part > details > .part-body { padding: 2px 8px 8px }
.part > .icon-button { position: absolute; inset: 2px 0 auto auto }
.part:has(> .icon-button:not([hidden])) > details > summary { padding-inline-end: 36px }
.more-fields { margin-top: 8px }
.more-fields summary { color: var(--quiet) }
.adds { display: flex; flex-wrap: wrap; gap: 6px; padding: 6px 0 }
.add { min-height: 30px; padding: 0 10px; border: 1px solid var(--line); border-radius: 15px; background: var(--surface); color: var(--accent); font-weight: 600 }
.add::before { content: '+ ' / '' }
.add:hover { background: var(--raised) }
.chooser summary { display: inline-flex; min-height: 30px; padding: 0 10px; border: 1px solid var(--line); border-radius: 15px; color: var(--accent); font-weight: 600 }
.chooser summary::before { content: '+' / '' }
.key-form { margin-top: 8px }

/* Lists */
.entries { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; margin-bottom: 8px }
.entries:empty { display: none }
.entry { position: relative; display: grid; grid-template-columns: 28px minmax(0, 1fr) 32px; align-items: center; gap: 2px 4px }
.entry > .field > .field-head:not(:has(> .chips > *, > .icon-button)) { display: contents }
.entry-menu { font-size: 18px; font-weight: 700 }
.entry-handle { width: 28px; cursor: grab; touch-action: none; font-size: 15px }
.entry-actions { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 6px; padding: 2px 0 6px }
.entry-actions .button { min-height: 30px; padding-inline: 10px; font-size: 12px }
.entry.of-parts { border: 1px solid var(--line); border-radius: 10px; align-items: start; padding: 2px 4px 2px 2px }
.entry.of-parts > .part { grid-column: 1 / -1; grid-row: 1 }
.entry.of-parts > .part > details > summary { padding-inline: 32px 36px }
.entry.of-parts > :is(.entry-handle, .entry-menu) { grid-row: 1; z-index: 1; margin-top: 2px }
.entry.of-parts > .entry-menu { font-size: 18px; font-weight: 700 }
.entry-handle { grid-column: 1 }
.entry.of-parts > .entry-menu { grid-column: 3 }
.entry.of-parts > .entry-actions, .entry.of-parts > .part > .field-problems { padding-inline: 8px }
.entry[data-dragged] { opacity: .5 }
.entry[data-drop-before]::before, .entry[data-drop-after]::after { content: ''; position: absolute; inset: -5px 0 auto; height: 3px; border-radius: 2px; background: var(--accent) }
.entry[data-drop-after]::after { inset: auto 0 -5px }

/* Suggestions */
.picker { position: relative; min-width: 0 }
.media > .beside { position: relative }
.media .picker { position: static }
.options { position: absolute; z-index: 3; inset: calc(100% + 4px) 0 auto; max-height: 264px; scroll-margin: 8px; overflow: auto; padding: 4px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow) }
.options li { display: grid; align-items: center; column-gap: 10px; min-height: 36px; padding: 4px 8px; border-radius: 7px; cursor: pointer }
.options li:has(> .thumb) { grid-template-columns: auto minmax(0, 1fr) }
.options li > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.options li > .thumb { grid-row: span 2 }
.options li:hover { background: var(--raised) }
.options [aria-selected=true] { background: var(--accent); color: var(--on-accent) }
.option-note { color: var(--quiet); font-size: 11.5px }
[aria-selected=true] > .option-note { color: inherit }
.options.grid:not([hidden]) { display: grid; min-width: 240px; grid-template-columns: repeat(auto-fill, minmax(44px, 1fr)); gap: 2px }
.options.grid li { display: grid; grid-template-columns: 1fr; place-items: center; min-height: 44px; padding: 0 }
.options.grid svg, .sign svg { width: 20px; height: 20px }
.picker-message { position: absolute; z-index: 3; inset: calc(100% + 4px) 0 auto; padding: 8px 12px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); color: var(--quiet) }
.sign { display: grid; place-items: center; flex: none; width: 36px; height: 36px; border-radius: 8px; background: var(--raised) }
.thumb { display: block; width: 36px; height: 36px; object-fit: cover; border-radius: 6px; background: var(--raised) }
.preview:empty { display: none }
.preview .thumb { width: 56px; height: 56px; border-radius: 8px }
.upload { display: inline-grid; place-items: center; flex: none; position: relative; cursor: pointer }
.upload:focus-within { outline: 2px solid var(--accent); outline-offset: 2px }
.alt { display: grid; gap: 2px; margin-top: 8px; color: var(--quiet); font-size: 12px }
.alt input { font-size: 13px }

/* Long texts */
.long-text { display: grid; grid-template-columns: minmax(0, 1fr) }
.tools { display: flex; flex-wrap: wrap; border: 1px solid var(--field-line); border-bottom: 0; border-radius: 8px 8px 0 0; background: var(--raised); overflow: hidden }
.tools button { min-width: 34px; min-height: 32px; padding: 0 8px; border: 0; background: none; font-size: 12px; font-weight: 600 }
.tools button:hover { background: var(--line) }
.tools button:focus-visible { outline-offset: -3px }
.tools [data-tool=I] { font-style: italic; font-family: Georgia, serif }
.long-text .picker input { border-radius: 0 }

@media (pointer: coarse) {
  .edit :is(input:not([type=checkbox], [type=color], [type=file]), textarea, select) { font-size: 16px; min-height: 44px }
  .edit :is(.swatch, .tools button, .languages > button) { min-width: 44px; min-height: 44px }
  .edit :is(.add, summary, .options li, .entry-actions .button) { min-height: 44px }
  .about .link { padding-block: 14px; margin-block: -14px }
  .switch { position: relative }
  .switch::after { content: ''; position: absolute; inset: -11px -3px }
  .edit .add, .chooser summary { border-radius: 22px }
  .entry-handle { width: 44px }
  .entry { grid-template-columns: 44px minmax(0, 1fr) 44px; gap: 2px 0 }
  .entry.of-parts > .part > details > summary { padding-inline: 46px }
  .field-head .icon-button { margin-block: -12px }
}
@media (max-width: 720px) {
  .edit, .edit[data-wide] { inset: auto 0 0; width: auto; overflow: visible; border-radius: 16px 16px 0 0; border-width: 1px 0 0 }
  .edit[data-closed] > :is(.edit-title, .edit-body) { display: none }
  .sheet-handle { position: relative; display: grid; place-items: center; flex: none; min-height: 24px; border: 0; border-radius: 16px; background: none; touch-action: none; cursor: grab }
  .sheet-handle:focus-visible { outline-offset: -4px }
  .sheet-handle::after { content: ''; position: absolute; inset: -20px 0 0 }
  .sheet-handle::before { content: ''; width: 44px; height: 5px; border-radius: 3px; background: var(--field-line) }
  .edit-head { padding-top: 0 }
  .edit-title { padding-top: 10px }
}
@media (prefers-reduced-motion: no-preference) {
  .switch::before, .part > details > summary::before { transition: .12s }
}
@media (forced-colors: active) {
  .switch, .switch::before, .sheet-handle::before { forced-color-adjust: none }
  .switch { background: ButtonFace; border-color: ButtonText }
  .switch::before, .sheet-handle::before { background: ButtonText }
  .switch:checked { background: Highlight; border-color: Highlight }
  .switch:checked::before { background: HighlightText }
}
@media print { .edit { display: none } }
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
