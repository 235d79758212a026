import { describe, expect, it } from 'vitest';
import { searchFiles } from '../../src/site/feeds/search.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { overlapping, type Slot } from '../../src/site/programme.ts';
import type { Site } from '../../src/site/site.ts';
import { event, siteOf } from './harbour-site.ts';
import { viewOf } from './view-of.ts';

/** Six events a day, each in one of two categories. */
function siteWith({ days }: { readonly days: number }): Site {
  const texts = Array.from({ length: days * 6 }, (_, index) => {
    const day = new Date(Date.UTC(2027, 5, 1 + Math.floor(index / 6))).toISOString().slice(0, 10);
    const hour = 10 + (index % 6);
    const more = `category: ${index % 2 === 0 ? 'concert' : 'talk'}\n`;
    return [`events/e${index}.yaml`, event(`${day}T${hour}:00:00Z`, `${day}T${hour}:30:00Z`, more)] as const;
  });
  return siteOf(Object.fromEntries(texts), { url: 'https://harbour.example' });
}

/** The list, and how often an item of it was read. */
function counted<T>(items: readonly T[]): { readonly items: readonly T[]; readonly reads: () => number } {
  let reads = 0;
  const proxy = new Proxy(items, {
    get(target, key) {
      if (typeof key === 'string' && /^\d/.test(key)) reads++;
      return Reflect.get(target, key) as unknown;
    },
  });
  return { items: proxy, reads: () => reads };
}

/** How often the pages that are not about one document read an entry of the programme. */
function readsOf(site: Site): number {
  const programme = counted(site.programme);
  const watched: Site = { ...site, programme: programme.items };
  for (const page of pagesOf(watched).pages) if (!page.entity) viewOf(watched, page, 'en');
  return programme.reads();
}

describe('a large programme', () => {
  it('costs twice the work with twice the days: no page of a day goes through all entries', () => {
    const [some, more] = [readsOf(siteWith({ days: 55 })), readsOf(siteWith({ days: 110 }))];
    expect(more).toBeLessThan(some * 2.1);
  });

  it('lists the documents once for all parts of the search index', () => {
    const site = siteWith({ days: 170 });
    let lists = 0;
    const of: Site['of'] = (kind) => {
      if (kind === 'event') lists++;
      return site.of(kind);
    };
    const watched: Site = { ...site, of };
    const files = searchFiles(watched);
    for (const { compose } of files) compose(watched, 'en', () => undefined);
    expect(files.length).toBeGreaterThan(30);
    expect(lists).toBe(1);
  });

  it('finds what overlaps with an entry without reading all entries, also beside an exhibition over months', () => {
    const { programme } = siteWith({ days: 60 });
    const [first] = programme;
    const exhibition: Slot = {
      ...first!,
      end: programme.at(-1)!.end,
      entity: { ...first!.entity, address: 'events/x' },
    };
    const { items, reads } = counted([exhibition, ...programme]);
    const find = overlapping(items);
    const before = reads();
    const last = programme.at(-1)!.entity.address;
    expect(find(last).map(({ entity }) => entity.address)).toEqual(['events/x']);
    expect(reads() - before).toBeLessThan(60);
    expect(find('events/x')).toHaveLength(programme.length);
  });
});
