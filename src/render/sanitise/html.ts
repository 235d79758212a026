import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { UNREAD_ELEMENTS, withLooseTagsAsText } from '../../markdown/unread-elements.ts';
import {
  allowedAttributes,
  allowedClasses,
  allowedElements,
  isAllowedAttribute,
  isAllowedElement,
  voidElements,
} from './allow-list.ts';

/** A part of the author's text that is not on the page as written. */
export interface Removed {
  readonly what: 'element' | 'attribute' | 'link' | 'loose tag' | 'unfinished tag';
  /** `script`, `onclick`, `javascript:alert(1)`; for tags that are shown as text, `option` and `<div`. */
  readonly name: string;
}

export type Sanitised = { readonly html: string; readonly removed: readonly Removed[] } | { readonly problem: string };

/** Texts are limited before (markdown/limits.ts): this many only if Markdown's own elements are nested too. */
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
  allowedTags: [...allowedElements],
  allowedAttributes: mutable(allowedAttributes),
  allowedClasses: mutable(allowedClasses),
  // URLs are checked in one place for all texts: markdown/elements.ts.
  allowedSchemesAppliedToAttributes: [],
  selfClosing: [...voidElements],
  nonTextTags: [...UNREAD_ELEMENTS],
  disallowedTagsMode: 'discard',
  parseStyleAttributes: false,
  nestingLimit: DEEPEST,
};

function mutable<Value>(table: Readonly<Record<string, readonly Value[]>>): Record<string, Value[]> {
  return Object.fromEntries(Object.entries(table).map(([key, values]) => [key, [...values]]));
}

/** Loaded with the first raw HTML: most content has none, and it includes a CSS parser. */
function sanitizer(): typeof sanitizeHtml {
  loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml;
  return loaded;
}
let loaded: typeof sanitizeHtml | undefined;

/** Elements that never contain others, or that the next one of the same name closes. */
const NOT_NESTING = new Set([...voidElements, 'col', 'input', 'link', 'meta', 'p', 'li', 'dt', 'dd', 'tr', 'td', 'th']);

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
