/** HTML that stays HTML in a Markdown file: the elements and attributes that the site shows, and no empty lines. */
import { destination, pictureOf, type Rewriting } from './links.ts';
import { escapeHtml, type HtmlElement, type HtmlNode } from './tree.ts';

export interface Keeping extends Rewriting {
  readonly isLeftOut: (element: HtmlElement) => boolean;
}

const BLOCKS = new Set(
  'table caption thead tbody tfoot tr th td p ul ol li dl dt dd blockquote h1 h2 h3 h4 h5 h6 pre'.split(' '),
);
const INLINE = new Set('strong b em i del s sub sup kbd mark ins u code q br hr a img'.split(' '));
const ATTRIBUTES = ['colspan', 'rowspan', 'scope', 'start', 'value', 'title'];
const ON_ITS_OWN_LINE = new Set('table caption thead tbody tfoot tr th td dl dt dd li'.split(' '));

export function keptHtml(nodes: readonly HtmlNode[], keeping: Keeping): string {
  const html = nodes.map((node) => written(node, { ...keeping, isCode: false })).join('');
  return html.replace(/\s*\n\s*/g, '\n').trim();
}

interface Place extends Keeping {
  /** True if spaces are kept. */
  readonly isCode: boolean;
}

function written(node: HtmlNode, place: Place): string {
  if (typeof node === 'string') return text(node, place);
  const { name, children } = node;
  if (place.isLeftOut(node)) return '';
  const inside = (): string =>
    children.map((child) => written(child, name === 'pre' ? { ...place, isCode: true } : place)).join('');
  if (name === 'img') return image(node, place);
  if (name === 'br' || name === 'hr') return `<${name}>`;
  const isBlock = BLOCKS.has(name);
  if (!isBlock && !INLINE.has(name)) return inside();
  const href = name === 'a' ? destination(node.attributes['href'], place) : undefined;
  if (name === 'a' && href === undefined) return inside();
  const own = ATTRIBUTES.flatMap((key) => attribute(key, node.attributes[key])).join('');
  const line = ON_ITS_OWN_LINE.has(name) ? '\n' : '';
  const content = isBlock && name !== 'pre' ? inside().trim() : inside();
  return `${line}<${name}${attribute('href', href)}${own}>${content}</${name}>${line}`;
}

function text(characters: string, { isCode }: Place): string {
  const shown = isCode ? characters : characters.replace(/[ \t\n\f\r]+/g, ' ').replace(/\p{Cc}/gu, '');
  return escapeHtml(shown).replaceAll('&quot;', '"').replaceAll('\n', '&#10;');
}

function image(element: HtmlElement, place: Place): string {
  const found = pictureOf(element, place);
  if (!found) return escapeHtml(element.attributes['alt'] ?? '');
  return `<img${attribute('src', found.src)} alt="${escapeHtml(found.alt)}">`;
}

const attribute = (name: string, value: string | undefined): string =>
  value ? ` ${name}="${escapeHtml(value.replace(/\s+/g, ' '))}"` : '';
