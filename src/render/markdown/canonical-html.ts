/** Reads and writes the canonical HTML that `sanitise/html.ts` describes. */
import { decodeReferences } from '../../markdown/html-parts.ts';
import { escapeAttribute } from '../sanitise/escape.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Reads a tag of canonical HTML, where every value is in double quotes. */
export function readAttributes(tag: string): Attributes {
  return Object.fromEntries(
    [...tag.matchAll(/\s([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, decodeReferences(value!)]),
  );
}

/** True: the attribute has no value. Undefined: it is left out. */
export function writeAttributes(attributes: Readonly<Record<string, string | number | true | undefined>>): string {
  let written = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) written += value === true ? ` ${name}` : ` ${name}="${escapeAttribute(String(value))}"`;
  }
  return written;
}

const BETWEEN_WORDS =
  /<\/?(?:p|h[1-6]|li|t[dhr]|d[tdl]|div|blockquote|pre|hr|br|figure|figcaption|caption|summary|details)\b[^>]*>/g;

/** The text of canonical HTML, for the search index, excerpts, ids and labels. */
export const plainText = (html: string): string =>
  readableText(html.includes('<') ? html.replace(BETWEEN_WORDS, '\n').replace(/<[^>]*>/g, '') : html);

/** Text without tags, with references resolved, on one line. */
export function readableText(html: string): string {
  const text = decodeReferences(html);
  const line = /[\n\t]/.test(text) ? text.replace(/\n\s*|\t/g, ' ') : text;
  return (line.includes('  ') ? line.replace(/ {2,}/g, ' ') : line).trim();
}
