// The container of all our elements: outside the body, so that neither side's styles affect the other.
import { element } from './element.js';
import { settings } from './settings.js';
import { sheet } from './style.js';

const layer = element('div.layer');
/** For the screen alone: printed, the page has all of the paper. */
const room = new CSSStyleSheet();
const container = document.createElement('gitcast-dev');

/** Puts an element into the container, which is created on first use. */
export function show(...nodes) {
  if (!container.isConnected) {
    const root = container.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(layer);
    document.adoptedStyleSheets.push(room);
    document.documentElement.append(container);
    container.addEventListener('keydown', keepLetters);
    followScheme();
    stayAbove();
    addEventListener('resize', stayAbove);
    addEventListener('load', stayAbove);
  }
  layer.append(...nodes);
}

/** A further style sheet for our elements. */
export function adopt(added) {
  const root = container.shadowRoot;
  if (root && !root.adoptedStyleSheets.includes(added)) root.adoptedStyleSheets.push(added);
}

/**
 * The page, the bar and the messages make room for a panel, in pixels.
 *
 * @param {{ beside?: number, below?: number }} room
 */
export function reserve({ beside = 0, below = 0 }) {
  layer.style.setProperty('--beside', `${beside}px`);
  layer.style.setProperty('--below', `${below}px`);
  layer.toggleAttribute('data-sheet', below > 0);
  const rules = [
    beside > 0 && `margin-right: ${beside}px`,
    below > 0 && `padding-bottom: ${below}px; scroll-padding-bottom: ${below + 12}px`,
  ];
  room.replaceSync(`@media screen { html:root { ${rules.filter(Boolean).join('; ')} } }`);
}

export const isOurs = (event) => event.composedPath().includes(container);

export function followScheme() {
  if (settings.scheme === 'system') delete container.dataset.scheme;
  else container.dataset.scheme = settings.scheme;
}

/** The page sees no field of ours, and would take a letter for one of its shortcuts. */
function keepLetters(event) {
  const [target] = event.composedPath();
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (isLetter && target instanceof Element && target.matches('input, textarea, select')) event.stopPropagation();
}

/** A site's own bar at the bottom stays usable: ours goes above it. */
function stayAbove() {
  const height = Math.max(0, ...[0.1, 0.9].map((part) => fixedHeightAt(innerWidth * part, innerHeight - 4)));
  layer.style.setProperty('--above', `${height}px`);
}

function fixedHeightAt(x, y) {
  for (let each = document.elementFromPoint(x, y); each && each !== container; each = each.parentElement) {
    if (getComputedStyle(each).position !== 'fixed') continue;
    const { top, height } = each.getBoundingClientRect();
    return height < innerHeight / 3 ? innerHeight - top : 0;
  }
  return 0;
}
