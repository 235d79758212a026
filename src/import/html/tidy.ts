/**
 * HTML in the form that is simple to convert. Only elements and attributes with a meaning are left, and links and
 * pictures are those that the caller wants. Blocks are closed in the right order and nest only so deep, because every
 * parser of HTML takes the square of the depth. Marks (bold, a link …) are around words and never around blocks, and
 * code is the innermost of them.
 */
import { htmlParts, type HtmlTag } from '../../markdown/html-parts.ts';
import { UNREAD_ELEMENTS } from '../../markdown/unread-elements.ts';
import {
  attribute,
  destination,
  escapeHtml,
  isPictureFile,
  oneLine,
  pictureOf,
  watchUrl,
  type Attributes,
  type HtmlOptions,
} from './links.ts';

/** Page builders nest thirty elements. Of deeper ones the text stays. */
const DEEPEST = 50;

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));
/** The names of elements by the name that they are written with. */
const byName = (written: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(written).flatMap(([name, elements]) => elements.split(' ').map((each) => [each, name])));
const themselves = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, name]));

const PLAYERS = named('iframe video audio object embed');
/** Those of the site's own list, and elements that are only shown where something else is not. */
const UNREAD = new Set([...UNREAD_ELEMENTS, 'noscript', 'head', 'canvas'].filter((name) => !PLAYERS.has(name)));
const SHOWN_WITHOUT_WORDS = named('svg math canvas');
/** Everything that follows one of these belongs to it until it is closed. */
const LITERAL = named('script style textarea title xmp noembed noframes iframe');

/** For the converter, sections are details, and headers their summaries. */
const BLOCKS = byName({
  ...themselves(
    'p h1 h2 h3 h4 h5 h6 ol li blockquote pre figure figcaption table caption thead tbody tfoot tr th td dl dt dd',
  ),
  ul: 'ul menu dir',
  section: 'details',
  header: 'summary',
  div: 'address article aside body center dialog div fieldset footer form header hgroup html legend main nav optgroup section search',
});

const MARKS = byName({
  ...themselves('a sub sup kbd mark ins u q ruby rt rp'),
  abbr: 'abbr acronym',
  strong: 'strong b',
  em: 'em i cite dfn var',
  del: 'del s strike',
  code: 'code tt samp',
});

/** The elements that end where one of these starts. A paragraph ends at every block. */
const ENDED: Readonly<Record<string, RegExp | undefined>> = {
  li: /^li$/,
  dt: /^d[td]$/,
  dd: /^d[td]$/,
  td: /^t[dh]$/,
  th: /^t[dh]$/,
  tr: /^t[dhr]$/,
  tbody: /^t(?:[dhr]|head|body|foot)$/,
};

