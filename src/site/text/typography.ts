/**
 * The apostrophes and spaces that people type as others, as their language prints them. Every replacement has the length
 * of what it replaces, so that a text on a page can be found in its file.
 */
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { wordPlaces } from '../../markdown/reading.ts';
import type { Entity } from '../../model/broadcast.ts';
import { textsOf, type EntityText } from '../../model/texts.ts';
import { onceEach, rememberRecent } from '../../values/once-each.ts';
import { languageOf } from '../strings.ts';

type Rule = readonly [found: RegExp, printed: string];

const NO_BREAK = '\u00a0';

/** `l’eau`, `don’t`; not in other scripts, where the same key means something else. */
const APOSTROPHE: Rule = [/(?<=\p{Script=Latin})'(?=[\p{Script=Latin}\d])/gu, '’'];
/** `12 €`, `20 km`: a number and its unit stay on one line. */
const UNIT: Rule = [/(?<=\d) (?=[€£$%]|(?:h|min|km|kg|cm|mm|°C)(?!\p{L}))/gu, NO_BREAK];

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  fr: [
    [/ (?=[:;!?»])/g, NO_BREAK],
    [/(?<=«) /g, NO_BREAK],
    // `10 000`, `20 h 30`
    [/(?<=\d) (?=\d{3}(?!\d))|(?<=\d[ \u00a0]h) (?=\d)/g, NO_BREAK],
    [/(?<=\p{L})'(?= ?[«“"])/gu, '’'],
  ],
  de: [[/(?<=(?:^|[\s(])(?:z|d|u|o|i)\.) (?=\p{L}\.)|(?<=\d) (?=Uhr(?!\p{L}))/gu, NO_BREAK]],
  it: [[/(?<=\p{L})'(?=[«“"])/gu, '’']],
  // `’s avonds`, `’t Veld`
  nl: [[/(?<=^|[\s(])'(?=[snt](?!\p{L}))/gu, '’']],
  // `the ’90s`
  en: [[/(?<=^|[\s(])'(?=\d0s(?!\p{L}))/gu, '’']],
};

/** A text without these is typed as it is printed. */
const MAY_CHANGE = /['«]| (?:[:;!?»€£$%]|h|min|km|kg|cm|mm|°|\d{3}|Uhr)|\. /;
/** A text with these may have code, destinations or tags, whose characters stay. */
const MAY_BE_LITERAL = /[`<\\]|\]\(|\]:|:\/\/|~~~|(?:^|\n)(?: {4}|\t)/;

/** For a text in this language, in Markdown or not. */
export function typeset(text: string, locale: Locale): string {
  if (!MAY_CHANGE.test(text)) return text;
  return printerIn(locale)(text);
}

const printerIn = onceEach((locale: Locale) => rememberRecent(printerFor(rulesFor(locale))));

const printerFor =
  (rules: readonly Rule[]) =>
  (text: string): string => {
    const printed = printedBy(rules, text);
    if (printed === text || !MAY_BE_LITERAL.test(text)) return printed;
    // The rules see the whole text, because what they look for may be at the edge of a word in bold.
    let result = '';
    let copied = 0;
    for (const { start, end } of wordPlaces(text)) {
      if (start < copied) continue;
      result += text.slice(copied, start) + printed.slice(start, end);
      copied = end;
    }
    return result + text.slice(copied);
  };

const rulesFor = (locale: Locale): readonly Rule[] => {
  const language = languageOf(locale);
  return [APOSTROPHE, UNIT, ...(Object.hasOwn(RULES, language) ? RULES[language]! : [])];
};

const printedBy = (rules: readonly Rule[], text: string): string =>
  rules.reduce((printed, [found, by]) => printed.replace(found, by), text);

/** The text of a link. In a phone link, the number stays on one line. */
export const linkWords = (words: string, url: string | undefined): string =>
  url?.startsWith('tel:') ? words.replace(/(?<=\d) (?=\d)/g, NO_BREAK) : words;

/** The texts of a document that a page shows as `shown`. Pages print some characters differently. */
export const writtenTexts = (entity: Entity, shown: string): readonly EntityText[] =>
  textsOf(entity).filter(
    ({ text }) => text === shown || (text.length === shown.length && plain(text) === plain(shown)),
  );

const plain = (text: string): string => text.replaceAll(NO_BREAK, ' ').replaceAll('’', "'");
