// On a phone the panel is a sheet at the bottom: half of the screen, all of it, or only its head.
import { element } from '../element.js';
import { reserve } from '../stage.js';

const HEIGHTS = { closed: 0.12, half: 0.56, full: 0.92 };
const NAMES = /** @type {(keyof typeof HEIGHTS)[]} */ (Object.keys(HEIGHTS));
const NARROW = matchMedia('(max-width: 720px)');
/** The panel, and the space around it. */
const BESIDE = 432;

/**
 * The page makes room for the panel, and the bar stays beside it.
 *
 * @param {HTMLElement} panel
 */
export function createSheet(panel) {
  let height = HEIGHTS.half;
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
    const keyboard = innerHeight - (visualViewport?.height ?? innerHeight);
    const pixels = NARROW.matches ? Math.round((isWide ? HEIGHTS.full : height) * (innerHeight - keyboard)) : 0;
    panel.style.height = NARROW.matches ? `${pixels}px` : '';
    panel.style.bottom = NARROW.matches ? `${keyboard}px` : '';
    panel.toggleAttribute('data-closed', NARROW.matches && !isWide && height <= HEIGHTS.closed);
    handle.setAttribute('aria-expanded', String(height > HEIGHTS.closed));
    reserve(NARROW.matches ? { below: pixels } : { beside: isWide ? 0 : BESIDE });
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
