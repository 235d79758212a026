/** The links, HTML, headings and words of a text, from one pass over its tokens. */
import type { Token } from 'marked';
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
  (text) => {
    const pass = recentPass(text);
    return 'problem' in pass ? { ...NOTHING, ...pass } : withProvenPlaces(text, pass, passOver);
  },
  // Small results: a text's result is kept from validate to plan and pages.
  { most: 16_777_216 },
);

const NO_WORDS: Words = { lines: () => [], prose: () => '', headings: [] };

const readWords: (text: string) => Words = remembering(
  (text) => {
    const pass = recentPass(text);
    return 'problem' in pass ? NO_WORDS : pass.words();
  },
  { most: 2_097_152 },
);

/** The places of its words, without code, destinations, tags and escaped characters. */
export function wordPlaces(text: string): readonly TextRange[] {
  const places: TextRange[] = [];
  return 'problem' in passOver(text, places) ? [] : places;
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

/** The first sentences of a text on one line, at least so many characters of them: for an excerpt. */
export function proseStart(text: string, length: number): string {
  if (!MAY_HAVE_MARKS.test(text)) return text.trim().slice(0, length);
  const found = parseSafely<{ readonly prose: string } | TextProblem>(text, () => ({
    prose: isHtmlText(text) ? readWords(text).prose() : proseOf(lex(text), { text, length }),
  }));
  return 'problem' in found ? '' : found.prose.slice(0, length);
}

/** Marks take a part of a text, so the first blocks that have some more characters nearly always have enough words. */
const MORE = 2;

function proseOf(
  tokens: readonly Token[],
  { text, length }: { readonly text: string; readonly length: number },
): string {
  let [first, characters] = [0, 0];
  while (first < tokens.length && characters < MORE * length) characters += tokens[first++]!.raw.length;
  const pass = new ReadingPass(text);
  pass.blocks(tokens.slice(0, first));
  const prose = pass.words().prose();
  return prose.length >= length || first === tokens.length ? prose : readWords(text).prose();
}
