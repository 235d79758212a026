/**
 * The plain-text form of a text in Markdown or HTML: what is left where a text is not rendered. Cards, feeds, calendars,
 * descriptions and the search index show this and nothing else.
 */
import { readWords } from './reading.ts';

/** A text without these is its own plain form. */
const MAY_HAVE_MARKS = /[\\*_`~<>&[\]#|=\n\t]|^\s*(?:[-+]|\d+[.)])\s|https?:|\s{2}/;

const linesIn = (text: string): readonly string[] =>
  MAY_HAVE_MARKS.test(text) ? readWords(text).lines : [text.trim()].filter((line) => line !== '');

/** A line for each paragraph. */
export const plainLines = (text: string): string => linesIn(text).join('\n');

export const plainText = (text: string): string => linesIn(text).join(' ');
