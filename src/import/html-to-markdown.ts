/**
 * HTML as Markdown. What Markdown cannot say (a table with merged cells, a list of definitions) stays HTML, of which the
 * site shows the safe part. Elements without a meaning for readers are left out, and their text stays.
 */
import { UNREAD_ELEMENTS } from '../markdown/unread-elements.ts';
import { append } from '../values/long-lists.ts';
import { inlineMarkdown, longestRun, type InlineForm } from './html/inline-markdown.ts';
import type { Mark, Piece } from './html/piece.ts';
import { keptHtml, type Keeping } from './html/kept-html.ts';
import {
  destination,
  fileName,
  fullPicture,
  isPictureFile,
  linkTo,
  pictureMarkdown,
  pictureOf,
  watchUrl,
  type Rewriting,
} from './html/links.ts';
import { gfmTable, tableOf, type TableCell } from './html/table.ts';
import { elementsIn, escapeHtml, parseHtml, textIn, type HtmlElement, type HtmlNode } from './html/tree.ts';

export interface HtmlOptions extends Rewriting {
  /** True if line breaks in the text are breaks on the page, and empty lines separate paragraphs. */
  readonly showsLineBreaks?: boolean;
  /** True for elements that vanish, besides scripts and styles. */
  readonly isLeftOut?: (element: HtmlElement) => boolean;
}

export function htmlToMarkdown(html: string, options: HtmlOptions = {}): string {
  return joined(blocksOf(parseHtml(html), { options, marks: [], form: PARAGRAPH, caption: undefined }));
}

/** The words of HTML in one line: `Rock &amp; <em>Roll</em>` is `Rock & Roll`. */
export const htmlToText = (html: string): string => textIn(parseHtml(html), isUnread).replace(/\s+/g, ' ').trim();

/** How the surroundings of an element are written. */
interface Context {
  readonly options: HtmlOptions;
  readonly marks: readonly Mark[];
  readonly form: InlineForm;
  /** The caption of the only picture inside. */
  readonly caption: string | undefined;
}

interface Block {
  readonly type: 'paragraph' | 'list' | 'other';
  readonly text: string;
}

const PARAGRAPH: InlineForm = { lineBreak: '\\\n', startsLines: true };
const HEADING: InlineForm = { lineBreak: ' ', startsLines: false };
const CELL: InlineForm = { lineBreak: '<br>', startsLines: false };

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Those of the site's own list, without the ones that have a form in Markdown. */
const UNREAD = named(
  `${UNREAD_ELEMENTS.filter((name) => name !== 'iframe' && name !== 'object').join(' ')} noscript head canvas`,
);
const isUnread = ({ name }: HtmlElement): boolean => UNREAD.has(name);
const SHOWN_WITHOUT_WORDS = named('svg math canvas');

const CONTAINERS = named(
  'address article aside body center dd dialog div dt fieldset figcaption footer form header hgroup html legend li main nav p section ' +
    'summary tbody td tfoot th thead tr optgroup search',
);

const as = (name: string, elements: string) => elements.split(' ').map((each) => [each, { name }] as const);
const MARKS: ReadonlyMap<string, Mark> = new Map([
  ...as('strong', 'strong b'),
  ...as('em', 'em i cite dfn var'),
  ...as('del', 'del s strike'),
  ...as('code', 'code tt samp'),
  ...'sub sup kbd mark ins u q ruby rt rp'.split(' ').map((name) => [name, { name }] as const),
]);

const joined = (blocks: readonly Block[]): string => separated(blocks).join('\n\n');

/** Two lists in a row would be read as one, so every other one has another marker. */
function separated(blocks: readonly Block[]): readonly string[] {
  let isOther = false;
  return blocks.map(({ type, text }, index) => {
    isOther = type === 'list' && blocks[index - 1]?.type === 'list' && !isOther;
    return isOther
      ? text.replace(/^(?:-|(\d+)\.)(?= )/gm, (_, number) => (number === undefined ? '*' : `${number})`))
      : text;
  });
}

function blocksOf(nodes: readonly HtmlNode[], context: Context): readonly Block[] {
  const flow = createFlow();
  addNodes(nodes, context, flow);
  flow.endParagraph(context);
  return flow.blocks;
}

interface Flow {
  readonly blocks: Block[];
  readonly pieces: Piece[];
  readonly endParagraph: (context: Context) => void;
}

