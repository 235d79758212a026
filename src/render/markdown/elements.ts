/**
 * The elements that are more than a tag. Markdown is rendered directly into the page's elements. Markdown with raw HTML
 * is first rendered into simple elements, which are sanitised together with the author's HTML and then replaced.
 */
import { linkWords } from '../../site/text/typography.ts';
import { escapeText } from '../sanitise/escape.ts';
import type { Removed } from '../sanitise/html.ts';
import { checkUrl, isExternal } from '../sanitise/url.ts';
import { type Attributes, plainText, writeAttributes } from './canonical-html.ts';
import type { MarkdownOptions } from './options.ts';
import { createOutline, type Heading } from './outline.ts';

/** Attribute values are unescaped, `html` is the content. */
export interface Elements {
  readonly heading: (element: {
    readonly depth: number;
    readonly attributes?: Attributes;
    readonly html: string;
  }) => string;
  readonly link: (element: { readonly attributes: Attributes; readonly html: string }) => string;
  readonly image: (element: { readonly attributes: Attributes }) => string;
  readonly pre: (element: { readonly html: string }) => string;
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
  table: ({ html }) => `<table>${html}</table>`,
};

export interface PageElements extends Elements {
  readonly headings: readonly Heading[];
  readonly removed: () => readonly Removed[];
}

export function createPageElements(options: MarkdownOptions): PageElements {
  const outline = createOutline({ base: options.baseHeading, idPrefix: options.idPrefix });
  const removed = new Map<string, Removed>();
  const labels = new Map<string, number>();

  /** Checks the URL both before and after the site resolves it. */
  const resolve = (written: string, use: 'link' | 'image'): string | undefined => {
    if (checkUrl(written, use) === undefined) {
      removed.set(written, { what: 'link', name: written });
      return undefined;
    }
    const url = options.resolveUrl(written, use);
    return url === undefined ? undefined : checkUrl(url, use);
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
      const { level, id } = outline.add({ depth, text: plainText(html) });
      return `<h${level}${writeAttributes({ id, ...attributes })}>${html}</h${level}>`;
    },
    link({ attributes: { href, ...others }, html }) {
      const url = href === undefined ? undefined : resolve(href, 'link');
      // A link without a destination is reduced to its words.
      if (url === undefined) return html;
      const rel = isExternal(url) ? { rel: 'noopener' } : undefined;
      return `<a${writeAttributes({ href: url, ...others, ...rel })}>${linkWords(html, url)}</a>`;
    },
    image({ attributes: { src, alt = '', title } }) {
      const url = src === undefined ? undefined : resolve(src, 'image');
      if (url === undefined) return escapeText(alt);
      return options.image({ src: url, alt, ...(title !== undefined && { title }) });
    },
    // Long lines and wide tables scroll, so they must be reachable with the keyboard.
    pre: ({ html }) => `<pre tabindex="0">${html}</pre>`,
    table({ attributes = {}, columns, html }) {
      const frame = { class: 'table', tabindex: '0', 'aria-label': tableLabel(columns) };
      return `<section${writeAttributes(frame)}><table${writeAttributes(attributes)}>${html}</table></section>`;
    },
  };
}
