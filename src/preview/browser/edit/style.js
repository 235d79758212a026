// The style sheet of the editor, beside that of the bar.
const CSS = `
.edit { position: fixed; z-index: 2147482900; inset: 12px 12px 12px auto; width: min(420px, calc(100vw - 24px)); display: flex; flex-direction: column; overflow: hidden }
.edit[data-wide] { width: auto; inset-inline-start: 12px }
.edit-head { display: flex; align-items: center; gap: 8px; padding: 8px; border-bottom: 1px solid var(--line) }
.edit-head .segments { flex: 1 }
.edit-title { padding: 12px 16px 0 }
.edit-title h2 { font-size: 16px; line-height: 1.3 }
.edit-body { flex: 1; overflow: auto; overscroll-behavior: contain; padding: 12px 16px 16px }
.outline.editable { cursor: pointer }
@media (max-width: 720px) {
  .edit { inset: auto 0 0 0; width: auto; height: min(62dvh, 560px); border-radius: 16px 16px 0 0 }
  .edit[data-wide] { height: calc(100dvh - 24px) }
}
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
