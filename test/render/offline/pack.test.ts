import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTexts, type Pack, type PackedText, type Recipe } from '../../../src/render/offline/pack.ts';
import { relativeLink } from '../../../src/site/links/urls.ts';

/** As the worker does it. */
function unpack({ groups, recipes }: Pack): ReadonlyMap<string, string> {
  const block = (name: string): string => {
    const found = groups.get(name.slice(0, 2))![name.slice(2)]!;
    return typeof found === 'string' ? found : joined(found);
  };
  const joined = (recipe: Recipe): string =>
    recipe.map((part, index) => (index % 2 === 0 ? part : part.match(/.{4}/g)!.map(block).join(''))).join('');
  const relative = (path: string, text: string): string =>
    text.replaceAll(/\x7f(\x7f|[^"#?\s\x7f]*)/g, (_, target: string) =>
      target === '\x7f' ? target : relativeLink(`/${path.replace(/[^/]*$/, '')}`, `/${target}`),
    );
  const entries = recipes.flatMap((part) => Object.entries(part));
  return new Map(entries.map(([path, recipe]) => [path, relative(path, joined(recipe))]));
}

const textsOf = (texts: readonly PackedText[]): ReadonlyMap<string, string> =>
  new Map(texts.map(({ path, text }) => [path, text]));

const slot = (name: string, folder: string, time = '10:00'): string =>
  `<li><a href="${folder}${name}/">${name}</a> ${time} ${name.repeat(40)}</li>`;
const event = (name: string, others: readonly string[]): PackedText => ({
  path: `events/${name}/index.html`,
  text: `<!DOCTYPE html>\n<head><title>${name}</title></head><body><header>Harbour</header><main><article>${name}</article><ul>${others.join('')}</ul></main><footer>The end</footer></body>\n`,
});

/** A programme of a few events, on which each event also lists the next. */
function festival(times: Readonly<Record<string, string>>): readonly PackedText[] {
  const names = Object.keys(times);
  return [
    {
      path: 'program/index.html',
      text: `<main><ul>${names.map((name) => slot(name, '../events/', times[name])).join('')}</ul></main>`,
    },
    {
      path: 'search.json',
      text: `[\n${names.map((name) => `{"u":"events/${name}/","t":"${name}"}`).join(',\n')}\n]\n`,
    },
    ...names.map((name, index) => {
      const next = names[(index + 1) % names.length]!;
      return event(name, [slot(next, '../', times[next])]);
    }),
  ];
}

const NAMES = Array.from({ length: 40 }, (_, index) => `event-${index}`);
const times = (moved = ''): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, name === moved ? '15:30' : '10:00']));

