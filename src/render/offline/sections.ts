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

const MAIN = /(?=<(?:main\b|\/main>))/;

/** The frame of a page has few borders, because the same frame is around many pages. */
const SECTIONS_IN_FRAME = /(?=<(?:title\b|meta name="color-scheme"|svg class="sprite"))/;
const IN_FRAME = /(?=<(?:\/?nav|\/?ul|header|footer|body|symbol)\b)/;

const SECTIONS_IN_MAIN = /(?=<(?:section(?! class="grid-)|article)\b)/;
/** In the time grid, the classes of an entry depend on the other entries: `<li class="on-surface cell t-42 s-9 k-15"`. */
const IN_MAIN =
  /(?=<(?:(?:li|tr|nav|\/[ou]l)\b|(?:p|div) class="grid-(?:hour|place)\b))|(?= data-slot=)(?<= cell [^"]*")/;

const IN_DATA = /(?<=\n)(?=[[{\]}])/;

/** An element of a list, or the rest of it, or an entry in data. */
export const ITEM = /^(?:<(?:li|tr)\b| data-slot=|[[{])/;
const LINK = / href="|"u":"/;
const SHORT = 250;

const isGlue = (text: string): boolean =>
  text.length < SHORT && !text.startsWith('<symbol') && !(ITEM.test(text) && LINK.test(text));

export const isSprite = (text: string): boolean => text.startsWith('<svg class="sprite"');

export function sectionsOf(text: string): readonly Section[] {
  if (!text.startsWith('<')) return [sectionOf(text, IN_DATA)];
  return text.split(MAIN).flatMap((part) => {
    const [sections, blocks] = part.startsWith('<main') ? [SECTIONS_IN_MAIN, IN_MAIN] : [SECTIONS_IN_FRAME, IN_FRAME];
    return part.split(sections).map((section) => sectionOf(section, blocks));
  });
}

const sectionOf = (text: string, borders: RegExp): Section => ({
  text,
  id: /^<section [^>]*aria-labelledby="([^"]+)"/.exec(text)?.[1],
  blocks: text.split(borders).map((block) => ({ text: block, isGlue: isGlue(block) })),
});
