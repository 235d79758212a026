import { decodeReferences } from '../../markdown/references.ts';

const BETWEEN_WORDS =
  /<\/?(?:p|h[1-6]|li|t[dhr]|d[tdl]|div|blockquote|pre|hr|br|figure|figcaption|caption|summary|details)\b[^>]*>/g;

/** The text of canonical HTML, for the search index, excerpts, ids and labels. */
export const plainText = (html: string): string =>
  readableText(html.includes('<') ? html.replace(BETWEEN_WORDS, '\n').replace(/<[^>]*>/g, '') : html);

/** Text without tags, with references resolved, on one line. */
export function readableText(html: string): string {
  const line = decodeReferences(html).replace(/\n\s*|\t/g, ' ');
  return (line.includes('  ') ? line.replace(/ {2,}/g, ' ') : line).trim();
}
