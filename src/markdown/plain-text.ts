/**
 * The plain-text form of Markdown or HTML, for places that do not render it. Cards, feeds, calendars, descriptions and
 * the search index use only this form.
 */
import { readProse, readWords } from './reading.ts';

/** A text without these characters is its own plain form. */
const MAY_HAVE_MARKS = /[\\*_`~<>&[\]#|=\n\t]|^\s*(?:[-+]|\d+[.)])\s|https?:|\s{2}/;

const linesIn = (text: string): readonly string[] =>
  MAY_HAVE_MARKS.test(text) ? readWords(text).lines() : [text.trim()].filter((line) => line !== '');

/** One line per paragraph. */
export const plainLines = (text: string): string => linesIn(text).join('\n');

export const plainText = (text: string): string => linesIn(text).join(' ');

/** Its sentences on one line, for an excerpt: all of them, or more than `enough` characters. */
export const proseText = (text: string, enough: number): string =>
  (MAY_HAVE_MARKS.test(text) ? readProse(text, enough) : linesIn(text)).join(' ');
