import { endOfLine } from './plain/characters.ts';

/** Text written by people stays far below these limits; text made to stop a build does not. */
const LONGEST = 1024 * 1024;
const DEEPEST = 100;

const MARKER = '(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))';
/** `> > > …` or `- - - …` at the start of a line, but not a rule drawn with hyphens or asterisks. */
const MARKERS = new RegExp(`(?:[ \\t]*${MARKER}){${DEEPEST}}(?=[^\\n]*[^\\s*_-])`, 'y');
/** Each list level is indented by at least two columns. */
const INDENTED = new RegExp(`(?: {2}|\\t){${DEEPEST}}[ \\t]*${MARKER}`, 'y');

/** The reason why a text is not parsed at all, as a message. */
export function limitProblem(markdown: string): string | undefined {
  if (markdown.length > LONGEST) return 'the text is longer than 1 MiB';
  let start = 0;
  while (start < markdown.length) {
    const end = endOfLine(markdown, start);
    if (end - start > DEEPEST && (matchesAt(MARKERS, markdown, start) || matchesAt(INDENTED, markdown, start))) {
      return `quotes or lists are nested more than ${DEEPEST} deep`;
    }
    start = end + 1;
  }
  return undefined;
}

/** Elements that never contain others, or that the next one of the same name closes. */
const NOT_NESTING = new Set(
  'area base br col dd dt embed hr img input li link meta p source td th tr track wbr'.split(' '),
);

/** The same for the HTML in a text. */
export function nestingProblem(
  tags: Iterable<{ readonly name: string; readonly isClosing: boolean }>,
): string | undefined {
  let depth = 0;
  for (const { name, isClosing } of tags) {
    if (NOT_NESTING.has(name)) continue;
    depth = Math.max(0, depth + (isClosing ? -1 : 1));
    if (depth > DEEPEST) return `HTML elements are nested more than ${DEEPEST} deep`;
  }
  return undefined;
}

/** False if a text cannot have that problem, which is far cheaper to find out. */
export function mayNestDeeply(text: string): boolean {
  let tags = 0;
  for (let at = text.indexOf('<'); at !== -1 && tags <= DEEPEST; at = text.indexOf('<', at + 1)) tags++;
  return tags > DEEPEST;
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}
