import type { Diagnostic, Span } from '../../../diagnostics/diagnostic.ts';
import type { Library } from '../../library.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';
import { isMeantAsMedia, missingMedia } from './media.ts';

/** Where Markdown names a file. Each part ends where the next begins, so that no text makes the search slow. */
const DESTINATIONS = [
  // ![a picture](media/bridge.jpg) and [a link](<media/opening hours.pdf>)
  /\]\(\s*(?:<([^<>\n]+)>|((?:[^\s()<>]|\([^\s()<>]*\))+))/g,
  // [bridge]: media/bridge.jpg
  /^ {0,3}\[[^[\]\n]+\]:[ \t]*(?:<([^<>\n]+)>|([^\s<>]+))/gm,
  // <img src="media/bridge.jpg">
  /<[a-z]+\b[^<>]*?\b(?:src|href|poster)\s*=\s*(?:"([^"<>\n]+)"|'([^'<>\n]+)'|([^\s"'<>]+))/gi,
];
const CODE = /^ {0,3}(`{3}|~{3})[^\n]*\n(?:[^\n]*\n)*? {0,3}\1|(?<!`)(`{1,2})(?!`)[^`\n]+\2/gm;

/** Pictures and other files inside Markdown are media too. */
export const markdownImages: ValueRule = {
  codes: ['media-not-found'],
  check({ schema, value, library, valueSpan }) {
    if (!schema['x-markdown'] || typeof value !== 'string') return NO_PROBLEM;
    return checkImages(value, library, valueSpan);
  },
};

export function checkImages(
  markdown: string,
  library: Library,
  span: (start: number, end: number) => Span,
): readonly Diagnostic[] {
  // Most texts name none, and looking for one word is cheaper than for all the ways to name a file. It may be encoded.
  if (!/media|%/.test(markdown)) return NO_PROBLEM;
  const text = markdown.replace(CODE, (code) => ' '.repeat(code.length));
  return DESTINATIONS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap((match) => {
    const written = match.slice(1).find((group) => group !== undefined)!;
    const name = decoded(written.replace(/[?#].*$/, ''));
    if (!isMeantAsMedia(name)) return NO_PROBLEM;
    const start = match.index + match[0].lastIndexOf(written);
    return missingMedia(library, name, () => span(start, start + written.length));
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
