// Edit mode: what is editable is outlined, and a click opens its form. Loaded when somebody turns it on.
import { element } from '../element.js';
import { beforeReload } from '../keep.js';
import { isSaying } from '../messages.js';
import { adopt, isOurs, show } from '../stage.js';
import { boardView } from './board.js';
import { changesView } from './changes.js';
import { documentView } from './document.js';
import { documentsView } from './documents.js';
import { createFrame } from './frame.js';
import { keepPlace, keptPlace } from './kept-place.js';
import { isAsking } from './request.js';
import { sheet } from './style.js';

/**
 * A part of the editor. `node` is shown in the panel beside the page, or over it if `isWide`. `find` is the path of the
 * value that a text on the page shows. `shown` is what `open` shows again.
 *
 * @typedef {import('../../../editing/protocol.ts').OpenDocument} OpenDocument
 * @typedef {{
 *   title: string,
 *   node: HTMLElement,
 *   isWide?: boolean,
 *   open: (what?: any) => void | Promise<void>,
 *   changed?: (state: import('../../server/page-state.ts').PageState) => void,
 *   leave?: () => void | Promise<void>,
 *   turn?: (ask: () => Promise<any>) => Promise<any> | undefined,
 *   find?: (text: string) => (string | number)[] | undefined,
 *   focused?: () => import('./slot.js').Focus | undefined,
 *   refocus?: (focus: import('./slot.js').Focus) => HTMLElement | undefined,
 *   place?: () => { address: string, locale?: string, opened: OpenDocument, look: import('./slot.js').Look } | undefined,
 *   shown?: () => any,
 * }} View
 *
 * `go` shows a view; `wrote` tells the frame that files were written.
 *
 * @typedef {{ go: (view: 'document' | 'documents' | 'board' | 'changes', what?: any) => void, wrote: () => void }} Editor
 */

/** A pause after which a person has stopped typing or dragging, in milliseconds. */
const REST = 1_500;
const USES = ['input', 'keydown', 'pointerdown', 'pointermove'];
/** Outside the marked parts, these do what they always do: people find their way around the site. */
const WORKING = 'a, button, summary, input, select, textarea, label, video, audio';
/** @param {Element | null} marked */
function placeOf(marked) {
  const [, file, line] = /^(.+?)(?::(\d+))?$/.exec(marked?.getAttribute('data-source') ?? '') ?? [];
  return file === undefined ? undefined : { file, line: Number(line ?? 1) };
}

/** A text of a page is in an element of at most this many levels. */
const LEVELS = 3;

/** @param {Element} target @param {Element | null} [within] @returns {Element[]} */
function elementsAround(target, within) {
  const isEnd = !target || target === document.body || target === within;
  return isEnd ? [] : [target, ...elementsAround(target.parentElement, within)].slice(0, LEVELS);
}
const textsOf = (elements) => elements.map(({ textContent }) => textContent);

/**
 * @param {{
 *   first: () => { file: string } | undefined,
 *   onClose: () => void,
 *   onEscape: () => void,
 *   isAsked: boolean,
 * }} page `first`: the document that the page shows; `isAsked`: somebody has just turned edit mode on
 */
export function startEditing({ first, onClose, onEscape, isAsked }) {
  adopt(sheet);
  /** The file that the page is about: the one that its parts are written in, or the first that it was built from. */
  const mainFile = () => placeOf(document.querySelector('[data-source]'))?.file ?? first()?.file;
  /** @type {Editor} */
  const editor = { go: (name, what) => void frame.go(name, what), wrote: () => frame.wrote() };
  const documents = documentView(editor);
  const frame = createFrame(
    {
      document: documents,
      documents: documentsView(editor),
      board: boardView(editor),
      changes: changesView(editor),
    },
    { onClose, onEscape },
  );
  const outline = element('div.outline.editable', { hidden: true }, element('span', 'Edit'));
  show(outline);

  /**
   * The part of the page that a click would edit: a marked one, or a text of the open document.
   *
   * @returns {{ node: Element, at?: (string | number)[], file?: string, line?: number, texts?: string[] } | undefined}
   */
  function partAt(target) {
    const marked = target.closest('[data-source]');
    const near = elementsAround(target, marked);
    const shown = near.map((node) => ({ node, at: documents.find(node.textContent) })).find(({ at }) => at);
    return marked ? { node: shown?.node ?? marked, texts: textsOf(near), ...placeOf(marked) } : shown;
  }
  const hide = () => (outline.hidden = true);
  const over = (event) => {
    const part = !isInPage(event) || isWorking(event.target) ? undefined : partAt(event.target);
    if (!part) return hide();
    const { top, left, width, height } = part.node.getBoundingClientRect();
    outline.hidden = false;
    outline.toggleAttribute('data-at-top', top < 24);
    for (const [name, value] of Object.entries({ top, left, width, height })) outline.style[name] = `${value}px`;
  };
  const isInPage = (event) => event.target instanceof Element && !isOurs(event);
  const isWorking = (target) => target.closest('[data-source]') === null && target.closest(WORKING) !== null;

  const click = (event) => {
    if (!isInPage(event) || event.altKey || event.ctrlKey || event.metaKey || event.button !== 0) return;
    if (isWorking(event.target)) return;
    const part = partAt(event.target);
    const file = mainFile();
    if (!part && file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { lang } = document.documentElement;
    const clicked = { file, texts: textsOf(elementsAround(event.target)), locale: lang, ...part };
    const opened = frame.go('document', part?.at ? { ...documents.place(), at: part.at } : clicked);
    // The panel may lie over it.
    void opened.then(() => (part?.node ?? event.target).scrollIntoView({ block: 'nearest' }));
  };
  const leave = () => {
    keepPlace({ ...documents.place(), ...frame.position() });
    void frame.flush();
  };
  let usedAt = -REST;
  /** A pointer that only hovers has no button down. */
  const used = (event) => isOurs(event) && event.buttons !== 0 && (usedAt = performance.now());
  const isInUse = () => performance.now() - usedAt < REST || isAsking() || isSaying() || frame.isBegun();
  beforeReload({ isInUse, flush: () => frame.flush() });
  for (const name of USES) addEventListener(name, used);
  document.addEventListener('pointermove', over);
  document.addEventListener('click', click, true);
  addEventListener('scroll', hide, { passive: true });
  addEventListener('pagehide', leave);
  void start();

  async function start() {
    const kept = keptPlace();
    const file = mainFile();
    if (kept) {
      const { address, locale, opened, look } = kept;
      const place = address === undefined ? undefined : { address, locale, opened, look };
      const isDocument = kept.view === 'document';
      await frame.go(kept.view, isDocument ? place : kept.shown);
      frame.restore(kept);
      // The way back from another view leads to the document.
      if (place && !documents.place()) await documents.open(place);
    } else if (file !== undefined) await frame.go('document', { file, locale: document.documentElement.lang });
    else await frame.go('documents');
    if (isAsked) frame.focus();
  }

  return {
    /** @param {import('../../server/page-state.ts').PageState} state */
    take: (state) => frame.take(state),
    stop() {
      document.removeEventListener('pointermove', over);
      document.removeEventListener('click', click, true);
      removeEventListener('scroll', hide);
      removeEventListener('pagehide', leave);
      for (const name of USES) removeEventListener(name, used);
      beforeReload();
      outline.remove();
      frame.close();
    },
  };
}
