import { createHeadingIds } from '../../markdown/readable-words.ts';
import { smallest } from '../../values/long-lists.ts';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/**
 * Headings as the page needs them, regardless of the levels the author used: the outermost at `base`, each nested one a
 * single level deeper, with an id that changes only when the words change.
 */
export function createOutline({ base, idPrefix }: { readonly base: number; readonly idPrefix: string }) {
  const headings: Heading[] = [];
  const around: number[] = [];
  const idFor = createHeadingIds(idPrefix);
  return {
    headings: headings as readonly Heading[],
    add({ depth, text }: { readonly depth: number; readonly text: string }): Heading {
      while (around.length > 0 && around.at(-1)! >= depth) around.pop();
      const heading = { level: Math.min(base + around.length, 6), id: idFor(text), text };
      around.push(depth);
      headings.push(heading);
      return heading;
    },
  };
}

/** A line of the table of contents, with the headings below it. */
export interface ContentsEntry extends Pick<Heading, 'id' | 'text'> {
  readonly entries: readonly ContentsEntry[];
}

/** A shorter text fits on a few screens, and is read from its beginning. */
const LONG_TEXT = 2500;
const FEWEST = 3;

/** Two levels, because more would be longer than what it leads to. Empty if the text is short or has few headings. */
export function contentsOf(rendered: {
  readonly headings: readonly Heading[];
  readonly text: string;
}): readonly ContentsEntry[] {
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
