/**
 * HTML as Markdown: turndown, with rules for what it leaves out. What Markdown cannot say (a table with merged cells, a
 * list of definitions) stays HTML, of which the site shows the safe part.
 */
import { createRequire } from 'node:module';
import type Turndown from 'turndown';
import { decodeReferences } from '../markdown/html-parts.ts';
import { once } from '../values/once.ts';
import { attribute, markdownTarget, oneLine, type HtmlOptions } from './html/links.ts';
import {
  asHtml,
  codeSpan,
  escapeWords,
  HTML_MARKS,
  link,
  longestRun,
  marked,
  type DomElement,
} from './html/sentences.ts';
import { gfmTable, rowsOf } from './html/table.ts';
import { tidyHtml } from './html/tidy.ts';

export const htmlToMarkdown = (html: string, options: HtmlOptions = {}): string =>
  converter().turndown(tidyHtml(html, options));

/** The words of HTML in one line: `Rock &amp; <em>Roll</em>` is `Rock & Roll`. */
export const htmlToText = (html: string): string =>
  oneLine(
    decodeReferences(
      tidyHtml(html, {})
        .replace(/<br>|<\/?div>/g, ' ')
        .replace(/<[^>]*>/g, ''),
    ),
  );

/** Loaded by the first text that needs it. */
const converter = once(() => {
  const Service = createRequire(import.meta.url)('turndown') as typeof Turndown;
  const service = new Service({ headingStyle: 'atx', hr: '---', codeBlockStyle: 'fenced' });
  service.escape = escapeWords;
  for (const [names, replacement] of Object.entries(RULES))
    service.addRule(names, { filter: names.split(' ') as Turndown.Filter, replacement });
  return service;
});

type Replacement = (content: string, node: DomElement) => string;

const block = (text: string): string => (text.trim() === '' ? '' : `\n\n${text}\n\n`);

/** The Markdown of cells and captions, for the rule of the table around them. */
const inside = new WeakMap<DomElement, string>();
const remember: Replacement = (content, node) => {
  inside.set(node, content.trim());
  return '';
};
const remembered = (node: DomElement | undefined): string => (node && inside.get(node)) ?? '';
const emphasised = (text: string): string => {
  const sign = ['*', '_'].find((each) => !text.includes(each) && !/\n|\*_/.test(text));
  return text === '' || sign === undefined ? text : sign + text + sign;
};

const heading: Replacement = (content, { nodeName }) =>
  block(`${'#'.repeat(Number(nodeName[1]))} ${oneLine(content).replace(/(?<=^|\s)(?=#+$)/, '\\')}`);

const quote: Replacement = (content) =>
  block(
    content
      .trim()
      .replace(/^(?=.)/gm, '> ')
      .replace(/^$/gm, '>'),
  );

const code: Replacement = (_, node) => {
  const text = node.textContent.trimEnd();
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const described = [node, ...Array.from(node.children)].map((each) => each.getAttribute('class') ?? '');
  return block(`${fence}${described.find((each) => each !== '') ?? ''}\n${text}\n${fence}`);
};

const list: Replacement = (content, node) => {
  const isLoose = Array.from(node.children).some(hasParagraphs);
  const isInItem = node.parentNode.nodeName === 'LI' && !isLoose && canFollowWords(node);
  const items = content.replace(/^\n+|\n+$/g, '');
  return isInItem ? `\n${items}\n` : `\n\n${items}\n\n`;
};

/** A list that starts with another number than 1 needs an empty line before it. */
const canFollowWords = (node: DomElement): boolean => node.nodeName === 'UL' || firstNumber(node) === 1;
const firstNumber = (node: DomElement): number =>
  Math.min(Math.max(Number.parseInt(node.getAttribute('start') ?? '1', 10) || 1, 0), 900_000_000);

const hasParagraphs = (item: DomElement): boolean => Array.from(item.children).some(({ nodeName }) => nodeName === 'P');

const numbers = new WeakMap<DomElement, number>();

