/**
 * @template {string} T
 * @typedef {HTMLElementTagNameMap[Extract<T extends `${infer Tag}.${string}` ? Tag : T, keyof HTMLElementTagNameMap>]} Made
 */

/** @typedef {Node | string | undefined | false} Child */

/**
 * An element such as `div.card.message`, perhaps with attributes and listeners (`onclick`), and its children. A child that is
 * not a node becomes text, never HTML.
 *
 * @template {string} T
 * @param {T} kind
 * @param {Child | Record<string, unknown>} [first] attributes, or the first child
 * @param {...Child} others
 * @returns {Made<T>}
 */
export function element(kind, first, ...others) {
  const [tag, ...classes] = kind.split('.');
  const made = document.createElement(tag);
  if (classes.length > 0) made.className = classes.join(' ');
  const isChild = typeof first !== 'object' || first instanceof Node;
  for (const [name, value] of Object.entries(isChild ? {} : first)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of isChild ? [first, ...others] : others)
    if (child !== undefined && child !== false) made.append(child);
  return /** @type {Made<T>} */ (made);
}

/** Text in which the parts between backticks are code. */
export const withCode = (text) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? element('code', part) : part));

/** The focused element inside ours. */
export const focusedBeside = (node) => /** @type {ShadowRoot} */ (node.getRootNode()).activeElement;

const SVG = 'http://www.w3.org/2000/svg';

/** A button with a cross. */
export function closeButton(label, onclick) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const cross = document.createElementNS(SVG, 'path');
  cross.setAttribute('d', 'M4 4l8 8M12 4l-8 8');
  svg.append(cross);
  return element('button.icon-button', { 'aria-label': label, onclick }, svg);
}
