import type { RenderedMarkdown } from './markdown.ts';
import type { Heading } from './outline.ts';
import { smallest } from '../../values/long-lists.ts';

/** A line of the table of contents, with the headings below it. */
export interface ContentsEntry extends Pick<Heading, 'id' | 'text'> {
  readonly entries: readonly ContentsEntry[];
}

/** A shorter text fits on a few screens, and is read from its beginning. */
const LONG_TEXT = 2500;
const FEWEST = 3;

/** Two levels, because more would be longer than what it leads to. Empty if the text is short or has few headings. */
export function contentsOf(rendered: Pick<RenderedMarkdown, 'headings' | 'text'>): readonly ContentsEntry[] {
  const { headings } = rendered;
  if (headings.length < FEWEST || rendered.text.length < LONG_TEXT) return [];
  const outermost = smallest(headings.map(({ level }) => level));
  const entries: { id: string; text: string; entries: ContentsEntry[] }[] = [];
  for (const { level, id, text: words } of headings) {
    if (words === '') continue;
    if (level === outermost || entries.length === 0) entries.push({ id, text: words, entries: [] });
    else if (level === outermost + 1) entries.at(-1)!.entries.push({ id, text: words, entries: [] });
  }
  return entries;
}
