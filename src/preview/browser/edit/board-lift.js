// A slot that is being moved, by pointer or by keys: a ghost shows where it would go, and nothing else changes.
import { element } from '../element.js';
import { clock, DAY, lengthOf, localAt, minutesOf, SCALE, spanOn, startOfDay, STEP } from './board-times.js';

/**
 * @typedef {import('../../../editing/board.ts').BoardSlot} Slot
 * @typedef {{ start: string, end: string, place: string | null }} Target
 * @typedef {{ address: string | null, title: string, kind?: string, node: HTMLElement }} Column
 */

/** The start that a slot without a time gets, in minutes of the day. */
const LATE_MORNING = 240;
const rounded = (minutes) => Math.round(minutes / STEP) * STEP;

export class Lift {
  #board;
  #title = element('strong.slot-title');
  #where = element('span');
  ghost = element('div.slot.ghost', { 'aria-hidden': 'true', 'data-begun': true }, this.#where, this.#title);
  /** @type {Slot | undefined} */
  slot;
  /** @type {Target | undefined} */
  target;

  /** @param {{ columns: () => Column[], day: () => string, drop: (slot: Slot, target: Target) => void }} board */
  constructor(board) {
    this.#board = board;
  }

  /** @param {Slot} slot */
  take(slot) {
    const start = slot.start ?? localAt(startOfDay(this.#board.day()) + LATE_MORNING);
    this.slot = slot;
    this.target = { start, end: slot.end ?? localAt(minutesOf(start) + 60), place: slot.place };
    this.#title.textContent = slot.title;
    this.draw();
  }

  /** Also after the columns were drawn anew, without the ghost. */
  draw() {
    for (const column of this.#board.columns()) column.node.toggleAttribute('data-off', !this.#isFor(column));
    this.#show({});
  }

  /** @param {Column} column */
  #isFor({ address, kind }) {
    const { place, placeKinds } = this.slot;
    return address === place || (address === null ? placeKinds.length > 0 : placeKinds.includes(kind));
  }

  /** To a start on the day that is shown, in minutes, and a column, unless it is no place for this kind. */
  moveTo(minutes, column) {
    const first = startOfDay(this.#board.day());
    const own = minutesOf(this.slot.start ?? this.target.start);
    // One that lasts for days may have started on an earlier one.
    const earliest = Math.min(first, own);
    // Its own time of day stays: 20:32 is rounded only if it moves away from there.
    const near = own + Math.round((minutes - own) / DAY) * DAY;
    const wanted = Math.abs(minutes - near) < STEP / 2 ? near : rounded(minutes);
    const latest = first + DAY - (wanted === near ? 1 : STEP);
    const start = Math.min(Math.max(wanted, earliest), latest);
    const place = column && this.#isFor(column) ? column.address : this.target.place;
    this.#show({ start: localAt(start), end: localAt(start + lengthOf(this.target)), place });
  }

  endAt(minutes) {
    this.#show({ end: localAt(Math.max(rounded(minutes), minutesOf(this.target.start) + STEP)) });
  }

  /** To the next or the previous possible column. */
  moveAcross(direction) {
    const possible = this.#board.columns().filter((column) => this.#isFor(column));
    const at = possible.findIndex(({ address }) => address === this.target.place);
    this.moveTo(minutesOf(this.target.start), possible[at + direction]);
  }

  /** @param {Partial<Target>} changed */
  #show(changed) {
    this.target = { ...this.target, ...changed };
    const { start, end, place } = this.target;
    const columns = this.#board.columns();
    const { node, title } = columns.find(({ address }) => address === place) ?? columns[0];
    const day = this.#board.day();
    const { from, to } = spanOn(day, { start, end, days: [day] });
    this.ghost.style.transform = `translateY(${from * SCALE}px)`;
    this.ghost.style.setProperty('--height', `${(to - from) * SCALE}px`);
    this.#where.textContent = `${clock(start)}–${clock(end)} · ${title}`;
    if (this.ghost.parentNode !== node) node.append(this.ghost);
  }

  drop() {
    const { slot, target } = this;
    this.cancel();
    this.#board.drop(slot, target);
  }

  cancel() {
    this.ghost.remove();
    for (const { node } of this.#board.columns()) node.removeAttribute('data-off');
    this.slot = undefined;
    this.target = undefined;
  }
}
