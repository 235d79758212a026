// Edit mode: what is editable is outlined, and a click opens its form. Loaded when somebody turns it on.
import { element } from '../element.js';
import { adopt, isOurs, show } from '../stage.js';
import { boardView } from './board.js';
import { changesView } from './changes.js';
import { documentView } from './document.js';
import { documentsView } from './documents.js';
import { createFrame } from './frame.js';
import { sheet } from './style.js';

/**
 * A part of the editor. `node` is shown in the panel beside the page, or over it if `isWide`.
 *
 * @typedef {{
 *   title: string,
 *   node: HTMLElement,
 *   isWide?: boolean,
 *   open: (what?: any) => void | Promise<void>,
 *   changed?: (state: import('../../server/page-state.ts').PageState) => void,
 *   leave?: () => void | Promise<void>,
 * }} View
 *
 * `go` shows a view; `changed` tells the frame that files were written.
 *
 * @typedef {{ go: (view: 'document' | 'documents' | 'board' | 'changes', what?: any) => void, wrote: () => void }} Editor
 */

/** @param {{ first: () => { file: string } | undefined }} page `first`: the document that the page shows */
export function startEditing({ first }) {
  adopt(sheet);
  /** @type {Editor} */
  const editor = { go: (name, what) => frame.go(name, what), wrote: () => frame.wrote() };
  const frame = createFrame({
    document: documentView(editor),
    documents: documentsView(editor),
    board: boardView(editor),
    changes: changesView(editor),
  });
  const label = element('span');
  const outline = element('div.outline.editable', { hidden: true }, label);
  show(outline);

  const placeOf = (target) => {
    const marked = target instanceof Element ? target.closest('[data-source]') : null;
    const [, file, line] = /^(.+?)(?::(\d+))?$/.exec(marked?.getAttribute('data-source') ?? '') ?? [];
    if (file !== undefined) return { marked, file, line: Number(line ?? 1) };
    const document = first();
    return document && { marked: null, file: document.file, line: 1 };
  };
  const hide = () => (outline.hidden = true);
  const over = (event) => {
    const place = isOurs(event) ? undefined : placeOf(event.target);
    if (!place?.marked) return hide();
    const { top, left, width, height } = place.marked.getBoundingClientRect();
    label.textContent = 'Edit';
    outline.hidden = false;
    outline.toggleAttribute('data-at-top', top < 24);
    for (const [name, value] of Object.entries({ top, left, width, height })) outline.style[name] = `${value}px`;
  };
  const click = (event) => {
    if (isOurs(event) || event.altKey || event.ctrlKey || event.metaKey || event.button !== 0) return;
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    editor.go('document', { file: place.file, line: place.line });
  };
  document.addEventListener('pointermove', over);
  document.addEventListener('click', click, true);
  addEventListener('scroll', hide, { passive: true });
  const shown = first();
  if (shown) editor.go('document', { file: shown.file, line: 1 });
  else editor.go('documents');

  return {
    /** @param {import('../../server/page-state.ts').PageState} state */
    take: (state) => frame.take(state),
    stop() {
      document.removeEventListener('pointermove', over);
      document.removeEventListener('click', click, true);
      removeEventListener('scroll', hide);
      outline.remove();
      frame.close();
    },
  };
}
