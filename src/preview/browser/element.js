/**
 * An element with attributes, listeners (`onclick`) and children. A child that is not a node becomes text, never HTML.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

/** Text in which the parts between backticks are code. */
export const withCode = (text) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? element('code', {}, part) : part));

/** The focused element inside ours. */
export const focusedBeside = (node) => /** @type {ShadowRoot} */ (node.getRootNode()).activeElement;

const SVG = 'http://www.w3.org/2000/svg';

/** A 16 by 16 icon, from its path. */
export function icon(path) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

export const CROSS = 'M4 4l8 8M12 4l-8 8';
export const DOWN = 'M3.5 6l4.5 4.5L12.5 6';
