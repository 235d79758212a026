import { createHeadingIds } from '../../markdown/words.ts';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Outline {
  readonly headings: readonly Heading[];
  readonly add: (heading: { readonly depth: number; readonly text: string }) => Heading;
}

/**
 * Headings as the page needs them, regardless of the levels the author used: the outermost at `base`, each nested one a
 * single level deeper, with an id that changes only when the words change.
 */
export function createOutline({ base, idPrefix }: { readonly base: number; readonly idPrefix: string }): Outline {
  const headings: Heading[] = [];
  const around: number[] = [];
  const idFor = createHeadingIds(idPrefix);
  return {
    headings,
    add({ depth, text }) {
      while (around.length > 0 && around.at(-1)! >= depth) around.pop();
      const heading = { level: Math.min(base + around.length, 6), id: idFor(text), text };
      around.push(depth);
      headings.push(heading);
      return heading;
    },
  };
}
