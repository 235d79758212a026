/**
 * The elements that are more than a tag. Markdown is rendered directly into the page's elements. Markdown with raw HTML
 * is first rendered into simple elements, which are sanitised together with the author's HTML and then replaced.
 */
import type { AdmonitionType } from '../../markdown/admonition.ts';
import { linkWords } from '../../site/text/typography.ts';
import { escapeAttribute, escapeText } from '../sanitise/escape.ts';
import type { Removed } from '../sanitise/html.ts';
import { checkUrl, isExternal } from '../sanitise/url.ts';
import { plainText, writeAttributes, type Attributes } from './canonical-html.ts';
import { highlight } from './highlight.ts';
import { createOutline, type Heading } from './headings.ts';

/** The only content of a `pre`, in a language that its author names. */
export interface Code {
  readonly text: string;
  readonly language: string;
}

/** Attribute values are unescaped, `html` is the content. */
export interface Elements {
  readonly heading: (element: {
    readonly depth: number;
    readonly attributes?: Attributes;
    readonly html: string;
  }) => string;
  readonly link: (element: { readonly attributes: Attributes; readonly html: string }) => string;
  readonly image: (element: { readonly attributes: Attributes }) => string;
  readonly pre: (element: { readonly html: string; readonly code?: Code | undefined }) => string;
  /** The box of an item in a task list. */
  readonly task: (element: { readonly isDone: boolean }) => string;
  readonly footnoteReference: (element: { readonly number: number }) => string;
  readonly admonition: (element: { readonly type: AdmonitionType; readonly html: string }) => string;
  readonly table: (element: {
    readonly attributes?: Attributes;
    /** The text of its column headings. */
    readonly columns: readonly string[];
    readonly html: string;
  }) => string;
}

export const simpleElements: Elements = {
  heading: ({ depth, html }) => `<h${depth}>${html}</h${depth}>`,
  link: ({ attributes, html }) => `<a${writeAttributes(attributes)}>${html}</a>`,
  image: ({ attributes }) => `<img${writeAttributes(attributes)}>`,
  pre: ({ html }) => `<pre>${html}</pre>`,
  task: ({ isDone }) => `<span data-task="${isDone ? 'done' : 'open'}"></span>`,
  footnoteReference: ({ number }) => `<sup data-footnote="${number}"></sup>`,
  admonition: ({ type, html }) => `<blockquote data-admonition="${type}">${html}</blockquote>`,
  table: ({ html }) => `<table>${html}</table>`,
};

export interface PageElements extends Elements {
  /** The list of all footnotes, after the text. Empty if there are none. */
  readonly footnotes: (contents: readonly string[]) => string;
  readonly headings: readonly Heading[];
  readonly removed: () => readonly Removed[];
}

