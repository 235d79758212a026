// On a phone the panel is a sheet at the bottom: half of the screen, all of it, or only its head.
import { element, focusedBeside } from '../element.js';
import { reserve } from '../stage.js';

const HEIGHTS = { closed: 0.12, half: 0.56, full: 0.92 };
const NAMES = /** @type {(keyof typeof HEIGHTS)[]} */ (Object.keys(HEIGHTS));
const NARROW = matchMedia('(max-width: 720px)');
/** The panel, and the space around it. */
const BESIDE = 432;
/** With a keyboard, the page keeps this part of what is left: a text that is typed needs the rest. */
const TYPING = 0.72;

/**
 * The page makes room for the panel, and the bar stays beside it.
 *
 * @param {HTMLElement} panel
 */
export function createSheet(panel) {
  let height = HEIGHTS.half;
  /** That of the views beside which the page is seen. */
  let former = height;
  let isWide = false;
  const handle = element('button.sheet-handle', { 'aria-label': 'Size of the editor', onclick: () => step() });

  function set(next) {
    height = Math.min(HEIGHTS.full, Math.max(HEIGHTS.closed, next));
    follow();
  }
  const nearest = () =>
    NAMES.toSorted((one, other) => Math.abs(HEIGHTS[one] - height) - Math.abs(HEIGHTS[other] - height))[0];
  function step() {
    set(nearest() === 'half' ? HEIGHTS.closed : HEIGHTS.half);
  }
  function follow() {
    const isClosed = height <= HEIGHTS.closed;
    const { scale = 1, height: seen = innerHeight, offsetTop = 0 } = visualViewport ?? {};
    // Who zooms in sees less of the page, too.
    const keyboard = scale > 1 ? 0 : Math.max(0, innerHeight - seen - offsetTop);
    const part = keyboard > 0 && !isClosed ? Math.max(height, TYPING) : height;
    panel.toggleAttribute('data-closed', NARROW.matches && isClosed);
    panel.style.height = NARROW.matches && !isClosed ? `${Math.round(part * (innerHeight - keyboard))}px` : '';
    panel.style.bottom = NARROW.matches ? `${keyboard}px` : '';
    handle.setAttribute('aria-expanded', String(!isClosed));
    reserve(NARROW.matches ? { below: panel.offsetHeight + keyboard } : { beside: isWide ? 0 : BESIDE });
    if (keyboard > 0) focusedBeside(panel)?.scrollIntoView({ block: 'nearest' });
  }

  /** @type {{ y: number, height: number, isMoved: boolean } | undefined} */
  let drag;
  handle.addEventListener('pointerdown', ({ clientY, pointerId }) => {
    handle.setPointerCapture(pointerId);
    drag = { y: clientY, height, isMoved: false };
  });
  handle.addEventListener('pointermove', ({ clientY }) => {
    if (!drag) return;
    drag.isMoved ||= Math.abs(clientY - drag.y) > 4;
    if (drag.isMoved) set(drag.height + (drag.y - clientY) / innerHeight);
  });
  const drop = () => {
    if (drag?.isMoved) {
      set(HEIGHTS[nearest()]);
      // A drag is no click.
      handle.addEventListener('click', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    }
    drag = undefined;
  };
  handle.addEventListener('pointerup', drop);
  handle.addEventListener('pointercancel', drop);
  handle.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(HEIGHTS[NAMES[Math.max(0, Math.min(NAMES.length - 1, NAMES.indexOf(nearest()) + by))]]);
  });
  addEventListener('resize', follow);
  visualViewport?.addEventListener('resize', follow);
  follow();

  return {
    handle,
    setWide(next) {
      if (next && !isWide) former = height;
      if (next !== isWide) height = next ? HEIGHTS.full : former;
      isWide = next;
      follow();
    },
    /** Something is shown in it. */
    raise: () => height <= HEIGHTS.closed && set(HEIGHTS.half),
    end() {
      removeEventListener('resize', follow);
      visualViewport?.removeEventListener('resize', follow);
      reserve({});
    },
  };
}
