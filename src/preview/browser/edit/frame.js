// The panel beside the page: the ways between the views, undo and redo.
import { element } from '../element.js';
import { say } from '../messages.js';
import { show } from '../stage.js';
import { ask } from './request.js';

/** @typedef {import('./editor.js').View} View */

/** @param {Record<string, View>} views */
export function createFrame(views) {
  /** @type {View | undefined} */
  let current;
  const title = element('h2', { tabindex: '-1' });
  const ways = Object.entries(views)
    .filter(([name]) => name !== 'document')
    .map(([name, view]) => element('button', { 'data-view': name, onclick: () => go(name) }, view.title));
  const undo = element('button.button', { title: 'Undo (Ctrl+Z)', onclick: () => turn('undo') }, 'Undo');
  const redo = element('button.button', { title: 'Redo (Ctrl+Shift+Z)', onclick: () => turn('redo') }, 'Redo');
  const body = element('div.edit-body');
  const panel = element(
    'section.edit.card',
    { 'aria-label': 'Editor' },
    element('div.edit-head', element('nav.segments', { 'aria-label': 'Editor' }, ...ways), undo, redo),
    element('div.edit-title', title),
    body,
  );
  show(panel);

  /** A click on the way to the current view closes a wide one, and goes back to the document. */
  async function go(name, what) {
    const view = views[name];
    if (view !== current) {
      await current?.leave?.();
      current = view;
      body.replaceChildren(view.node);
      panel.toggleAttribute('data-wide', view.isWide === true);
      for (const way of ways) way.setAttribute('aria-pressed', String(way.dataset.view === name));
    }
    title.textContent = view.title;
    await view.open(what);
    title.textContent = view.title;
  }
  async function turn(direction) {
    const answer = await ask(direction);
    if (answer.type === 'refused') return say(answer.reason);
    mark(answer.next);
    await current?.open();
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
  const keys = (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if (!isUndo || event.composedPath().some((each) => each instanceof Element && each.matches('input, textarea')))
      return;
    event.preventDefault();
    void turn(event.shiftKey ? 'redo' : 'undo');
  };
  addEventListener('keydown', keys);

  return {
    go,
    wrote: () => void refreshed(),
    take: (state) => current?.changed?.(state),
    close() {
      removeEventListener('keydown', keys);
      void current?.leave?.();
      panel.remove();
    },
  };
}
