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
 * Headings as the page needs them, whatever depths the author wrote: the outermost at `base`, each inner one a single step
 * deeper than the one around it, and an id that stays while the words stay.
 */
export function createOutline({ base, idPrefix }: { readonly base: number; readonly idPrefix: string }): Outline {
  const headings: Heading[] = [];
  const around: number[] = [];
  const uniqueId = createUniqueIds(idPrefix);
  return {
    headings,
    add({ depth, text }) {
      while (around.length > 0 && around.at(-1)! >= depth) around.pop();
      const heading = { level: Math.min(base + around.length, 6), id: uniqueId(slugOf(text)), text };
      around.push(depth);
      headings.push(heading);
      return heading;
    },
  };
}

function createUniqueIds(prefix: string): (slug: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (slug) => {
    let id = prefix + slug;
    while (taken.has(id)) {
      const count = (counts.get(slug) ?? 1) + 1;
      counts.set(slug, count);
      id = `${prefix}${slug}-${count}`;
    }
    taken.add(id);
    return id;
  };
}

function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '')
    .slice(0, 80)
    .replace(/-$/, '');
  return slug === '' ? 'section' : slug;
}
