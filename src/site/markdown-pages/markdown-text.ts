/** The pieces of a page's Markdown form. */
import { withDestinations, writeDestination } from '../../markdown/links.ts';
import { readText, plainLines } from '../../markdown/reading.ts';
import { namedMedia } from '../links/content-links.ts';
import type { Link } from '../links/navigator-links.ts';
import { mediaPath } from '../links/urls.ts';

/** A line of plain text. What Markdown would read as formatting is escaped. */
export const words = (text: string): string =>
  text.replace(/[\\`*_[\]<>]/g, (character) => `\\${character}`).replace(/\s+/g, ' ');

export const heading = (level: number, text: string): string => `${'#'.repeat(Math.min(level, 6))} ${words(text)}`;

/** Pages of the site are linked in their Markdown form. */
export function linked(text: string, link: Pick<Link, 'href' | 'external'> | undefined): string {
  if (!link) return words(text);
  const href = link.external ? link.href : link.href.replace(/(^|\/)(#.*)?$/, '$1index.md$2');
  return `[${words(text)}](${writeDestination(href, 'bare')})`;
}

export const listed = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

/** It may contain HTML with comments and elements that no page shows, so only its words are published. */
const MAY_HAVE_HTML = /<[a-z!/?]/i;

/** The links of a page. */
export interface TextLinks {
  /** Resolves a link in a text of this page. Undefined if only its words should be shown. */
  readonly resolveLink: (url: string) => string | undefined;
  /** A link to a file by its path from the root. */
  readonly rootLink: (path: string) => string;
}

/** The text as its author wrote it, with links that work from the page. */
export function source(text: string, { resolveLink, rootLink }: TextLinks): string {
  if (MAY_HAVE_HTML.test(text) && readText(text).hasHtml) return plainLines(text).replaceAll('\n', '\n\n');
  return withDestinations(text, ({ url, use, form }) => {
    const media = use === 'image' ? namedMedia(url) : undefined;
    const resolved = media === undefined ? resolveLink(url) : rootLink(mediaPath(media));
    // The address of a hidden document is not shown to anyone.
    return writeDestination(resolved ?? '#', form);
  }).trim();
}
