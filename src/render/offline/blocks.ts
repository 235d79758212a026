/**
 * How a text is split into blocks: at the beginning of lines where a text may differ from another while what is around is the
 * same. Other borders would be correct too, only larger.
 */

/** The frame of a page has few borders, because the same frame is around many pages. */
const IN_FRAME =
  /[\n>]<(?:title|meta name="color-scheme"|script|\/head|body|\/?nav|footer|ul class="languages|div class="offline|svg class="sprite"|symbol|\/svg><\/body)\b/g;
/** In the time grid, the classes of an entry depend on the other entries: `<li class="on-surface cell t-42 s-9 k-15"`. */
const IN_MAIN =
  /\n<(?:(?:li|tr|\/?nav|section|article|\/[ou]l|\/main)\b|(?:p|div) class="(?:grid-(?:hour|place)|programme-tools)\b)(?: class="[^"]* cell [^"]*()")?/g;
const IN_CALENDAR = /\n(?:BEGIN:VEVENT|END:VCALENDAR)/g;
/** An entry is a line, and a word of the search that begins with another letter has the prefix `A`. */
const IN_DATA = /\n(?=[[{\]}])| (?=[AB]\w)/g;

/** An element of a list, or the rest of it, or an entry in data. */
export const ITEM = /^(?:<(?:li|tr)\b| data-slot=|[[{])/;
const LINK = / href="|"u":"/;
const SHORT = 350;
const SHORT_IN_DATA = 40;

/** It is short and depends on what is around it, such as the hour between two entries: it stays in the recipe. */
export const isGlue = (block: string, path: string): boolean =>
  block.length < (path.endsWith('.html') ? SHORT : SHORT_IN_DATA) &&
  !block.startsWith('<symbol') &&
  !(ITEM.test(block) && LINK.test(block));

export function blocksOf(text: string, path: string): readonly string[] {
  const borders: number[] = [];
  const find = (pattern: RegExp, from: number, to: number): void => {
    pattern.lastIndex = from;
    for (let match = pattern.exec(text); match && match.index < to; match = pattern.exec(text)) {
      borders.push(match.index + 1);
      if (match[1] !== undefined) borders.push(pattern.lastIndex);
    }
  };
  if (path.endsWith('.html')) {
    const main = Math.max(text.indexOf('\n<main'), 0);
    const end = text.indexOf('\n</main>', main);
    find(IN_FRAME, 0, main);
    borders.push(main + 1);
    find(IN_MAIN, main + 1, end + 1);
    find(IN_FRAME, Math.max(end, main), text.length);
  } else find(path.endsWith('.ics') ? IN_CALENDAR : IN_DATA, 0, text.length);
  return [0, ...borders].map((start, index) => text.slice(start, borders[index]));
}
