import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTexts, type Pack, type PackedText } from '../../../src/render/offline/pack.ts';

/** As the worker does it. */
function unpack({ groups, recipes }: Pack): ReadonlyMap<string, string> {
  const entries = recipes.flatMap((part) => Object.entries(part));
  const block = (name: string): string => groups.get(name.slice(0, 3))![name.slice(3)]!;
  return new Map(entries.map(([path, recipe]) => [path, recipe.match(/.{5}/g)!.map(block).join('')]));
}

const textsOf = (texts: readonly PackedText[]): ReadonlyMap<string, string> =>
  new Map(texts.map(({ path, text }) => [path, text]));

const slot = (name: string, up: string, time = '10:00'): string =>
  `<li><a href="${up}events/${name}/">${name}</a> ${time} ${name.repeat(40)}</li>`;
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
      text: `<main><ul>${names.map((name) => slot(name, '../', times[name])).join('')}</ul></main>`,
    },
    {
      path: 'search.json',
      text: `[\n${names.map((name) => `{"u":"events/${name}/","t":"${name}"}`).join(',\n')}\n]\n`,
    },
    ...names.map((name, index) => {
      const next = names[(index + 1) % names.length]!;
      return event(name, [slot(next, '../../', times[next])]);
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
        'é😀',
      ),
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => `x${pieces.join('')}`);
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 12 }), (all) => {
        const some = all.map((each, index) => ({ path: `${'ab'[index % 2]}/${index}/index.html`, text: each }));
        expect(unpack(packTexts(some))).toEqual(textsOf(some));
      }),
    );
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
    expect(recipes.filter(([path, recipe]) => old.get(path) !== recipe).map(([path]) => path)).toEqual([
      'events/event-6/index.html',
      'program/index.html',
    ]);
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
