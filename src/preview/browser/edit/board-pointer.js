// Dragging on the board: by mouse at once, by touch after a long press, since a swipe scrolls.
import { minutesOf, SCALE, startOfDay } from './board-times.js';

const LONG_PRESS = 350;
/** A click may move this far, in pixels. */
const STILL = 5;
/** A pointer that came this near to an edge scrolls, in pixels, by as many per frame as `PULL`. */
const EDGE = 36;
const PULL = 8;

/**
 * @param {HTMLElement} area
 * @param {{
 *   scroll: HTMLElement,
 *   lift: import('./board-lift.js').Lift,
 *   columns: () => import('./board-lift.js').Column[],
 *   day: () => string,
 *   showDay: (day: string) => void,
 *   slotAt: (node: Element) => import('./board-lift.js').Slot | undefined,
 *   showDetails: (slot: import('./board-lift.js').Slot) => void,
 * }} board
 */
export function followPointer(area, { scroll, lift, columns, day, showDay, slotAt, showDetails }) {
  /** From the first event of a pointer to its last. */
  let press;
  let frame = 0;
  const boxOfFirst = () => columns()[0].node.getBoundingClientRect();
  const minutesAt = (y) => startOfDay(day()) + (y - boxOfFirst().top) / SCALE;

  function begin() {
    const { slot, first, isResize, node, id } = press;
    const held = isResize ? slot.end : slot.start;
    press.isLifted = true;
    press.above = held === undefined ? 0 : minutesAt(first.y) - minutesOf(held);
    lift.take(slot);
    node.toggleAttribute('data-lifted', true);
    node.focus({ preventScroll: true });
    area.setPointerCapture(id);
    schedule();
  }
  const schedule = () => (frame ||= requestAnimationFrame(follow));
  /** Once per frame, also while the pointer rests at an edge. */
  function follow() {
    frame = 0;
    if (!press?.isLifted || !lift.slot) return;
    const { x, y, above, isResize, first } = press;
    const { left, width } = boxOfFirst();
    const box = scroll.getBoundingClientRect();
    if (y < box.top) showDayUnder(x, y);
    if (isResize) lift.endAt(minutesAt(y) - above);
    else lift.moveTo(minutesAt(y) - above, columns()[Math.floor((x - left) / width)]);
    // A slot that was taken up near an edge scrolls only when it moves further towards that edge.
    const pull = (at, began, from, to) =>
      at < Math.min(from + EDGE, began - STILL) ? -PULL : at > Math.max(to - EDGE, began + STILL) ? PULL : 0;
    const across = pull(x, first.x, box.left, box.right);
    const down = y < box.top ? 0 : pull(y, first.y, box.top + EDGE, box.bottom);
    if (across === 0 && down === 0) return;
    scroll.scrollBy(across, down);
    schedule();
  }
  /** A pointer over the tab of a day takes the slot there. */
  function showDayUnder(x, y) {
    const under = /** @type {ShadowRoot} */ (area.getRootNode()).elementFromPoint(x, y);
    const tab = /** @type {HTMLElement | null} */ (under?.closest('[data-day]'));
    if (tab && tab.dataset.day !== day()) showDay(tab.dataset.day);
  }
  function end() {
    if (!press) return;
    const { node, timer, isLifted = false } = press;
    clearTimeout(timer);
    node.removeAttribute('data-lifted');
    // The click that follows is the end of the drag.
    node.toggleAttribute('data-dragged', isLifted);
    setTimeout(() => node.removeAttribute('data-dragged'));
    press = undefined;
  }

  area.addEventListener('pointerdown', (event) => {
    const { target, clientX: x, clientY: y, pointerId: id } = event;
    const node = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest('.slot'));
    const slot = node && slotAt(node);
    if (lift.slot) return;
    // Two fingers zoom or scroll: the second one ends the press of the first, and starts none.
    end();
    if (!slot || event.button !== 0 || !event.isPrimary) return;
    const isTouch = event.pointerType === 'touch';
    const isResize = /** @type {Element} */ (target).matches('.slot-grip');
    press = { id, slot, node, x, y, first: { x, y }, isResize, isTouch };
    if (isTouch) press.timer = setTimeout(begin, LONG_PRESS);
  });
  area.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (pointerId !== press?.id) return;
    const { first, isTouch, isLifted } = press;
    const hasMoved = press.hasMoved || Math.hypot(clientX - first.x, clientY - first.y) > STILL;
    Object.assign(press, { x: clientX, y: clientY, hasMoved });
    if (isLifted) schedule();
    else if (hasMoved) {
      if (isTouch) end();
      else begin();
    }
  });
  area.addEventListener('pointerup', ({ pointerId }) => {
    if (pointerId !== press?.id) return;
    const { slot, isLifted, hasMoved } = press;
    follow();
    const isTaken = isLifted && lift.slot !== undefined;
    if (isTaken && hasMoved) lift.drop();
    else if (isTaken) lift.cancel();
    end();
    // Somebody pressed long and changed their mind, or the page was busy while they tapped.
    if (isTaken && !hasMoved) showDetails(slot);
  });
  area.addEventListener('pointercancel', ({ pointerId }) => {
    if (pointerId !== press?.id) return;
    if (press.isLifted) lift.cancel();
    end();
  });
  area.addEventListener('touchmove', (event) => press?.isLifted && event.preventDefault(), { passive: false });
  area.addEventListener('contextmenu', (event) => press?.isTouch && event.preventDefault());
}
