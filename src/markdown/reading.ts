/** The links, HTML, headings and words of a text, from one pass over its tokens. */
import { isHtmlText } from './html-parts.ts';
import { lex } from './lexer.ts';
import { mayFail, parseSafely, type TextProblem } from './parse-safely.ts';
import { ReadingPass } from './reading-pass.ts';
import { withProvenPlaces } from './proven-places.ts';
import type { TextRange, Reading } from './reading-result.ts';
import { remembering } from './remembering.ts';
import type { Words } from './readable-words.ts';

export type { LinkForm, TextRange, Reading, TextLink } from './reading-result.ts';

const NOTHING: Reading = { hasHtml: false, links: [], tags: [], unfinished: [], openFences: [], headings: [] };

/** A text that cannot be parsed within the limits has no content; `validate` reports it. */
export const readText: (text: string) => Reading = remembering(
  (text) =>
    readBy(
      text,
      (pass) => withProvenPlaces(text, pass, passOver),
      ({ problem }) => ({ ...NOTHING, problem }),
    ),
  // Small results: a text's result is kept from validate to plan and pages.
  { most: 16_777_216 },
);

const NO_WORDS: Words = { lines: () => [], prose: () => '', headings: [] };

const readWords: (text: string) => Words = remembering(
  (text) =>
    readBy(
      text,
      (pass) => pass.words(),
      () => NO_WORDS,
    ),
  { most: 2_097_152 },
);

/** The places of its words, without code, destinations, tags and escaped characters. */
export function wordPlaces(text: string): readonly TextRange[] {
  const places: TextRange[] = [];
  return 'problem' in passOver(text, places) ? [] : places;
}

function readBy<T extends object>(
  text: string,
  take: (pass: ReadingPass) => T,
  failed: (problem: TextProblem) => T,
): T {
  const pass = recentPass(text);
  return 'problem' in pass ? failed(pass) : take(pass);
}

/** A page needs the words of a text, and soon afterwards its links. */
const recentPass: (text: string) => ReadingPass | TextProblem = remembering((text) => passOver(text), { most: 65_536 });

const passOver = (text: string, places?: TextRange[]): ReadingPass | TextProblem =>
  parseSafely<ReadingPass | TextProblem>(text, () => {
    const pass = new ReadingPass(text, places);
    if (isHtmlText(text)) pass.html(text, 0);
    else pass.blocks(lex(text));
    const problem = pass.nestingProblem();
    return problem === undefined ? pass : { problem };
  });

/** The reason why a text cannot be parsed, as a message. Nearly every text is known to be fine without parsing it. */
export const readingProblem = (text: string): string | undefined =>
  mayFail(text) ? readText(text).problem : undefined;

/** A text without these characters is its own plain form. */
const MAY_HAVE_MARKS = /[\\*_`~<>&[\]#|=\n\t]|^\s*(?:[-+]|\d+[.)])\s|https?:|\s{2}/;

const linesIn = (text: string): readonly string[] =>
  MAY_HAVE_MARKS.test(text) ? readWords(text).lines() : [text.trim()].filter((line) => line !== '');

/** One line per paragraph. */
export const plainLines = (text: string): string => linesIn(text).join('\n');

/**
 * The plain-text form of Markdown or HTML, for places that do not render it. Cards, feeds, calendars, descriptions and
 * the search index use only this form.
 */
export const plainText = (text: string): string => linesIn(text).join(' ');

/** Its sentences on one line, for an excerpt. */
export const proseText = (text: string): string => (MAY_HAVE_MARKS.test(text) ? readWords(text).prose() : text.trim());