describe('a pack of texts', () => {
  it('gives back every text, byte for byte', () => {
    const texts = festival(times());
    expect(unpack(packTexts(texts))).toEqual(textsOf(texts));
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<li>',
        '<main>',
        '</main>',
        '<a href="../b/">',
        '\n[',
        '\n{"u":"b/"',
        '<nav',
        '<symbol id="a">',
        '<svg class="sprite">',
        '<section aria-labelledby="d1">',
        '<li class="on cell t-1">',
        '<a href="../../a/0/">',
        '<a href="../../">',
        '<a href="../../../">',
        '<a href="../../b/1/?q#x">',
        '\u007f',
        ' ../../x',
        'é😀',
      ),
    );
    const text = fc
      .tuple(fc.constantFrom('', 'x', '<p>', '<main>'), fc.array(piece, { maxLength: 30 }))
      .map(([start, pieces]) => `${start}${pieces.join('')}`);
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 12 }), (all) => {
        const some = all.map((each, index) => ({ path: `${'ab'[index % 2]}/${index}/index.html`, text: each }));
        expect(unpack(packTexts(some))).toEqual(textsOf(some));
      }),
    );
  });

  it('stores an entry once that pages in different folders link to', () => {
    const { groups } = packTexts(festival(times()));
    const entries = [...groups.values()].flatMap((blocks) => Object.values(blocks));
    expect(entries.filter((block) => block.includes('event-7event-7') && block.includes('10:00'))).toHaveLength(1);
  });

  it('changes no group when only the hours between entries change', () => {
    const byHour = (hour: string): readonly PackedText[] => [
      ...festival(times()),
      {
        path: 'places/index.html',
        text: `<main><ol>${NAMES.map((name) => `${slot(name, '../events/')}</ol><p>${hour}</p><ol>`).join('')}</ol></main>`,
      },
    ];
    expect(packTexts(byHour('14:00')).groups).toEqual(packTexts(byHour('15:00')).groups);
  });

  it('changes little when an entry of the time grid moves the columns of the others', () => {
    const grid = (column: number): readonly PackedText[] => [
      ...festival(times()),
      {
        path: 'program/grid/index.html',
        text: `<main><ol>${NAMES.map((name) => `<li class="on-surface cell t-1 k-${column} c-1" data-slot="${name}"><a href="../../events/${name}/">${name.repeat(40)}</a></li>`).join('')}</ol></main>`,
      },
    ];
    expect(packTexts(grid(3)).groups).toEqual(packTexts(grid(4)).groups);
  });

  it('loads only the part of a long page that changes', () => {
    const list = (moved = ''): readonly PackedText[] => {
      const day = (id: string, names: readonly string[]): string =>
        `<section class="day" aria-labelledby="${id}"><ol>${names.map((name) => slot(name, '../../events/')).join('')}</ol></section>`;
      const saturday = NAMES.slice(20).filter((name) => name !== moved);
      const text = `<main>${day('friday', NAMES.slice(0, 20))}${day('saturday', saturday)}</main>`;
      return [...festival(times()), { path: 'program/days/index.html', text }];
    };
    const [before, after] = [packTexts(list()), packTexts(list('event-30'))];
    const changed = [...after.groups].filter(([name, blocks]) => !isDeepStrictEqual(before.groups.get(name), blocks));
    expect(changed).toHaveLength(1);
    expect(Object.keys(changed[0]![1])).toHaveLength(1);
  });

  it('gives back a page with more blocks than a group has names', () => {
    const rows = Array.from({ length: 5000 }, (_, row) => `<li>${row} ${'wide '.repeat(60)}</li>`);
    const texts = [{ path: 'table/index.html', text: `<main><ul>${rows.join('')}</ul></main>` }];
    expect(unpack(packTexts(texts))).toEqual(textsOf(texts));
  });

  it('changes only the groups and recipes of the pages that an edit of one event changes', () => {
    const before = packTexts(festival(times()));
    const after = packTexts(festival(times('event-7')));
    const changed = [...after.groups].filter(
      ([name, blocks]) => JSON.stringify(before.groups.get(name)) !== JSON.stringify(blocks),
    );
    expect(changed).toHaveLength(1);
    const recipes = after.recipes.flatMap((part) => Object.entries(part));
    const old = new Map(before.recipes.flatMap((part) => Object.entries(part)));
    expect(
      recipes
        .filter(([path, recipe]) => JSON.stringify(old.get(path)) !== JSON.stringify(recipe))
        .map(([path]) => path),
    ).toEqual(['events/event-6/index.html', 'program/index.html']);
  });

  it('does not rename anything when a page is added', () => {
    const before = packTexts(festival(times()));
    const after = packTexts([...festival(times()), event('new', [])]);
    const changed = [...before.groups].filter(
      ([name, blocks]) => JSON.stringify(after.groups.get(name)) !== JSON.stringify(blocks),
    );
    expect(changed.length).toBeLessThanOrEqual(1);
    expect(
      after.recipes.filter((part) => !before.recipes.some((one) => JSON.stringify(one) === JSON.stringify(part))),
    ).toHaveLength(1);
  });
});