const LISTS = named('ul ol');
const WITHOUT_PARAGRAPHS = /^(?:h\d|t[hd]|caption|header)$/;
const LANGUAGE = /(?:^|\s)(?:lang(?:uage)?-|brush:\s*)([\w+#.-]+)/;
/** In WordPress, a gallery is a list. */
const GALLERY = /\bgallery\b/;
const VERSE = /\b(?:wp-block-)?verse\b/;

interface Block {
  readonly name: string;
  readonly written: string;
  readonly showsLineBreaks: boolean;
  /** The position of its start tag. */
  readonly start: number;
  /** True for a list that follows directly after another one, and has another marker. */
  readonly isOther: boolean;
}

interface Mark {
  readonly name: string;
  /** Empty for a mark without a meaning. */
  readonly tag: string;
  /** Where a link leads. */
  readonly href: string | undefined;
}

export function tidyHtml(html: string, options: HtmlOptions): string {
  const tidying = new Tidying(options);
  // `<a<b`: the name of an element could be as long as the rest of the text.
  const text = html.replace(/<(?=[^\s<>]*<)/g, '&lt;');
  const endOf = createEndOf(text);
  let end = 0;
  for (const part of htmlParts(text)) {
    if (part.start < end) continue;
    if (part.type !== 'tag') tidying.addText(text.slice(part.start, part.end));
    else if (part.isClosing || !(UNREAD.has(part.name) || PLAYERS.has(part.name)))
      tidying.addTag(part, { hasLines: /^[^<\n]*[^<\s][^<\n]*\n/.test(text.slice(part.end, part.end + 500)) });
    else {
      end = endOf(part);
      tidying.addUnread(part, text.slice(part.end, Math.min(end, part.end + 2000)));
      if (end === Infinity) break;
    }
  }
  return tidying.result();
}

/** Where an element ends. One that is never closed is only its tag, unless it is one of those that hold everything. */
function createEndOf(html: string): (tag: HtmlTag) => number {
  const unclosed = new Set<string>();
  return ({ name, end }) => {
    const found = unclosed.has(name) ? null : new RegExp(`</${name}[^>]*>`, 'i').exec(html.slice(end));
    if (found) return end + found.index + found[0].length;
    unclosed.add(name);
    return LITERAL.has(name) ? Infinity : end;
  };
}

class Tidying {
  readonly #options: HtmlOptions;
  readonly #parts: string[] = [];
  readonly #blocks: Block[] = [];
  /** The marks that were opened, of which some have no meaning, and those that are written. */
  readonly #marks: Mark[] = [];
  #written: readonly Mark[] = [];
  #breaks = 0;
  #hasSpace = false;
  #hasText = false;
  /** The list that ended just before. */
  #lastList: Block | undefined;

  constructor(options: HtmlOptions) {
    this.#options = options;
  }

  result(): string {
    this.#closeBlocks(0);
    return this.#parts.join('');
  }

  addText(html: string): void {
    const escaped = html.replaceAll('<', '&lt;');
    if (this.#blocks.at(-1)?.written === 'pre') this.#parts.push(escaped);
    else if (this.#showsLineBreaks)
      for (const [index, line] of escaped.split('\n').entries()) {
        if (index > 0) this.#breaks++;
        this.#addWords(line);
      }
    else this.#addWords(escaped);
  }

  #addWords(words: string): void {
    const isBlank = words.replaceAll('&nbsp;', ' ').trim() === '';
    if (!isBlank || (words.trim() !== '' && this.#hasText)) this.#add(words, this.#meantMarks());
    else if (words !== '') this.#hasSpace = true;
  }

  #add(html: string, marks: readonly Mark[]): void {
    // Code has no line breaks.
    const lasting = this.#breaks > 0 ? marks.filter(({ name }) => name !== 'code') : marks;
    this.#closeMarks(sharedMarks(this.#written, lasting));
    if (this.#hasText && this.#breaks > 0) this.#addBreaks();
    else if (this.#hasText && this.#hasSpace) this.#parts.push(' ');
    this.#parts.push(...marks.slice(this.#written.length).map(({ tag }) => tag), html);
    this.#written = marks;
    this.#breaks = 0;
    this.#hasSpace = false;
    this.#hasText = true;
    this.#lastList = undefined;
  }

  /** Two line breaks end a paragraph, where there can be several. */
  #addBreaks(): void {
    if (this.#breaks > 1 && !this.#blocks.some(({ written }) => WITHOUT_PARAGRAPHS.test(written))) {
      this.#closeMarks(0);
      this.#parts.push('<div></div>');
    } else this.#parts.push('<br>'.repeat(Math.min(this.#breaks, 2)));
  }

  #closeMarks(count: number): void {
    for (const { name } of this.#written.slice(count).toReversed()) this.#parts.push(`</${name}>`);
    this.#written = this.#written.slice(0, count);
  }

  #meantMarks(): readonly Mark[] {
    const meant = new Map<string, Mark>();
    for (const mark of this.#marks) if (mark.tag !== '' && !meant.has(mark.name)) meant.set(mark.name, mark);
    const code = meant.get('code');
    meant.delete('code');
    return [...meant.values(), ...(code ? [code] : [])];
  }

  addTag(tag: HtmlTag, { hasLines }: { readonly hasLines: boolean }): void {
    const { name, isClosing } = tag;
    const attributes = attributesIn(tag);
    const block = this.#blocks.at(-1);
    if (block?.written === 'pre' && name !== block.name) this.#addInCode(tag, attributes);
    else if (isClosing) this.#close(name);
    else if (name === 'br') this.#breaks++;
    else if (name === 'img') this.#addPicture(attributes);
    else if (name === 'hr') this.#addBlock('<hr>');
    else if (name === 'input') this.#addInput(attributes);
    // Where line breaks are shown, several lines of code are a block.
    else if (name === 'code' && hasLines && this.#showsLineBreaks) this.#openBlock(name, attributes);
    else if (MARKS.has(name)) this.#openMark(MARKS.get(name)!, attributes);
    else if (BLOCKS.has(name)) this.#openBlock(name, attributes);
  }

  /** A player cannot be in a text: a link leads to the video. */
  addUnread(tag: HtmlTag, inside: string): void {
    const { name } = tag;
    if (SHOWN_WITHOUT_WORDS.has(name)) this.#options.lost?.(`HTML element ${name}`);
    if (!PLAYERS.has(name)) return;
    const attributes = attributesIn(tag);
    const source = /<source\b[^>]{0,1000}?\bsrc=["']?([^"'\s>]+)/i.exec(inside)?.[1];
    const url = attributes.get('src') ?? source ?? attributes.get('data-src') ?? attributes.get('data') ?? '';
    const href = destination(watchUrl(url), this.#options);
    const words = oneLine(attributes.get('title') ?? attributes.get('aria-label'));
    if (href !== undefined) this.#addBlock(`<div><a${attribute('href', href)}>${escapeHtml(words || href)}</a></div>`);
  }

  #addInput(attributes: Attributes): void {
    const isTask = attributes.get('type') === 'checkbox' && this.#blocks.some(({ name }) => name === 'li');
    if (isTask) this.#add(`<input${attributes.has('checked') ? ' checked' : ''}>`, []);
  }

  #addInCode({ name, isClosing }: HtmlTag, attributes: Attributes): void {
    const language = languageIn(attributes);
    if (name === 'br') this.#parts.push('\n');
    else if (!isClosing && language !== '') this.#parts.push(`<code${language}></code>`);
  }

  #addPicture(attributes: Attributes): void {
    const { width, height, alt = '', title } = Object.fromEntries(attributes);
    // Counts visitors.
    if (width === '1' || height === '1') return;
    const link = this.#meantMarks().filter(({ name }) => name === 'a');
    // A small picture that links to the full one is the full one.
    const full = link.find(({ href }) => isPictureFile(href!))?.href;
    const found = pictureOf(full === undefined ? attributes : new Map([...attributes, ['src', full]]), this.#options);
    if (!found) return alt === '' ? undefined : this.#add(escapeHtml(alt), this.#meantMarks());
    // The name of the file, or the description once more, is no caption.
    const isName = title === alt || title === found.alt || found.src.includes(`${title}.`);
    const words = attribute('alt', found.alt) + attribute('title', isName ? '' : title);
    this.#add(`<img${attribute('src', found.src)}${words}>`, full === undefined ? link : []);
  }

  #openMark(name: string, attributes: Attributes): void {
    if (this.#marks.length >= DEEPEST) return;
    const href = name === 'a' ? destination(attributes.get('href'), this.#options) : undefined;
    // Pasted from word processors: `<b style="font-weight: normal">` around everything.
    const isUndone = name === 'strong' && /font-weight:\s*(?:normal|[1-4]00)/.test(attributes.get('style') ?? '');
    const own = attribute('href', href) + attribute('title', attributes.get('title'));
    const isMeant = name === 'a' ? href !== undefined : name === 'abbr' ? own !== '' : !isUndone;
    this.#marks.push({ name, tag: isMeant ? `<${name}${own}>` : '', href });
  }

  #close(name: string): void {
    const mark = this.#marks.findLastIndex((each) => each.name === MARKS.get(name));
    if (mark !== -1) this.#marks.splice(mark, 1);
    const block = this.#blocks.findLastIndex((each) => each.name === name);
    if (block === -1) return;
    const closed = this.#blocks[block]!;
    this.#closeBlocks(block);
    if (LISTS.has(closed.written)) this.#lastList = closed;
  }

  #endParagraph(): void {
    this.#closeMarks(0);
    this.#breaks = 0;
    this.#hasSpace = false;
    this.#hasText = false;
  }

  #closeBlocks(count: number): void {
    this.#endParagraph();
    for (const { written, start } of this.#blocks.splice(count).toReversed()) {
      // Many empty elements would take long.
      if (this.#parts.length > start + 1 || /^t[hd]$/.test(written)) this.#parts.push(`</${written}>`);
      else this.#parts.length = start;
    }
  }

  #addBlock(html: string): void {
    this.#endParagraph();
    this.#parts.push(html);
    this.#lastList = undefined;
  }

  #openBlock(name: string, attributes: Attributes): void {
    this.#endParagraph();
    const ended = ENDED[name.replace(/^t(?:head|foot)$/, 'tbody')];
    while (this.#blocks.at(-1)?.name === 'p' || ended?.test(this.#blocks.at(-1)?.name ?? ''))
      this.#closeBlocks(this.#blocks.length - 1);
    const isVerse = name === 'pre' && VERSE.test(attributes.get('class') ?? '');
    const isGallery = name === 'ul' && GALLERY.test(attributes.get('class') ?? '');
    const isPicture = name === 'li' && this.#blocks.findLast((each) => /^[uo]l$/.test(each.name))?.written === 'div';
    const written = isVerse || isGallery || isPicture ? 'div' : (BLOCKS.get(name) ?? 'pre');
    if (LISTS.has(written) && LISTS.has(this.#blocks.at(-1)?.written ?? '')) this.#reopenItem();
    if (this.#blocks.length >= DEEPEST) return this.#options.lost?.(`HTML element more than ${DEEPEST} levels deep`);
    // Two lists in a row would be read as one.
    const isOther = LISTS.has(written) && this.#lastList?.written === written && !this.#lastList.isOther;
    this.#pushBlock({
      name,
      written,
      isOther,
      showsLineBreaks: isVerse || (this.#showsLineBreaks && written !== 'pre'),
    });
    this.#parts.push(`<${written}${attributesOf(written, attributes)}${isOther ? ' data-other' : ''}>`);
    if (written !== 'div') this.#lastList = undefined;
  }

  #pushBlock(block: Omit<Block, 'start'>): void {
    this.#blocks.push({ ...block, start: this.#parts.length });
  }

  get #showsLineBreaks(): boolean {
    return this.#blocks.at(-1)?.showsLineBreaks ?? this.#options.showsLineBreaks ?? false;
  }

  /** A list directly inside a list, as some editors write them, belongs to the item before. */
  #reopenItem(): void {
    const isOpen = this.#parts.at(-1) === '</li>';
    if (isOpen) this.#parts.pop();
    this.#pushBlock({ name: 'li', written: 'li', isOther: false, showsLineBreaks: this.#showsLineBreaks });
    if (!isOpen) this.#parts.push('<li>');
  }
}

const attributesIn = (tag: HtmlTag): Attributes => new Map(tag.attributes.map(({ name, value }) => [name, value]));

function attributesOf(name: string, attributes: Attributes): string {
  if (name === 'pre') return languageIn(attributes);
  const kept = name === 'ol' ? ['start'] : /^t[hd]$/.test(name) ? ['colspan', 'rowspan', 'scope'] : [];
  const alignment = kept.length > 1 ? attribute('align', alignmentOf(attributes)) : '';
  return kept.map((each) => attribute(each, attributes.get(each))).join('') + alignment;
}

function sharedMarks(one: readonly Mark[], other: readonly Mark[]): number {
  // Two links beside each other are two, even if they lead to the same page.
  const isSame = (mark: Mark, next: Mark | undefined): boolean =>
    mark === next || (mark.name !== 'a' && mark.tag === next?.tag);
  const end = one.findIndex((mark, index) => !isSame(mark, other[index]));
  return end === -1 ? one.length : end;
}

const languageIn = (attributes: Attributes): string =>
  attribute('class', LANGUAGE.exec(attributes.get('class') ?? '')?.[1]);

const alignmentOf = (attributes: Attributes): string | undefined =>
  (attributes.get('align') ?? attributes.get('data-align'))?.toLowerCase() ??
  /text-align(?::\s*|-)(left|center|right)/.exec(`${attributes.get('style')} ${attributes.get('class')}`)?.[1];
