// The board by keys: arrows go from slot to slot, and move one that was picked up.
import { inWords, minutesOf, startOfDay, STEP } from './board-times.js';

const HELP =
  'Arrow keys move it, with Shift by half an hour. Page Up and Page Down change the day, plus and minus its length. ' +
  'Enter drops it, Escape leaves it where it was.';

/** @param {HTMLElement} area has the focus while a slot is moved */
export function followKeys(area, { lift, day, turnDay, titleOf, slotAt, focusSlot, showDetails, announce }) {
  const where = () => `${inWords(lift.target)}, ${titleOf(lift.target.place)}`;
  const by = (minutes) => lift.moveTo(minutesOf(lift.target.start) + minutes);
  const lengthen = (minutes) => lift.endAt(minutesOf(lift.target.end) + minutes);
  const step = ({ shiftKey }) => (shiftKey ? 30 : STEP);
  const toDay = (direction) => {
    const before = startOfDay(day());
    turnDay(direction);
    by(startOfDay(day()) - before);
  };
  const MOVES = {
    ArrowUp: (event) => by(-step(event)),
    ArrowDown: (event) => by(step(event)),
    ArrowLeft: () => lift.moveAcross(-1),
    ArrowRight: () => lift.moveAcross(1),
    PageUp: () => toDay(-1),
    PageDown: () => toDay(1),
    '-': () => lengthen(-STEP),
    '+': () => lengthen(STEP),
  };
  const stay = () => {
    announce(`${lift.slot.title} stays where it was.`);
    lift.cancel();
  };
  const ENDS = { Enter: () => lift.drop(), ' ': () => lift.drop(), Escape: stay, Tab: stay };
  const OF_SLOTS = {
    Enter: pickUp,
    ' ': pickUp,
    F2: (node) => showDetails(slotAt(node)),
    PageUp: () => turnDay(-1),
    PageDown: () => turnDay(1),
    ArrowUp: (node) => focusNearest(node, (x, y) => [-y, x]),
    ArrowDown: (node) => focusNearest(node, (x, y) => [y, x]),
    ArrowLeft: (node) => focusNearest(node, (x, y) => [-x, y]),
    ArrowRight: (node) => focusNearest(node, (x, y) => [x, y]),
  };

  function pickUp(node) {
    lift.take(slotAt(node));
    area.focus({ preventScroll: true });
    announce(`Picked up ${lift.slot.title}: ${where()}. ${HELP}`);
  }
  /** `towards`: how far a slot is ahead and aside, of its distances to the right and down. */
  function focusNearest(node, towards) {
    const own = node.getBoundingClientRect();
    let nearest = { far: Infinity, address: undefined };
    for (const other of area.querySelectorAll('[data-address]')) {
      const { left, top } = other.getBoundingClientRect();
      const [ahead, aside] = towards(left - own.left, top - own.top);
      const far = ahead + 3 * Math.abs(aside);
      if (ahead > 1 && far < nearest.far) nearest = { far, address: other.getAttribute('data-address') };
    }
    focusSlot(nearest.address);
  }
  function act(event) {
    const { slot } = lift;
    if (slot && MOVES[event.key]) {
      MOVES[event.key](event);
      lift.ghost.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      announce(where());
    } else if (slot) {
      ENDS[event.key]();
      focusSlot(slot.address);
    } else OF_SLOTS[event.key](event.target);
  }

  area.addEventListener('keydown', (event) => {
    const isSlot = /** @type {Element} */ (event.target).matches('[data-address]');
    const keys = lift.slot ? { ...MOVES, ...ENDS } : isSlot ? OF_SLOTS : {};
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    act(event);
  });
}
