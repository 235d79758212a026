import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacker, type Pack, type PackedText } from '../../../src/render/offline/pack.ts';
import { relativeLink } from '../../../src/site/links/urls.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** As the worker does it. */
function unpack({ groups, recipes }: Pack): ReadonlyMap<string, string> {
  const block = (name: string): string =>
    groups[DIGITS.indexOf(name[0]!) * 64 + DIGITS.indexOf(name[1]!)]![name.slice(2)]!;
  const relative = (path: string, text: string): string =>
    text.replaceAll(/\x7f(\x7f|[^"#?\s\x7f]*)/g, (_, target: string) =>
      target === '\x7f' ? target : relativeLink(`/${path.replace(/[^/]*$/, '')}`, `/${target}`),
    );
  const texts = new Map<string, string>();
  for (const [path, recipe] of recipes.flat()) {
    const parts = recipe.map((part, index) => (index % 2 === 0 ? part : part.match(/.{4}/g)!.map(block).join('')));
    texts.set(path, (texts.get(path) ?? '') + parts.join(''));
  }
  return new Map([...texts].map(([path, text]) => [path, path.endsWith('.html') ? relative(path, text) : text]));
}

const packTexts = (texts: readonly PackedText[]): Pack => createPacker()(texts);

const textsOf = (texts: readonly PackedText[]): ReadonlyMap<string, string> =>
  new Map(texts.map(({ path, text }) => [path, text]));

const slot = (name: string, folder: string, time = '10:00'): string =>
  `\n<li><a href="${folder}${name}/">${name}</a> ${time} ${name.repeat(40)}</li>`;
const event = (name: string, others: readonly string[]): PackedText => ({
  path: `events/${name}/index.html`,
  text: `<!DOCTYPE html>\n<head>\n<title>${name}</title>\n</head>\n<body><header>Harbour</header>\n<main>\n<article>${name}</article><ul>${others.join('')}\n</ul>\n</main>\n<footer>The end</footer></body>\n`,
});

/** A programme of a few events, on which each event also lists the next. */
function festival(times: Readonly<Record<string, string>>): readonly PackedText[] {
  const names = Object.keys(times);
  return [
    ...names.map((name, index) => {
      const next = names[(index + 1) % names.length]!;
      return event(name, [slot(next, '../', times[next])]);
    }),
    {
      path: 'program/index.html',
      text: `<body>\n<main><ul>${names.map((name) => slot(name, '../events/', times[name])).join('')}\n</ul>\n</main>`,
    },
    {
      path: 'search.json',
      text: `[\n${names.map((name) => `{"u":"events/${name}/","t":"${name}"}`).join(',\n')}\n]\n`,
    },
  ];
}

const NAMES = Array.from({ length: 40 }, (_, index) => `event-${index}`);
const times = (moved = ''): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, name === moved ? '15:30' : '10:00']));

const changed = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.filter((part) => !before.some((other) => isDeepStrictEqual(other, part)));