function createFlow(): Flow {
  const blocks: Block[] = [];
  const pieces: Piece[] = [];
  return {
    blocks,
    pieces,
    endParagraph({ form }) {
      for (const text of paragraphsOf(pieces.splice(0), form)) blocks.push({ type: 'paragraph', text });
    },
  };
}

/** Two line breaks end a paragraph, where there can be several. */
function paragraphsOf(pieces: readonly Piece[], form: InlineForm): readonly string[] {
  const paragraphs: Piece[][] = [[]];
  let breaks: Piece[] = [];
  for (const piece of pieces) {
    if (piece.type === 'break') breaks.push(piece);
    else if (piece.type === 'text' && piece.text.trim() === '' && breaks.length > 0) continue;
    else {
      if (breaks.length > 1 && form.startsLines) paragraphs.push([piece]);
      else paragraphs.at(-1)!.push(...breaks.slice(0, 2), piece);
      breaks = [];
    }
  }
  return paragraphs.map((each) => inlineMarkdown(each, form)).filter((text) => text !== '');
}

function addNodes(nodes: readonly HtmlNode[], context: Context, flow: Flow): void {
  for (const node of nodes) {
    if (typeof node === 'string') addText(node, context, flow);
    else addElement(node, context, flow);
  }
}

function addText(text: string, { options, marks }: Context, { pieces }: Flow): void {
  for (const [index, line] of (options.showsLineBreaks ? text.split('\n') : [text]).entries()) {
    if (index > 0) pieces.push({ type: 'break', text: '', marks });
    pieces.push({ type: 'text', text: line, marks });
  }
}

function addElement(element: HtmlElement, context: Context, flow: Flow): void {
  const { name, children } = element;
  if (context.options.isLeftOut?.(element)) return;
  if (UNREAD.has(name)) {
    if (SHOWN_WITHOUT_WORDS.has(name)) context.options.lost?.(`HTML element ${name}`);
    return;
  }
  const block = name === 'code' && hasLines(element, context) ? code : BLOCKS[name];
  if (block || CONTAINERS.has(name)) {
    flow.endParagraph(context);
    if (block) append(flow.blocks, block(element, context));
    else addNodes(children, context, flow);
    flow.endParagraph(context);
  } else if (name === 'br') flow.pieces.push({ type: 'break', text: '', marks: context.marks });
  else if (name === 'img') flow.pieces.push(...picture(element, context));
  else if (name === 'a') addNodes(fullPicture(element), { ...context, marks: linked(element, context) }, flow);
  else addNodes(children, { ...context, marks: marked(element, context.marks) }, flow);
}

/** Where line breaks are shown, several lines of code are a block. */
const hasLines = ({ children }: HtmlElement, { options }: Context): boolean =>
  options.showsLineBreaks === true && textIn(children).trim().includes('\n');

function marked({ name, attributes }: HtmlElement, marks: readonly Mark[]): readonly Mark[] {
  const title = attributes['title'];
  const mark =
    /^(?:abbr|acronym)$/.test(name) && title
      ? { name: 'abbr', tag: `<abbr title="${escapeHtml(title)}">` }
      : MARKS.get(name);
  // Pasted from word processors: `<b style="font-weight: normal">` around everything.
  const isUndone = /font-weight:\s*(?:normal|[1-4]00)/.test(attributes['style'] ?? '') && mark?.name === 'strong';
  return !mark || isUndone || marks.some((outer) => outer.name === mark.name) ? marks : [...marks, mark];
}

function linked({ attributes }: HtmlElement, { marks, options }: Context): readonly Mark[] {
  const href = destination(attributes['href'], options);
  if (href === undefined || marks.some(({ name }) => name === 'a')) return marks;
  return [...marks, linkTo(href, attributes['title'])];
}

function picture(element: HtmlElement, { options, marks, caption }: Context): readonly Piece[] {
  const { width, height, alt = '', title } = element.attributes;
  // Counts visitors.
  if (width === '1' || height === '1') return [];
  const found = pictureOf(element, options);
  if (!found) return [{ type: 'text', text: alt, marks }];
  const isName = title === alt || title === found.alt || title === fileName(found.src);
  return [
    {
      type: 'raw',
      text: pictureMarkdown(found, caption ?? (isName ? undefined : title)),
      marks: marks.filter(({ name, close }) => name === 'a' && !isPictureFile(close!.slice(2, -1))),
    },
  ];
}