const item: Replacement = (content, node) => {
  const owner = node.parentNode;
  const text = content
    .trim()
    .replace(/^\[([ x])\]\s+/, '[$1] ')
    .replace(/^---(?=\n|$)/, '___');
  const number = numbers.get(owner) ?? firstNumber(owner);
  numbers.set(owner, number + 1);
  const isOther = owner.hasAttribute('data-other');
  const marker = owner.nodeName === 'OL' ? `${number}${isOther ? ')' : '.'} ` : isOther ? '* ' : '- ';
  const end = text.includes('\n\n') || hasParagraphs(node) ? '\n\n' : '\n';
  return `${end}${marker}${text.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)}${end}`;
};

/** The caption is the title of the only picture, or a paragraph of its own if it has links or emphasis. */
function titleOf(figure: DomElement | null): string {
  if (!figure) return '';
  const title = titles.get(figure) ?? titleIn(figure);
  titles.set(figure, title);
  return title;
}

const titles = new WeakMap<DomElement, string>();

function titleIn(figure: DomElement): string {
  const [pictures = [], captions = []] = ['img', 'figcaption'].map((name) => figure.querySelectorAll(name));
  if (pictures.length !== 1 || captions.length !== 1 || pictures[0]!.closest('figure') !== figure) return '';
  const words = oneLine(captions[0]!.textContent);
  return captions[0]!.children.length === 0 && words === oneLine(figure.textContent) ? words : '';
}

const picture: Replacement = (_, node) => {
  const title = titleOf(node.closest('figure')) || node.getAttribute('title') || '';
  const alt = escapeWords(node.getAttribute('alt') ?? '').replace(/(?<!\\)[[\]]/g, String.raw`\$&`);
  return `![${alt}]${markdownTarget(node.getAttribute('src') ?? '', title)}`;
};

const figureCaption: Replacement = (content, node) =>
  titleOf(node.closest('figure')) === '' ? block(emphasised(content.trim())) : '';

const table: Replacement = (_, node) => {
  const [only, ...others] = rowsOf(node).flatMap(({ cells }) => cells);
  // A frame for a layout.
  if (others.length === 0) return block(remembered(only));
  const caption = Array.from(node.children).find(({ nodeName }) => nodeName === 'CAPTION');
  const text = gfmTable(node, remembered);
  return text === undefined ? kept('', node) : block(text) + block(emphasised(remembered(caption)));
};

/** Every part on a line of its own, and no empty lines, which would end it. */
const kept: Replacement = (_, node) =>
  block(
    node.outerHTML
      .replaceAll('\n', '&#10;')
      .replace(/<\/?div>| data-other=""/g, '')
      .replace(/(?<=>)(?=<(?:caption|t(?:head|body|foot|r)|dt|dd|li)[ >])/g, '\n'),
  );

const details: Replacement = (content, node) => {
  const summary = Array.from(node.children).find(({ nodeName }) => nodeName === 'HEADER');
  return block(`<details>\n<summary>${remembered(summary)}</summary>\n\n${content.trim()}\n\n</details>`);
};

const lineBreak: Replacement = (_, node) =>
  node.closest('td,th,caption,header') ? '<br>' : node.closest('h1,h2,h3,h4,h5,h6') ? ' ' : '\\\n';

const inHtml: Replacement = (content, node) =>
  asHtml(node.nodeName.toLowerCase(), content, attribute('title', node.getAttribute('title') ?? ''));

const RULES: Readonly<Record<string, Replacement>> = {
  p: (content) => block(content.trim()),
  'h1 h2 h3 h4 h5 h6': heading,
  blockquote: quote,
  pre: code,
  'ul ol': list,
  li: item,
  img: picture,
  figcaption: figureCaption,
  'td th caption header': remember,
  table,
  dl: kept,
  section: details,
  br: lineBreak,
  input: (_, node) => (node.hasAttribute('checked') ? '[x] ' : '[ ] '),
  a: link,
  code: (content) => codeSpan(content),
  strong: (content, node) => marked(content, node, ['**']),
  em: (content, node) => marked(content, node, ['*', '_']),
  del: (content, node) => marked(content, node, ['~~']),
  [HTML_MARKS]: inHtml,
};
