import { ADMONITIONS } from '../../markdown/admonition.ts';
import { decodeReferences } from '../../markdown/html-parts.ts';
import { type Attributes, plainText, readAttributes } from './canonical-html.ts';
import type { Code, Elements } from './elements.ts';

/** The elements that become more than a tag on a page, and column headings, which name their table. */
const TAG = /<(\/?)(h[1-6]|a|img|pre|table|th|blockquote|span|sup)\b[^>]*>/g;

interface OpenElement {
  readonly name: string;
  readonly tag: string;
  readonly attributes: Attributes;
  /** The number of parts before it. */
  readonly start: number;
  readonly columns: string[];
}

/**
 * Turns the simple elements of sanitised HTML into those of a page. The output is a list of parts: where an element ends,
 * the parts since its start become one, so that nothing is copied more often than it is nested.
 */
export function finishHtml(html: string, { elements, footnotes }: Finishing): string {
  const parts: string[] = [];
  const open: OpenElement[] = [];
  let written = 0;
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    parts.push(html.slice(written, index));
    written = index + tag.length;
    if (name === 'img') {
      parts.push(elements.image({ attributes: readAttributes(tag) }));
    } else if (slash === '') {
      open.push({ name, tag, attributes: readAttributes(tag), start: parts.length, columns: [] });
    } else {
      const element = open.pop()!;
      const inside = parts.splice(element.start).join('');
      parts.push(closed(element, { inside, open, elements, footnotes }));
    }
  }
  parts.push(html.slice(written));
  return parts.join('');
}

interface Finishing {
  readonly elements: Elements;
  /** The number of footnotes: an author's own HTML cannot refer to others. */
  readonly footnotes: number;
}

interface Surroundings extends Finishing {
  readonly inside: string;
  readonly open: readonly OpenElement[];
}

function closed(element: OpenElement, { inside: html, open, elements, footnotes }: Surroundings): string {
  const { name, tag, attributes, columns } = element;
  switch (name) {
    case 'a':
      // Browsers end a link where the next one starts, so a nested link is reduced to its words.
      return open.some((outer) => outer.name === 'a') ? html : elements.link({ attributes, html });
    case 'pre':
      return elements.pre({ html, code: codeIn(html) });
    case 'table':
      return elements.table({ attributes, columns, html });
    case 'th':
      open.findLast((outer) => outer.name === 'table')?.columns.push(plainText(html));
      return `${tag}${html}</th>`;
    case 'blockquote':
    case 'span':
    case 'sup':
      return madeByMarkdown(attributes, { html, elements, footnotes }) ?? `${withoutData(tag)}${html}</${name}>`;
    default:
      return elements.heading({ depth: Number(name[1]), attributes, html });
  }
}

/** Sanitised, so the name of the language has no characters that are escaped. */
const CODE = /^<code class="language-([^"]+)">([^<]*)<\/code>$/;

function codeIn(html: string): Code | undefined {
  const found = CODE.exec(html);
  return found ? { language: found[1]!, text: decodeReferences(found[2]!) } : undefined;
}

interface Made extends Finishing {
  readonly html: string;
}

/** An author may write these attributes too. Their values are checked, and then mean what they mean in Markdown. */
function madeByMarkdown(attributes: Attributes, { html, elements, footnotes }: Made): string | undefined {
  const type = ADMONITIONS.find((each) => each === attributes['data-admonition']);
  if (type) return elements.admonition({ type, html });
  const task = attributes['data-task'];
  if (task === 'done' || task === 'open') return elements.task({ isDone: task === 'done' });
  const number = Number(attributes['data-footnote']);
  return Number.isInteger(number) && number > 0 && number <= footnotes
    ? elements.footnoteReference({ number })
    : undefined;
}

const withoutData = (tag: string): string => tag.replace(/ data-(?:admonition|task|footnote)="[^"]*"/g, '');
