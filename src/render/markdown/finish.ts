import { type Attributes, plainText, readAttributes } from './canonical-html.ts';
import type { Elements } from './elements.ts';

/** The elements that become more than a tag on a page, and column headings, which name their table. */
const TAG = /<(\/?)(h[1-6]|a|img|pre|table|th)\b[^>]*>/g;

interface OpenElement {
  readonly name: string;
  readonly attributes: Attributes;
  /** The number of parts before it. */
  readonly start: number;
  readonly columns: string[];
}

/**
 * Turns the simple elements of sanitised HTML into those of a page. The output is a list of parts: where an element ends,
 * the parts since its start become one, so that nothing is copied more often than it is nested.
 */
export function finishHtml(html: string, elements: Elements): string {
  const parts: string[] = [];
  const open: OpenElement[] = [];
  let written = 0;
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    parts.push(html.slice(written, index));
    written = index + tag.length;
    if (name === 'img') {
      parts.push(elements.image({ attributes: readAttributes(tag) }));
    } else if (slash === '') {
      open.push({ name, attributes: readAttributes(tag), start: parts.length, columns: [] });
      if (name === 'th') parts.push(tag);
    } else {
      const element = open.pop()!;
      const inside = parts.splice(element.start).join('');
      parts.push(closed(element, { inside, open, elements }));
    }
  }
  parts.push(html.slice(written));
  return parts.join('');
}

interface Surroundings {
  readonly inside: string;
  readonly open: readonly OpenElement[];
  readonly elements: Elements;
}

function closed({ name, attributes, columns }: OpenElement, { inside: html, open, elements }: Surroundings): string {
  switch (name) {
    case 'a':
      // Browsers end a link where the next one starts, so a nested link is reduced to its words.
      return open.some((outer) => outer.name === 'a') ? html : elements.link({ attributes, html });
    case 'pre':
      return elements.pre({ html });
    case 'table':
      return elements.table({ attributes, columns, html });
    case 'th':
      open.findLast((outer) => outer.name === 'table')?.columns.push(plainText(html));
      return `${html}</th>`;
    default:
      return elements.heading({ depth: Number(name[1]), attributes, html });
  }
}
