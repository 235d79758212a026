/**
 * How a text is split: into sections, and these into blocks. A border is where a text may differ from another while what is
 * around is the same. Other borders would be correct too, only larger.
 */

export interface Section {
  readonly text: string;
  /** A part of a long page, such as a day of the programme. */
  readonly id: string | undefined;
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly text: string;
  /** It is short and depends on what is around it, such as the hour between two entries: it stays in the recipe. */
  readonly isGlue: boolean;
}

const MAIN = /<(?:main\b|\/main>)/g;

/** The frame of a page has few borders, because the same frame is around many pages. */
const SECTIONS_IN_FRAME = /<(?:title\b|meta name="color-scheme"|svg class="sprite")/g;
const IN_FRAME = /<(?:\/?nav|\/?ul|header|footer|body|symbol)\b/g;

const SECTIONS_IN_MAIN = /<(?:section(?! class="grid-)|article)\b/g;
/** In the time grid, the classes of an entry depend on the other entries: `<li class="on-surface cell t-42 s-9 k-15"`. */
const IN_MAIN = /<(?:(?:li|tr|nav|\/[ou]l)\b|(?:p|div) class="grid-(?:hour|place)\b)|(?<= cell [^"]*") data-slot=/g;

const IN_DATA = /(?<=\n)[[{\]}]/g;

/** An element of a list, or the rest of it, or an entry in data. */
export const ITEM = /^(?:<(?:li|tr)\b| data-slot=|[[{])/;
const LINK = / href="|"u":"/;
const SHORT = 250;

/** Like `split` at the beginning of each match, which is several times slower: it tries every place. */
function splitBefore(text: string, borders: RegExp): readonly string[] {
  const starts = [...text.matchAll(borders)].map(({ index }) => index).filter((index) => index > 0);
  return [0, ...starts].map((start, part) => text.slice(start, starts[part]));
}

const isGlue = (text: string): boolean =>
  text.length < SHORT && !text.startsWith('<symbol') && !(ITEM.test(text) && LINK.test(text));

export const isSprite = (text: string): boolean => text.startsWith('<svg class="sprite"');

export function sectionsOf(text: string): readonly Section[] {
  if (!text.startsWith('<')) return [sectionOf(text, IN_DATA)];
  return splitBefore(text, MAIN).flatMap((part) => {
    const [sections, blocks] = part.startsWith('<main') ? [SECTIONS_IN_MAIN, IN_MAIN] : [SECTIONS_IN_FRAME, IN_FRAME];
    return splitBefore(part, sections).map((section) => sectionOf(section, blocks));
  });
}

const sectionOf = (text: string, borders: RegExp): Section => ({
  text,
  id: /^<section [^>]*aria-labelledby="([^"]+)"/.exec(text)?.[1],
  blocks: splitBefore(text, borders).map((block) => ({ text: block, isGlue: isGlue(block) })),
});
