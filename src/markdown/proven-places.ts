/**
 * The places of destinations by another reading. A marker is inserted before a candidate, which is right if then exactly
 * this destination starts with it.
 */
import type { TextProblem } from './parse-safely.ts';
import type { ReadingPass } from './reading-pass.ts';
import type { Reading, TextLink, TextRange } from './reading-result.ts';

const MARKER = '\ue000';

/** In characters, over all readings of a text: about a second. */
const MOST_READ = 4_000_000;

export function withProvenPlaces(
  text: string,
  pass: ReadingPass,
  passOver: (copy: string) => ReadingPass | TextProblem,
): Reading {
  const reading = pass.reading();
  const { links } = reading;
  if (!pass.hasSkippedLinks && links.every(({ place }) => place)) return reading;
  let left = MOST_READ;
  const areRight = (places: ReadonlyMap<TextLink, TextRange>): boolean => {
    const starts = [...places.values()].map(({ start }) => start);
    const copy = [0, ...starts].map((start, index) => text.slice(start, starts[index])).join(MARKER);
    left -= text.length;
    const again = left < 0 ? pass : passOver(copy);
    const found = 'problem' in again ? [] : again.reading().links;
    const isMarked = (link: TextLink, index: number): boolean =>
      found[index]!.url === (places.has(link) ? MARKER : '') + link.url;
    return found.length === links.length && links.every(isMarked);
  };
  const likely = links.flatMap((link): readonly [TextLink, TextRange][] => {
    const [place = link.place] = link.near ? candidates(text, link.written, link.near.start) : [];
    return place ? [[link, place]] : [];
  });
  const proven = new Map(areRight(new Map(likely)) ? likely : []);
  let after = 0;
  const proved = links.map((link): TextLink => {
    const { place: read, near = read!, ...found } = link;
    const isRight = (range: TextRange): boolean => areRight(new Map([[link, range]]));
    const place =
      proven.get(link) ??
      candidates(text, link.written, Math.max(near.start, after)).find(isRight) ??
      candidates(text, link.written, after).find(isRight);
    after = place?.end ?? after;
    return { ...found, ...(place ? { place } : { near }) };
  });
  return { ...reading, links: proved };
}

/** In a table, a pipe in a destination is escaped. */
function* candidates(text: string, written: string, from: number): Generator<TextRange> {
  for (const form of new Set(written === '' ? [] : [written, written.replaceAll('|', '\\|')]))
    for (let at = text.indexOf(form, from); at !== -1; at = text.indexOf(form, at + 1))
      yield { start: at, end: at + form.length };
}
