// The details of a slot, with fields to move it without dragging.
import { closeButton, element } from '../element.js';
import { lengthOf, localAt, minutesOf } from './board-times.js';

/**
 * @typedef {import('./board-lift.js').Slot} Slot
 * @param {{
 *   places: () => import('../../../editing/board.ts').Board['places'],
 *   move: (slot: Slot, target: import('./board-lift.js').Target) => void,
 *   openForm: (slot: Slot) => void,
 *   closed: (slot: Slot) => void,
 * }} board
 */
export function createCard({ places, move, openForm, closed }) {
  /** @type {Slot} */
  let slot;
  // Any minute: with steps, a browser refuses a form with a time between them.
  const time = { type: 'datetime-local', required: true };
  const title = element('h3', { id: 'board-card-title', tabindex: '-1' });
  const clashes = element('ul');
  const start = element('input', { ...time, onchange: keepLength });
  const end = element('input', time);
  const place = element('select');
  const placeField = element('label', 'Place', place);
  const node = element(
    'form.board-card.card',
    { 'aria-labelledby': title.id, hidden: true, 'data-begun': true, onsubmit: submit, onkeydown: closeByKey },
    element('div.board-card-head', title, closeButton('Close', close)),
    clashes,
    element('label', 'Start', start),
    element('label', 'End', end),
    placeField,
    element(
      'div.board-card-foot',
      element('button.button.main', 'Move'),
      element('button.button', { type: 'button', onclick: () => openForm(slot) }, 'Open its form'),
    ),
  );

  function keepLength() {
    const length = slot.start === undefined ? 60 : lengthOf(slot);
    if (start.value !== '') end.value = localAt(minutesOf(start.value) + length);
  }
  function submit(event) {
    event.preventDefault();
    close();
    move(slot, { start: start.value, end: end.value, place: place.value === '' ? null : place.value });
  }
  function closeByKey(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }
  function close() {
    if (node.hidden) return;
    node.hidden = true;
    closed(slot);
  }
  /** @param {Slot} shown */
  function show(shown) {
    slot = shown;
    title.textContent = shown.title;
    clashes.replaceChildren(...shown.clashes.map((words) => element('li', words)));
    [start.value, end.value] = [shown.start ?? '', shown.end ?? ''];
    const possible = places().filter(({ kind }) => shown.placeKinds.includes(kind));
    const option = (value, text) => element('option', { value, selected: value === (shown.place ?? '') }, text);
    place.replaceChildren(option('', 'No place'), ...possible.map((each) => option(each.address, each.title)));
    placeField.hidden = possible.length === 0;
    node.hidden = false;
    title.focus({ preventScroll: true });
  }
  return { node, show, close };
}
