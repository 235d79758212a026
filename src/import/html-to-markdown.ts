/**
 * HTML as Markdown: turndown with the tables, tasks and deletions of GitHub, after sanitize-html has closed what is open and
 * removed what no page shows. The site checks the result as it checks every text.
 */
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import type Turndown from 'turndown';
import { withDestinations, writeDestination } from '../markdown/links.ts';
import { once } from '../values/once.ts';

/** `link` returns the new destination of a link, or undefined for one that stays. */
export function htmlToMarkdown(html: string, link?: (url: string) => string | undefined): string {
  const { sanitize, turndown } = converters();
  // The plugin frames the tables that stay HTML.
  const text = turndown.turndown(sanitize(html, SHOWN)).replaceAll(' class="joplin-table-wrapper"', '');
  if (!link) return text;
  return withDestinations(text, ({ url, use, form }) => {
    const other = use === 'link' ? link(url) : undefined;
    return other === undefined ? undefined : writeDestination(other, form);
  });
}

export const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const words = (text: string): string[] => text.split(' ');

/** Elements that Markdown has no signs for, and that the site shows. */
const KEPT = words('sub sup kbd mark ins u dl details');

const SHOWN: sanitizeHtml.IOptions = {
  allowedTags: words(
    'h1 h2 h3 h4 h5 h6 p div br hr blockquote pre code ul ol li dt dd summary table caption thead tbody tfoot tr th td ' +
      'a img strong b em i del s strike input',
  ).concat(KEPT),
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    code: ['class'],
    th: ['colspan', 'rowspan', 'align'],
    td: ['colspan', 'rowspan', 'align'],
    input: ['type', 'checked'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // Page builders nest thirty elements, and the time of a parser grows with the square of the depth.
  nestingLimit: 100,
};

/** Loaded by the first text that needs them. */
const converters = once(() => {
  const load = createRequire(import.meta.url);
  const Service = load('turndown') as typeof Turndown;
  const { gfm } = load('@joplin/turndown-plugin-gfm') as { readonly gfm: Turndown.Plugin };
  const turndown = new Service({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.use(gfm);
  turndown.keep(KEPT as Turndown.Filter);
  turndown.addRule('br', {
    filter: 'br',
    replacement: (_, node) => (node.parentElement?.closest('td,th') ? '<br>' : '\\\n'),
  });
  const { escape } = turndown;
  // An address is a link by itself, in which nothing is escaped. A text that looks like HTML must not become some.
  turndown.escape = (text) =>
    text
      .split(/(https?:\/\/\S+)/)
      .map((part, index) =>
        index % 2 === 1 ? part : escape(part).replaceAll(/<(?=[a-z/!?])|&(?=#?\w{1,31};)/gi, '\\$&'),
      )
      .join('');
  return { turndown, sanitize: load('sanitize-html') as typeof sanitizeHtml };
});
