// Draws a day of the board. What has not changed since is left alone, so that a move touches a few elements of many.
import { element, focusedBeside } from '../element.js';
import { clock, DAY, FIRST_HOUR, lanesOf, localAt, SCALE, spanOn } from './board-times.js';

/** @typedef {import('./board-lift.js').Slot} Slot */

/** Lower slots show one line, in pixels. */
const LOW = 44;

export function createGrid() {
  const tray = element('div.board-tray', { role: 'group', 'aria-label': 'Without a time' });
  const hours = element('div.board-hours', { 'aria-hidden': 'true' });
  const lines = element('div.board-lines');
  const scroll = element('div.board-scroll', lines);
  /** @type {import('./board-lift.js').Column[]} */
  let columns = [];
  /** Elements by address, each with what it shows. */
  const drawn = /** @type {Map<string, { node: HTMLElement, shown: string }>} */ (new Map());
  /** The one slot that Tab reaches. */
  let reached;

  /** @param {readonly Slot[]} slots @param {import('../../../editing/board.ts').Board['places']} places */
  function draw(slots, places, day) {
    const focused = /** @type {HTMLElement | null} */ (focusedBeside(lines));
    drawColumns(new Set(slots.map(({ place }) => place)), places);
    const spans = slots.flatMap((slot) => (slot.days.includes(day) ? [{ slot, ...spanOn(day, slot) }] : []));
    drawHours(Math.ceil(Math.max(DAY, ...spans.map(({ to }) => to)) / 60));
    const waiting = slots.filter(({ start }) => start === undefined);
    tray.hidden = waiting.length === 0;
    const shown = new Set([...waiting, ...spans.map(({ slot }) => slot)].map(({ address }) => address));
    for (const [address, { node }] of drawn) {
      if (shown.has(address)) continue;
      drawn.delete(address);
      node.remove();
    }
    const inTray = waiting.map((slot) => nodeOf(slot));
    putInOrder(tray, inTray);
    const byPlace = Map.groupBy(spans, ({ slot }) => slot.place);
    for (const { address, node } of columns) {
      const inColumn = lanesOf(byPlace.get(address) ?? []).map((span) => nodeOf(span.slot, span));
      putInOrder(node, inColumn);
    }
    if (!drawn.has(reached)) reach(drawn.keys().next().value);
    // An element that took another position lost the focus.
    if (focused?.dataset.address !== undefined && focused.isConnected) focused.focus({ preventScroll: true });
  }

  function drawColumns(used, places) {
    const { true: inUse = [], false: free = [] } = Object.groupBy(places, ({ address }) => String(used.has(address)));
    const wanted = [...inUse, { address: null, title: 'No place' }, ...free];
    const namesOf = (list) => JSON.stringify(list.map(({ address, title }) => [address, title]));
    if (namesOf(wanted) === namesOf(columns)) return;
    const named = (title) => ({ role: 'group', 'aria-label': title });
    columns = wanted.map((place) => ({ ...place, node: element('div.board-column', named(place.title)) }));
    const heads = columns.map(({ title }) => element('div.board-head', { 'aria-hidden': 'true' }, title));
    lines.replaceChildren(element('div.board-corner'), ...heads, hours, ...columns.map(({ node }) => node));
    lines.style.setProperty('--columns', String(columns.length));
    lines.style.setProperty('--hour', `${60 * SCALE}px`);
  }

  function drawHours(count) {
    if (hours.childElementCount === count) return;
    const names = Array.from({ length: count }, (_, hour) => clock(localAt((hour + FIRST_HOUR) * 60)));
    hours.replaceChildren(...names.map((name) => element('span', name)));
  }

  /** @param {Slot} slot @param {{ from: number, to: number, lane: number, count: number }} [at] absent in the tray */
  function nodeOf(slot, at) {
    const { address, title, start, end, clashes, marks, colour = 'var(--quiet)' } = slot;
    const shown = JSON.stringify([slot, at?.from, at?.to, at?.lane, at?.count]);
    const known = drawn.get(address);
    if (known?.shown === shown) return known.node;
    const node = known?.node ?? element('button.slot', { 'data-address': address, tabindex: '-1' });
    drawn.set(address, { node, shown });
    const height = at ? (at.to - at.from) * SCALE : LOW;
    node.title = clashes.join('\n');
    node.toggleAttribute('data-hidden', marks.length > 0);
    node.toggleAttribute('data-clash', clashes.length > 0);
    node.toggleAttribute('data-low', height < LOW);
    node.style.setProperty('--colour', colour);
    if (at) {
      node.style.top = `${at.from * SCALE}px`;
      node.style.setProperty('--height', `${height}px`);
      node.style.left = `${(100 * at.lane) / at.count}%`;
      node.style.width = `calc(${100 / at.count}% - 4px)`;
    }
    node.replaceChildren(
      start === undefined ? '' : element('span.slot-time', `${clock(start)}–${clock(end)}`),
      element('strong.slot-title', title),
      ...marks.map((mark) => element('span.chip', mark)),
      clashes.length > 0 ? element('span.slot-clash', clashes.join(' ')) : '',
      element('span.slot-grip'),
    );
    return node;
  }

  function reach(address) {
    drawn.get(reached)?.node.setAttribute('tabindex', '-1');
    reached = address;
    drawn.get(address)?.node.setAttribute('tabindex', '0');
  }

  return {
    tray,
    scroll,
    columns: () => columns,
    draw,
    reach,
    nodeAt: (address) => drawn.get(address)?.node,
    scrollToFirst() {
      const tops = [...drawn.values()].flatMap(({ node }) => (node.style.top ? [parseFloat(node.style.top)] : []));
      scroll.scrollTop = Math.max(0, Math.min(...tops) - 30 * SCALE);
    },
  };
}

function putInOrder(parent, nodes) {
  const present = [...parent.querySelectorAll(':scope > [data-address]')];
  const isInOrder = nodes.length === present.length && nodes.every((node, index) => node === present[index]);
  if (!isInOrder) parent.append(...nodes);
}
