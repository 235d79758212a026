// The board: a day of the programme as a grid of places and times, on which slots are moved.
import { element, focusedBeside } from '../element.js';
import { say } from '../messages.js';
import { adopt } from '../stage.js';
import { createCard } from './board-card.js';
import { createGrid } from './board-grid.js';
import { followKeys } from './board-keys.js';
import { Lift } from './board-lift.js';
import { followPointer } from './board-pointer.js';
import { sheet } from './board-style.js';
import { daysOf, dayTitle, inWords, lengthOf } from './board-times.js';
import { ask } from './request.js';

/** @typedef {import('./board-lift.js').Slot} Slot */

const HINT =
  'Drag an entry, or its lower edge. By keys: arrows go from entry to entry, Enter picks one up, F2 shows its details.';

/**
 * @param {import('./editor.js').Editor} editor
 * @returns {import('./editor.js').View}
 */
export function boardView(editor) {
  /** @type {import('../../../editing/board.ts').Board} */
  let board = { days: [], places: [], slots: [] };
  /** Moves that are shown before the server answers, by address. */
  const pending = new Map();
  /** @type {Map<string, Slot>} */
  let slots = new Map();
  /** Those of the board, and the one that is shown. */
  let days = [];
  /** @type {string | undefined} */
  let day;
  let revision;

  const titleOf = (place) => board.places.find(({ address }) => address === place)?.title ?? 'No place';
  const tabs = element('div.segments.board-days', { role: 'group', 'aria-label': 'Days' });
  const clashes = element('button.button.board-clashes', { onclick: showNextClash });
  const grid = createGrid();
  const hint = element('p.hint', { id: 'board-hint' }, HINT);
  const area = element(
    'div.board-area',
    { role: 'application', tabindex: '-1', 'aria-label': 'Programme', 'aria-describedby': hint.id },
    grid.tray,
    grid.scroll,
  );
  const empty = element('p.hint', 'There is no event or session yet. Create one under Documents.');
  const live = element('p.board-live', { role: 'status', 'aria-live': 'assertive' });
  const announce = (text) => (live.textContent = text);
  const openForm = ({ address }) => editor.go('document', { address });
  const card = createCard({ places: () => board.places, move, openForm, closed: ({ address }) => focusSlot(address) });
  const lift = new Lift({ columns: grid.columns, day: () => day, drop: move });
  const slotAt = (node) => slots.get(node.dataset.address);
  const shared = { lift, columns: grid.columns, day: () => day, slotAt, showDetails };
  followPointer(area, { ...shared, scroll: grid.scroll, showDay });
  followKeys(area, { ...shared, turnDay, titleOf, focusSlot, announce });
  const onSlots = (name, act) =>
    area.addEventListener(name, ({ target }) => {
      const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('[data-address]'));
      if (node && !node.hasAttribute('data-dragged')) act(slotAt(node));
    });
  onSlots('click', showDetails);
  onSlots('dblclick', openForm);
  onSlots('focusin', ({ address }) => grid.reach(address));

  let asked = 0;
  let taken = 0;
  /** @param {() => unknown} [beforeDrawing] */
  async function load(beforeDrawing) {
    const number = ++asked;
    const answer = await ask('board');
    beforeDrawing?.();
    if (answer.type === 'refused') return say(answer.reason);
    if (number > taken) [board, taken] = [answer, number];
    draw();
  }

  function draw() {
    slots = new Map(board.slots.map((slot) => [slot.address, { ...slot, ...pending.get(slot.address) }]));
    day ??= board.days[0] ?? new Date().toISOString().slice(0, 10);
    empty.hidden = slots.size > 0;
    area.hidden = slots.size === 0;
    grid.draw([...slots.values()], board.places, day);
    if (lift.slot && !lift.ghost.isConnected) lift.draw();
    drawDays([...new Set([...board.days, day])].sort());
    const { length } = clashing();
    clashes.disabled = length === 0;
    clashes.textContent = length === 0 ? 'No clashes' : length === 1 ? '1 entry clashes' : `${length} entries clash`;
  }

  function drawDays(wanted) {
    const tab = (each) => element('button', { 'data-day': each, onclick: () => showDay(each) }, dayTitle(each));
    // A tab that stays keeps the focus.
    if (wanted.join() !== days.join()) tabs.replaceChildren(...wanted.map(tab));
    days = wanted;
    for (const each of tabs.children) each.setAttribute('aria-pressed', String(each.getAttribute('data-day') === day));
  }

  let queue = Promise.resolve();
  /** A slot is shown where it was dropped, and goes back if the server refuses. The moves are sent one after the other. */
  function move(slot, { start, end, place }) {
    const { address } = slot;
    const shown = { start, end, place, days: daysOf({ start, end }), written: undefined };
    const changes = {
      ...(start !== slot.start && { start }),
      // The server keeps the length, also in a night in which clocks change.
      ...((slot.start === undefined || lengthOf(slot) !== lengthOf(shown)) && { end }),
      ...(place !== slot.place && { place }),
    };
    card.close();
    if (Object.keys(changes).length === 0) return;
    pending.set(address, shown);
    if (shown.days.includes(day)) draw();
    else showDay(shown.days[0]);
    focusSlot(address);
    queue = queue.then(() => send(slot, changes)).then(() => settle(address, shown));
  }
  /** A slot that was moved again before the answer came has, by now, the values that this page asked for. */
  async function send({ address, title, written }, changes) {
    const was = written ?? board.slots.find((each) => each.address === address)?.written ?? {};
    const reason = refusalOf(await ask('move-slot', { address, was, ...changes }), title);
    editor.wrote();
    if (reason !== undefined) say(reason);
  }
  async function settle(address, shown) {
    await load(() => pending.get(address) === shown && pending.delete(address));
    const slot = slots.get(address);
    if (slot) announce([slot.title, inWords(slot), titleOf(slot.place), ...slot.clashes].join(', '));
  }

  function showDay(next) {
    day = next;
    draw();
    if (!lift.slot) grid.scrollToFirst();
  }
  function turnDay(direction) {
    const next = days[days.indexOf(day) + direction];
    if (next === undefined) return;
    showDay(next);
    if (!lift.slot) focusSlot([...slots.values()].find((slot) => slot.days.includes(next))?.address);
  }
  function focusSlot(address) {
    const [first] = slots.get(address)?.days ?? [];
    if (!grid.nodeAt(address) && first !== undefined) showDay(first);
    grid.nodeAt(address)?.focus();
  }
  /** On the side of the board where it does not hide the slot. */
  function showDetails(slot) {
    const [box, around] = [grid.nodeAt(slot.address) ?? area, area].map((each) => each.getBoundingClientRect());
    card.node.toggleAttribute('data-start', box.left + box.width / 2 > around.left + around.width / 2);
    card.show(slot);
  }
  const clashing = () => [...slots.values()].filter((slot) => slot.clashes.length > 0);
  let lastClash;
  function showNextClash() {
    const found = clashing();
    lastClash = found[(found.findIndex(({ address }) => address === lastClash) + 1) % found.length].address;
    focusSlot(lastClash);
    showDetails(slots.get(lastClash));
  }

  return {
    title: 'Board',
    node: element('div.board', element('div.board-bar', tabs, clashes), empty, area, hint, card.node, live),
    isWide: true,
    async open(what) {
      adopt(sheet);
      const isFirst = day === undefined;
      day ??= what?.day;
      await load();
      if (isFirst) grid.scrollToFirst();
      if (what?.address !== undefined) focusSlot(what.address);
      if (what?.scroll) grid.scroll.scrollTo(what.scroll);
    },
    shown: () => ({
      day,
      address: /** @type {HTMLElement | null} */ (focusedBeside(area))?.dataset.address,
      scroll: { left: grid.scroll.scrollLeft, top: grid.scroll.scrollTop },
    }),
    changed(state) {
      if (state.revision !== revision) void load();
      revision = state.revision;
    },
    async leave() {
      lift.cancel();
      card.close();
      await queue;
    },
  };
}

/** Undefined if it was saved. */
function refusalOf(answer, title) {
  if (answer.type === 'saved') return undefined;
  if (answer.type === 'conflict') return `The file of ${title} was changed meanwhile. The board shows it as it is now.`;
  if (answer.type !== 'invalid') return answer.reason;
  const [{ message, suggestion }] = answer.problems;
  return `${title} was not moved: ${[message, suggestion].filter(Boolean).join('; ')}.`;
}
