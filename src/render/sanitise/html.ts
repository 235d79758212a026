import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { UNREAD_ELEMENTS, withLooseTagsAsText } from '../../markdown/unread-elements.ts';
import { htmlParts } from '../../markdown/html-parts.ts';
import { once } from '../../values/once.ts';

/**
 * The elements and attributes allowed in texts on the site. The Markdown renderer emits nothing else by construction, and
 * raw HTML is reduced to them. No `id`, `style` or event handlers; no `class` except for the language of code, and for
 * task list items. The `data-` attributes are Markdown's own, and `markdown/finish.ts` checks their values.
 */
const ANYWHERE = ['lang', 'dir', 'title'];

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Those without attributes of their own. */
const PLAIN = words(`
  h1 h2 h3 h4 h5 h6 p div pre hr ul dl dt dd figure figcaption summary table caption thead tbody tfoot tr
  br wbr strong b em i u s del ins mark small sub kbd samp var abbr cite dfn q bdi bdo ruby rt rp
`);

const WITH_ATTRIBUTES: Readonly<Record<string, string>> = {
  blockquote: 'data-admonition',
  ol: 'start reversed',
  li: 'value class',
  details: 'open',
  th: 'colspan rowspan scope data-align',
  td: 'colspan rowspan data-align',
  a: 'href',
  img: 'src alt width height',
  span: 'data-task',
  sup: 'data-footnote',
  code: 'class',
  time: 'datetime',
};

const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ...PLAIN.map((element) => [element, ANYWHERE] as const),
  ...Object.entries(WITH_ATTRIBUTES).map(([element, own]) => [element, [...ANYWHERE, ...words(own)]] as const),
]);

const VOID_ELEMENTS = ['br', 'hr', 'img', 'wbr'];

export const isAllowedElement = (name: string): boolean => ALLOWED.has(name);

export const isAllowedAttribute = (element: string, name: string): boolean =>
  ALLOWED.get(element)?.includes(name) ?? false;

/** A part of the author's text that is not on the page as written. */
export interface Removed {
  readonly what: 'element' | 'attribute' | 'link' | 'loose tag' | 'unfinished tag';
  /** `script`, `onclick`, `javascript:alert(1)`; for tags that are shown as text, `option` and `<div`. */
  readonly name: string;
}

export type Sanitised = { readonly html: string; readonly removed: readonly Removed[] } | { readonly problem: string };

/** Texts are limited before (markdown/reading-limits.ts): this many only if Markdown's own elements are nested too. */
const DEEPEST = 300;
const UNREAD = new Set(UNREAD_ELEMENTS);

/**
 * Raw HTML reduced to the allow-list. The result is canonical: every tag is closed, every `<` belongs to a tag, attributes
 * are in double quotes and contain no `>`. Later steps rely on this and read tags with a regular expression.
 */
export function sanitiseHtml(html: string): Sanitised {
  if (isTooDeep(html)) return { problem: `HTML elements are nested more than ${DEEPEST} deep` };
  const removed = new Map<string, Removed>();
  const note = (what: Removed['what'], name: string): void => void removed.set(`${what} ${name}`, { what, name });
  const { html: closed, loose } = withLooseTagsAsText(html);
  for (const name of loose) note('loose tag', name);
  let unread = 0;
  const clean = sanitizer()(closed, {
    ...OPTIONS,
    onOpenTag: (element, attributes) => {
      // Content is removed with its element, and only the element is reported.
      const isInside = unread > 0;
      if (UNREAD.has(element)) unread++;
      if (isInside) return;
      if (!isAllowedElement(element)) return note('element', element);
      for (const name of Object.keys(attributes)) if (!isAllowedAttribute(element, name)) note('attribute', name);
    },
    onCloseTag: (element) => {
      if (UNREAD.has(element)) unread--;
    },
  });
  return { html: clean.replaceAll(' />', '>'), removed: [...removed.values()] };
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED.keys()],
  allowedAttributes: Object.fromEntries([...ALLOWED].map(([element, attributes]) => [element, [...attributes]])),
  allowedClasses: { code: [/^language-[\p{L}\p{N}\p{M}_+#.-]+$/u], li: ['task'] },
  // URLs are checked in one place for all texts: markdown/elements.ts.
  allowedSchemesAppliedToAttributes: [],
  selfClosing: VOID_ELEMENTS,
  nonTextTags: [...UNREAD_ELEMENTS],
  disallowedTagsMode: 'discard',
  parseStyleAttributes: false,
  nestingLimit: DEEPEST,
};

/** Loaded with the first raw HTML: most content has none, and it includes a CSS parser. */
const sanitizer = once(() => createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml);

/** Elements that never contain others, or that the next one of the same name closes. */
const NOT_NESTING = new Set([
  ...VOID_ELEMENTS,
  'col',
  'input',
  'link',
  'meta',
  'p',
  'li',
  'dt',
  'dd',
  'tr',
  'td',
  'th',
]);

/** Checked first, because the parser's time grows with the square of the depth. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (NOT_NESTING.has(name!.toLowerCase())) continue;
    depth = slash === '' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}

export interface WholeTags {
  readonly html: string;
  /** Unfinished tags and comments that are shown as text: `<div`, `<!--`. */
  readonly unfinished: readonly string[];
}

/**
 * HTML that every parser reads as `markdown/html-parts.ts` does: whole tags, no comments, and every other `<` escaped.
 * Otherwise a parser would extend an unfinished tag or comment to the end of the page, and swallow what follows.
 */
export function wholeTags(html: string): WholeTags {
  const unfinished: string[] = [];
  let whole = '';
  for (const part of htmlParts(html)) {
    const written = html.slice(part.start, part.end);
    if (part.type === 'unfinished') unfinished.push(part.written);
    whole += part.type === 'tag' ? written : written.replaceAll('<', '&lt;');
  }
  return { html: whole, unfinished };
}
