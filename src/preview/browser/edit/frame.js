// The panel beside the page: the ways between the views, undo and redo.
import { closeButton, element, focusedBeside } from '../element.js';
import { reloadKeeping } from '../keep.js';
import { say } from '../messages.js';
import { show } from '../stage.js';
import { ask } from './request.js';
import { createSheet } from './sheet.js';

/** @typedef {import('./editor.js').View} View */

/** The page that is shown, which may have had the address that was given up. */
const isThere = () =>
  fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => true,
  );

/**
 * @param {Record<string, View>} views
 * @param {{ onClose: () => void, onEscape: () => void }} actions
 */
export function createFrame(views, { onClose, onEscape }) {
  /** @type {View | undefined} */
  let current;
  /** Undo or redo that is under way: the page waits for it before it is loaded again. */
  let turning = Promise.resolve();
  const title = element('h2', { tabindex: '-1' });
  const ways = Object.entries(views)
    .filter(([name]) => name !== 'document')
    .map(([name, view]) => element('button', { 'data-view': name, onclick: () => turnTo(name) }, view.title));
  const undo = element('button.icon-button', { 'aria-label': 'Undo', onclick: () => turn('undo') }, '↶');
  const redo = element('button.icon-button', { 'aria-label': 'Redo', onclick: () => turn('redo') }, '↷');
  const body = element('div.edit-body');
  const panel = element('section.edit.card', { 'aria-label': 'Editor', onkeydown: leaveOnEscape });
  const sheet = createSheet(panel);
  panel.append(
    sheet.handle,
    element(
      'div.edit-head',
      element('nav.segments', { 'aria-label': 'Editor' }, ...ways),
      undo,
      redo,
      closeButton('Close the editor', onClose),
    ),
    element('div.edit-title', title),
    body,
  );
  show(panel);

  /** A click on the way to the current view goes back to the document. */
  const turnTo = (name) => go(views[name] === current ? 'document' : name);

  async function go(name, what) {
    const view = views[name];
    if (view !== current) {
      await current?.leave?.();
      current = view;
      body.replaceChildren(view.node);
      panel.toggleAttribute('data-wide', view.isWide === true);
      sheet.setWide(view.isWide === true);
      for (const way of ways) way.setAttribute('aria-pressed', String(way.dataset.view === name));
    }
    sheet.raise();
    nameIt();
    await view.open(what);
    nameIt();
  }
  const nameIt = () => (title.textContent = current?.title ?? '');

  const turn = (direction) => (turning = turned(direction));
  async function turned(direction) {
    await current?.leave?.();
    const answer = await (current?.turn?.(() => ask(direction)) ?? ask(direction));
    if (answer.type === 'refused') return say(answer.reason);
    mark(answer.next);
    const { address, isGone, document: { href } = { href: undefined } } = answer;
    const isDocument = current === views.document && address !== undefined;
    if (isDocument && isGone) await go('documents');
    else if (!isDocument || current.place()?.address !== address)
      await current?.open(isDocument ? { address } : undefined);
    nameIt();
    if (href === undefined || (await isThere())) return;
    history.replaceState(null, '', href);
    void reloadKeeping();
  }
  function mark({ undo: undoable, redo: redoable }) {
    undo.disabled = undoable === undefined;
    redo.disabled = redoable === undefined;
    undo.title = undoable === undefined ? 'Nothing to undo' : `Undo: ${undoable}`;
    redo.title = redoable === undefined ? 'Nothing to redo' : `Redo: ${redoable}`;
  }
  const refreshed = async () => {
    const state = await ask('undo-state');
    if (state.type !== 'refused') mark(state);
  };
  void refreshed();

  const isField = (each) => each instanceof Element && each.matches('input, textarea');
  /** In a field, the browser undoes what was typed there. */
  const keys = (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (!isUndo || event.composedPath().some(isField)) return;
    event.preventDefault();
    void turn(event.shiftKey ? 'redo' : 'undo');
  };
  addEventListener('keydown', keys);
  function leaveOnEscape(event) {
    // A view may have used it, to put something back.
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
  }

  return {
    go,
    wrote() {
      nameIt();
      void refreshed();
    },
    take: (state) => current?.changed?.(state),
    focus: () => title.focus({ preventScroll: true }),
    /** Somebody began something that would be lost with the page, or is reading what came of it: its element says so. */
    isBegun: () => panel.isConnected && panel.querySelector('[data-begun]:not([hidden], :empty)') !== null,
    /** Sends what is being entered. */
    flush: () => Promise.all([current?.leave?.(), turning]),
    /** The view that is open, and where somebody is in it. */
    position() {
      const view = Object.keys(views).find((name) => views[name] === current);
      const { selectionStart: start, selectionEnd: end } = /** @type {any} */ (focusedBeside(panel) ?? {});
      const focused = current?.focused?.();
      return {
        view,
        shown: current?.shown?.(),
        scroll: body.scrollTop,
        ...(focused && { focus: { ...focused, start, end } }),
      };
    },
    /** The focus and the cursor. @param {import('./kept-place.js').Kept} kept */
    restore({ scroll, focus }) {
      const field = /** @type {any} */ (focus && current.refocus?.(focus));
      if (typeof focus?.start === 'number') field?.setSelectionRange?.(focus.start, focus.end);
      body.scrollTop = scroll;
    },
    close() {
      removeEventListener('keydown', keys);
      void current?.leave?.();
      sheet.end();
      panel.remove();
    },
  };
}