export function createPageElements(options: MarkdownOptions): PageElements {
  const outline = createOutline({ base: options.baseHeading, idPrefix: options.idPrefix });
  const removed = new Map<string, Removed>();
  const labels = new Map<string, number>();
  /** The number of references to each footnote. */
  const references = new Map<number, number>();
  let highlightable = MOST_HIGHLIGHTED;
  const { words, idPrefix } = options;
  // Ids of headings have no underscore.
  const noteId = (number: number): string => `${idPrefix}fn_${number}`;
  const referenceId = (number: number, time: number): string =>
    `${idPrefix}fnref_${number}${time === 1 ? '' : `_${time}`}`;

  /** Checks the URL both before and after the site resolves it. */
  const resolve = (written: string, use: 'link' | 'image'): string | undefined => {
    const checked = checkUrl(written, use);
    if (checked === undefined) {
      removed.set(written, { what: 'link', name: written });
      return undefined;
    }
    const url = options.resolveUrl(written, use);
    if (url === undefined) return undefined;
    return url === written ? checked : checkUrl(url, use);
  };

  /** Named after its columns, and numbered if two are the same, so that every region has a unique name. */
  const tableLabel = (columns: readonly string[]): string => {
    const words = columns.filter((column) => column !== '').join(', ');
    const label = words === '' ? options.tableLabel : words.slice(0, 100);
    const count = (labels.get(label) ?? 0) + 1;
    labels.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  };

  return {
    headings: outline.headings,
    removed: () => [...removed.values()],
    heading({ depth, attributes, html }) {
      const text = plainText(html.includes('<sup') ? html.replace(REFERENCES, '') : html);
      const { level, id } = outline.add({ depth, text });
      const others = attributes ? writeAttributes(attributes) : '';
      const heading = `<h${level} id="${escapeAttribute(id)}"${others}>${html}</h${level}>`;
      if (!options.anchors || text === '') return heading;
      const anchor = writeAttributes({ class: 'anchor', href: `#${id}`, 'aria-label': words.linkTo(text) });
      return `<div class="heading">${heading}<a${anchor}></a></div>`;
    },
    link({ attributes, html }) {
      const { href, ...others } = attributes;
      const url = href === undefined ? undefined : resolve(href, 'link');
      // A link without a destination is reduced to its words.
      if (url === undefined) return html;
      const rel = isExternal(url) ? ' rel="noopener"' : '';
      return `<a href="${escapeAttribute(url)}"${writeAttributes(others)}${rel}>${linkWords(html, url)}</a>`;
    },
    image({ attributes: { src, alt = '', title } }) {
      const url = src === undefined ? undefined : resolve(src, 'image');
      if (url === undefined) return escapeText(alt);
      return options.image({ src: url, alt, ...(title !== undefined && { title }) });
    },
    // Long lines and wide tables scroll, so they must be reachable with the keyboard.
    pre({ html, code }) {
      highlightable -= html.length;
      const isShort = options.highlight && highlightable >= 0;
      const highlighted = isShort && code ? highlight(code.text, code.language) : undefined;
      const inside =
        highlighted === undefined ? html : `<code class="language-${code!.language}">${highlighted}</code>`;
      return `<pre tabindex="0">${inside}</pre>`;
    },
    task({ isDone }) {
      const label = isDone ? words.done : words.open;
      return `<span${writeAttributes({ class: isDone ? 'box box-done' : 'box', role: 'img', 'aria-label': label })}></span>`;
    },
    footnoteReference({ number }) {
      const time = (references.get(number) ?? 0) + 1;
      references.set(number, time);
      const link = { href: `#${noteId(number)}`, id: referenceId(number, time), 'aria-label': words.footnote(number) };
      return `<sup class="footnote-reference"><a${writeAttributes(link)}>${number}</a></sup>`;
    },
    footnotes(contents) {
      if (contents.length === 0) return '';
      const item = (html: string, index: number): string => {
        const number = index + 1;
        const times = Array.from({ length: references.get(number) ?? 0 }, (_, time) => time + 1);
        const back = times.map((time) => {
          const label = words.backTo(time === 1 ? `${number}` : `${number} (${time})`);
          const link = { class: 'footnote-back', href: `#${referenceId(number, time)}`, 'aria-label': label };
          return ` <a${writeAttributes(link)}>↩</a>`;
        });
        return `<li id="${noteId(number)}">${withAtEnd(html, back.join(''))}</li>\n`;
      };
      const label = writeAttributes({ class: 'footnotes', 'aria-label': words.footnotes });
      return `<section${label}>\n<ol>\n${contents.map(item).join('')}</ol>\n</section>\n`;
    },
    admonition: ({ type, html }) =>
      `<div class="admonition admonition-${type}">\n<p class="admonition-title">${escapeText(words.admonitions[type])}</p>${html}</div>`,
    table({ attributes = {}, columns, html }) {
      const frame = { class: 'table', tabindex: '0', 'aria-label': tableLabel(columns) };
      return `<section${writeAttributes(frame)}><table${writeAttributes(attributes)}>${html}</table></section>`;
    },
  };
}

/** In a heading, a reference to a footnote is not part of its words. */
const REFERENCES = /<sup class="footnote-reference">.*?<\/sup>/g;

/** In characters of one text. See the limits in code/highlight.ts. */
const MOST_HIGHLIGHTED = 60_000;

/** At the end of the last paragraph, if the text ends with one. */
function withAtEnd(html: string, added: string): string {
  const text = html.trimEnd();
  return text.endsWith('</p>') ? `${text.slice(0, -4)}${added}</p>` : `${text}${added}`;
}

export interface MarkdownImage {
  readonly src: string;
  readonly alt: string;
  readonly title?: string;
}

/** The words that a text needs besides its own, in the language of the page. */
export interface MarkdownWords {
  readonly footnotes: string;
  readonly footnote: (number: number) => string;
  /** The link from a footnote back to the sentence that refers to it. */
  readonly backTo: (reference: string) => string;
  /** The link to a heading, next to it. */
  readonly linkTo: (heading: string) => string;
  /** The boxes of a task list. */
  readonly done: string;
  readonly open: string;
  readonly admonitions: Readonly<Record<AdmonitionType, string>>;
}

/** The functions may be called several times for a text. */
export interface MarkdownOptions {
  /** The level of the outermost headings: one below the page's own. */
  readonly baseHeading: number;
  /** Makes the ids of several texts on one page unique. */
  readonly idPrefix: string;
  /** The label of a table without column headings. */
  readonly tableLabel: string;
  readonly words: MarkdownWords;
  /** True if each heading has a link to itself. */
  readonly anchors: boolean;
  /** True if code in a known language has colours. */
  readonly highlight: boolean;
  /** Resolves the URL of a link or picture for the current page. Undefined if only its words should be shown. */
  readonly resolveUrl: (url: string, use: 'link' | 'image') => string | undefined;
  /**
   * Returns inline HTML for a picture. Its `src` is resolved, checked and encoded as a URL: the name of a file is
   * `decodeURI(src)`.
   */
  readonly image: (image: MarkdownImage) => string;
}

export const DEFAULT_OPTIONS: MarkdownOptions = {
  baseHeading: 2,
  idPrefix: '',
  tableLabel: 'Table',
  words: {
    footnotes: 'Footnotes',
    footnote: (number) => `Footnote ${number}`,
    backTo: (reference) => `Back to reference ${reference}`,
    linkTo: (heading) => `Link to “${heading}”`,
    done: 'Done',
    open: 'To do',
    admonitions: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  },
  anchors: false,
  highlight: true,
  resolveUrl: (url) => url,
  image: (image) => `<img${writeAttributes({ ...image, loading: 'lazy', decoding: 'async' })}>`,
};