describe('a pack of texts', () => {
  it('gives back every text, byte for byte', () => {
    const texts = festival(times());
    expect(unpack(packTexts(texts))).toEqual(textsOf(texts));
    const piece = fc.oneof(
      fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
      fc.constantFrom(
        '\n<li>',
        '\n<main>',
        '\n</main>',
        '<a href="../b/">',
        '\n[',
        '\n{"u":"b/"',
        '\n<nav',
        '><symbol id="a">',
        '><svg class="sprite">',
        '\n<section aria-labelledby="d1">',
        '\n<li class="on cell t-1"',
        '<a href="../../a/0/">',
        '<a href="../0/">',
        '<a href="../../">',
        '<a href="../../../">',
        '<a href="../../b/1/?q#x">',
        '\nBEGIN:VEVENT',
        ' A0 x',
        '\u007f',
        ' ../../x',
      ),
    );
    const text = fc
      .tuple(fc.constantFrom('', 'x', '<p>', '\n<main>'), fc.array(piece, { maxLength: 30 }))
      .map(([start, pieces]) => `${start}${pieces.join('')}`);
    const files = ['index.html', 'data.json', 'calendar.ics'];
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (all) => {
        const some = all.map((each, index) => ({
          path: `${'ab'[index % 2]}/${index}/${files[index % 5] ?? files[0]}`,
          text: each,
        }));
        expect(unpack(packTexts(some))).toEqual(textsOf(some));
      }),
    );
  });

  it('of some of the texts is the same whether or not all of them were packed before', () => {
    const texts = festival(times());
    const packer = createPacker();
    packer(texts);
    const some = texts.filter((_, index) => index % 3 > 0);
    expect(packer(some)).toEqual(packTexts(some));
  });

  it('stores an entry once that pages in different folders link to', () => {
    const entries = packTexts(festival(times())).groups.flatMap((blocks) => Object.values(blocks));
    expect(entries.filter((block) => block.includes('event-7event-7') && block.includes('10:00'))).toHaveLength(1);
  });

  it('changes no group when only the hours between entries change', () => {
    const byHour = (hour: string): readonly PackedText[] => [
      ...festival(times()),
      {
        path: 'places/index.html',
        text: `<body>\n<main><ol>${NAMES.map((name) => `${slot(name, '../events/')}\n</ol><p>${hour}</p><ol>`).join('')}</ol>\n</main>`,
      },
    ];
    expect(packTexts(byHour('14:00')).groups).toEqual(packTexts(byHour('15:00')).groups);
  });

  it('changes no group when an entry of the time grid moves the columns of the others', () => {
    const grid = (column: number): readonly PackedText[] => [
      ...festival(times()),
      {
        path: 'program/grid/index.html',
        text: `<body>\n<main><ol>${NAMES.map((name) => `\n<li class="on-surface cell t-1 k-${column} c-1" data-slot="${name}"><a href="../../events/${name}/">${name.repeat(40)}</a></li>`).join('')}</ol>\n</main>`,
      },
    ];
    expect(packTexts(grid(3)).groups).toEqual(packTexts(grid(4)).groups);
  });

  it('changes one group when a word of the search is in one more text', () => {
    const words = (more = ''): readonly PackedText[] => {
      const places = NAMES.map((name) => ` A${name} ${name.repeat(200)}${name === 'event-7' ? more : ''}`);
      return [{ path: 'search/words-0.json', text: `"${places.join('')}"` }];
    };
    const [before, after] = [packTexts(words()), packTexts(words('*A'))];
    expect(before.groups.length).toBeGreaterThan(4);
    expect(changed(before.groups, after.groups)).toHaveLength(1);
  });

  it('loads only a part of a long recipe', () => {
    const list = (moved = ''): readonly PackedText[] => {
      const many = Array.from({ length: 3000 }, (_, index) => `event-${index}`).filter((name) => name !== moved);
      const text = `<body>\n<main><ol>${many.map((name) => slot(name, '../events/')).join('')}\n</ol>\n</main>`;
      return [{ path: 'program/index.html', text }];
    };
    const [before, after] = [packTexts(list()).recipes, packTexts(list('event-1234')).recipes];
    expect(after.length).toBeGreaterThan(4);
    expect(changed(before, after).length).toBeLessThanOrEqual(2);
  });

  it('gives back a page with more blocks than groups have names', () => {
    const rows = Array.from({ length: 5000 }, (_, row) => `\n<li>${row} ${'wide '.repeat(90)}</li>`);
    const texts = [{ path: 'table/index.html', text: `<body>\n<main><ul>${rows.join('')}</ul>\n</main>` }];
    expect(unpack(packTexts(texts))).toEqual(textsOf(texts));
  });

  it('changes only the group of the event, and the recipes of the pages that list it', () => {
    const before = packTexts(festival(times()));
    const after = packTexts(festival(times('event-7')));
    expect(changed(before.groups, after.groups)).toHaveLength(1);
    const recipes = changed(before.recipes.flat(), after.recipes.flat()) as readonly (readonly [string])[];
    expect(recipes.map(([path]) => path)).toEqual(['events/event-6/index.html', 'program/index.html']);
  });

  it('does not rename anything when a page is added', () => {
    const before = packTexts(festival(times()));
    const after = packTexts([...festival(times()), event('new', [])]);
    expect(changed(before.groups, after.groups).length).toBeLessThanOrEqual(2);
    expect(changed(before.recipes, after.recipes)).toHaveLength(1);
  });
});