type BlockWriter = (element: HtmlElement, context: Context) => readonly Block[];

const other = (text: string): readonly Block[] => (text === '' ? [] : [{ type: 'other', text }]);

const heading: BlockWriter = ({ name, children }, context) => {
  const flat = blocksOf(children, { ...context, form: HEADING });
  const text = flat.map((block) => block.text.replaceAll('\n', ' ')).join(' ');
  return other(text === '' ? '' : `${'#'.repeat(Number(name[1]))} ${text.replace(/(?<=^|\s)(?=#+$)/, '\\')}`);
};

const quote: BlockWriter = ({ children }, context) => {
  const text = joined(blocksOf(children, { ...context, form: PARAGRAPH }));
  return other(text === '' ? '' : text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>'));
};

const LANGUAGE = /(?:^|\s)(?:lang(?:uage)?-|brush:\s*)([\w+#.-]+)/;

const code: BlockWriter = (element, context) => {
  if (/\b(?:wp-block-)?verse\b/.test(element.attributes['class'] ?? ''))
    return blocksOf(element.children, { ...context, options: { ...context.options, showsLineBreaks: true } });
  const text = textIn(element.children).replace(/^\n/, '').trimEnd();
  if (text.trim() === '') return [];
  const classes = [element, ...elementsIn(element.children)].map(({ attributes }) => attributes['class'] ?? '');
  const language = classes.map((each) => LANGUAGE.exec(each)?.[1]).find((found) => found !== undefined) ?? '';
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return other(`${fence}${language}\n${text}\n${fence}`);
};

const list: BlockWriter = (element, context) => {
  const items = itemsOf(element);
  if (items.length > 0 && items.every(isPicture)) return items.flatMap((item) => blocksOf(item.children, context));
  const entries = items
    .map((item) => ({ item, blocks: blocksOf(item.children, { ...context, form: PARAGRAPH }) }))
    .filter(({ blocks }) => blocks.length > 0);
  const isLoose = entries.some(({ item, blocks }) => hasParagraph(item) || !blocks.slice(1).every(canFollowDirectly));
  const first = Math.min(Math.max(Number.parseInt(element.attributes['start'] ?? '1', 10) || 1, 0), 900_000_000);
  const texts = entries.map(({ item, blocks }, index) => {
    const marker = element.name === 'ol' ? `${first + index}. ` : '- ';
    const text = separated(blocks)
      .join(isLoose ? '\n\n' : '\n')
      .replace(/^---(?=\n|$)/, '___');
    return marker + taskMark(item) + text.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`);
  });
  return texts.length === 0 ? [] : [{ type: 'list', text: texts.join(isLoose ? '\n\n' : '\n') }];
};

/** A list that starts with another number than 1 needs an empty line before it. */
const canFollowDirectly = ({ type, text }: Block): boolean => type === 'list' && /^(?:[-*]|1[.)]) /.test(text);

const LISTS = named('ul ol menu dir');

/** A list directly inside a list, as some editors write them, belongs to the item before. */
function itemsOf({ children }: HtmlElement): readonly HtmlElement[] {
  const items: HtmlElement[] = [];
  for (const child of children) {
    if (typeof child === 'string' ? child.trim() === '' : UNREAD.has(child.name)) continue;
    if (typeof child === 'object' && child.name === 'li') items.push({ ...child, children: [...child.children] });
    else if (typeof child === 'object' && LISTS.has(child.name) && items.length > 0) items.at(-1)!.children.push(child);
    else items.push({ name: 'li', attributes: {}, children: [child] });
  }
  return items;
}

const elementsOf = (children: readonly HtmlNode[]): readonly HtmlElement[] =>
  children.filter((child) => typeof child === 'object');
const isCaption = ({ name }: HtmlElement): boolean => name === 'figcaption';
const hasParagraph = ({ children }: HtmlElement): boolean => elementsOf(children).some(({ name }) => name === 'p');

/** An entry of a gallery. */
const isPicture = ({ children }: HtmlElement): boolean =>
  textIn(children, isCaption).trim() === '' && [...elementsIn(children)].some(({ name }) => name === 'img');

function taskMark({ children }: HtmlElement): string {
  const inside = elementsOf(children).filter(({ name }) => !LISTS.has(name));
  const box = [...inside, ...inside.flatMap((child) => elementsOf(child.children))].find(
    ({ name, attributes }) => name === 'input' && attributes['type'] === 'checkbox',
  );
  return !box ? '' : 'checked' in box.attributes ? '[x] ' : '[ ] ';
}

/** The caption is the title of its only picture, or a paragraph of its own if it has links or emphasis. */
const figure: BlockWriter = ({ children }, context) => {
  const caption = elementsOf(children).filter(isCaption);
  const content = children.filter((child) => typeof child === 'string' || !isCaption(child));
  const pictures = [...elementsIn(content)].filter(({ name }) => name === 'img');
  const words = caption.flatMap((each) => each.children);
  const isPlain = [...elementsIn(words)].every(({ name }) => !MARKS.has(name) && name !== 'a' && name !== 'br');
  const text = textIn(words, isUnread).replace(/\s+/g, ' ').trim();
  if (pictures.length === 1 && isPlain && textIn(content).trim() === '')
    return blocksOf(content, { ...context, caption: text === '' ? context.caption : text });
  const emphasised = { ...context, marks: [...context.marks, { name: 'em' }] };
  return [...blocksOf(content, context), ...blocksOf(words, emphasised)];
};

/** Players cannot be in a text: a link leads to the video. */
const player: BlockWriter = ({ attributes, children }, { options }) => {
  const source = elementsOf(children).find(({ name }) => name === 'source');
  const url = attributes['src'] ?? source?.attributes['src'] ?? attributes['data-src'] ?? attributes['data'] ?? '';
  const href = destination(watchUrl(url), options);
  if (href === undefined) return [];
  const words = (attributes['title'] ?? attributes['aria-label'] ?? '').trim();
  if (words === '' && /^https?:[^\s<>]+$/.test(href)) return [{ type: 'paragraph', text: `<${href}>` }];
  const piece: Piece = { type: 'text', text: words || href, marks: [linkTo(href)] };
  return [{ type: 'paragraph', text: inlineMarkdown([piece], PARAGRAPH) }];
};

const details: BlockWriter = ({ children }, context) => {
  const summary = elementsOf(children).find(({ name }) => name === 'summary');
  const inside = blocksOf(
    children.filter((child) => child !== summary),
    context,
  );
  const label = keptHtml(summary?.children ?? [], keeping(context));
  return [...other(`<details>\n<summary>${label}</summary>`), ...inside, ...other('</details>')];
};

const table: BlockWriter = (element, context) => {
  const { caption, rows, columns } = tableOf(element);
  const [only, ...others] = rows.flatMap(({ cells }) => cells);
  if (!only) return [];
  // A frame for a layout.
  if (others.length === 0) return blocksOf(only.children, context);
  const emphasised = { ...context, marks: [...context.marks, { name: 'em' }] };
  const text = gfmTable({ rows, columns }, (cell) => cellText(cell, context));
  const kept = text ?? keptHtml([element], keeping(context));
  return [...other(kept), ...(text === undefined ? [] : blocksOf(caption, emphasised))];
};

/** Undefined if it is more than one line of text, or has what no cell can have: `\|` in code. */
function cellText({ element, isBodyHeading }: TableCell, context: Context): string | undefined {
  const marks = isBodyHeading ? [...context.marks, { name: 'strong' }] : context.marks;
  const blocks = blocksOf(element.children, { ...context, marks, form: CELL });
  const isLine = blocks.length === 0 || (blocks.length === 1 && blocks[0]!.type === 'paragraph');
  return isLine && !textIn(element.children).includes('\\|') ? (blocks[0]?.text ?? '') : undefined;
}

const keeping = ({ options }: Context): Keeping => ({ ...options, isLeftOut: isUnread });

const kept: BlockWriter = (element, context) =>
  textIn(element.children).trim() === '' ? [] : other(keptHtml([element], keeping(context)));

const BLOCKS: Readonly<Record<string, BlockWriter | undefined>> = Object.assign(Object.create(null), {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading])),
  ...Object.fromEntries([...LISTS].map((name) => [name, list])),
  ...Object.fromEntries(['video', 'audio', 'iframe', 'embed', 'object'].map((name) => [name, player])),
  blockquote: quote,
  pre: code,
  figure,
  table,
  details,
  dl: kept,
  hr: () => other('---'),
});
