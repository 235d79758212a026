import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { memoryFiles } from '../../src/content/files.ts';
import { layData } from '../../src/content/overlay.ts';
import type { Content } from '../../src/content/read-content.ts';
import { Source } from '../../src/content/source.ts';
import { contentFor, contents, readLayer, type TargetLayers } from '../../src/content/target-content.ts';
import { isObject, valueAt, type Json, type JsonObject, type Path } from '../../src/values/json.ts';

type Files = Readonly<Record<string, string>>;

const TARGETS = ['local', 'staging', 'production'];

function layers(shared: Files, overlays: Readonly<Record<string, Files>> = {}): TargetLayers {
  return {
    prefix: 'content/',
    targets: TARGETS,
    shared: readLayer({ files: memoryFiles(shared), prefix: 'content/' }),
    overlays: new Map(
      Object.entries(overlays).map(([target, files]) => [
        target,
        readLayer({ files: memoryFiles(files), prefix: `content.${target}/` }),
      ]),
    ),
  };
}

const staging = (shared: Files, overlay: Files): Content => contentFor('staging', layers(shared, { staging: overlay }));

const named = ({ documents }: Content): readonly string[] => documents.map(({ address }) => address);
const codes = ({ diagnostics }: Content): readonly string[] => diagnostics.map(({ code, at }) => `${code} ${at.file}`);

// Few names, so that two documents often have the same keys.
const key = fc.constantFrom('title', 'theme', 'a', 'b', 'c');
const { object: document } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, 7, 'text', 'another text'),
    fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<JsonObject>,
}));
const notEmpty = document.filter((data) => Object.keys(data).length > 0);

/** Every value that is not a mapping, and every empty mapping. */
function leaves(value: Json, path: Path = []): readonly Path[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, child]) => leaves(child, [...path, name]));
}

/** True if a document determines the value at the path: it has the value, or a non-mapping on the way to it. */
const decides = (data: JsonObject, path: Path): boolean =>
  path.some((_, length) => {
    const value = valueAt(data, path.slice(0, length + 1));
    return value !== undefined && (length + 1 === path.length || !isObject(value));
  });

describe('overlaid data', () => {
  it('is the shared data under an empty overlay, and the overlay over no data', () => {
    fc.assert(
      fc.property(document, (data) => {
        expect(layData(data, {})).toEqual(data);
        expect(layData({}, data)).toEqual(data);
        expect(layData(data, data)).toEqual(data);
      }),
    );
  });

  it('has every value of the overlay, and the shared values that the overlay does not set', () => {
    fc.assert(
      fc.property(document, document, (shared, overlay) => {
        const laid = layData(shared, overlay);
        for (const path of leaves(overlay)) {
          const said = valueAt(overlay, path);
          // An empty mapping adds nothing to an existing one.
          const isNothing = isObject(said) && isObject(valueAt(shared, path));
          if (path.length > 0 && !isNothing) expect(valueAt(laid, path)).toEqual(said);
        }
        for (const path of leaves(laid)) {
          if (!decides(overlay, path)) expect(valueAt(laid, path)).toEqual(valueAt(shared, path));
        }
      }),
    );
  });

  it('is the same if the overlay is applied twice', () => {
    fc.assert(
      fc.property(document, document, (one, two) => {
        expect(layData(layData(one, two), two)).toEqual(layData(one, two));
      }),
    );
  });

  it('replaces lists and single values, merges mappings, and clears with null', () => {
    const shared = { title: 'A', tags: [1, 2], theme: { light: 'x', dark: 'y' }, $id: '1', $protect: true };
    const overlay = { tags: [3], theme: { dark: null }, $id: null };
    expect(layData(shared, overlay)).toEqual({
      title: 'A',
      tags: [3],
      theme: { light: 'x', dark: null },
      $protect: true,
    });
  });
});

describe('positions in overlaid documents', () => {
  it('are those of the file that has the value', () => {
    fc.assert(
      fc.property(notEmpty, notEmpty, (shared, overlay) => {
        const texts = { shared: stringify(shared), overlay: stringify(overlay) };
        const [laid] = staging({ 'events/a.yaml': texts.shared }, { 'events/a.yaml': texts.overlay }).documents;
        expect(laid!.data).toEqual(layData(shared, overlay));
        for (const path of leaves(laid!.data)) {
          // A mapping in both files belongs to the shared one, even if it is empty.
          const isBoth = isObject(valueAt(shared, path)) && isObject(valueAt(overlay, path));
          const expected =
            !isBoth && decides(overlay, path)
              ? new Source('content.staging/events/a.yaml', texts.overlay)
              : new Source('content/events/a.yaml', texts.shared);
          expect(laid!.source.valueSpan(path)).toEqual(expected.valueSpan(path));
          expect(laid!.source.keySpan(path)).toEqual(expected.keySpan(path));
        }
      }),
      { numRuns: 200 },
    );
  });
});

const ARTICLE = '---\ntitle: Getting there\nstatus: published\n---\nBy train.\n';

describe('an overlay folder', () => {
  it('is optional: without one, a target has the shared files', () => {
    const files = { 'events/a.yaml': 'title: A\n', 'media/a.svg': '<svg/>' };
    const alone = contents(layers(files));
    expect(alone).toHaveLength(1);
    expect(alone[0]!.targets).toEqual(TARGETS);
    expect(contentFor('staging', layers(files)).documents).toEqual(contentFor('local', layers(files)).documents);
  });

  it('can add documents', () => {
    const content = staging({ 'events/a.yaml': 'title: A\n' }, { 'events/b.yaml': 'title: B\n' });
    expect(named(content)).toEqual(['events/a', 'events/b']);
  });

  it('replaces the text with a Markdown file that has one, and keeps it otherwise', () => {
    const [replaced] = staging({ 'articles/a.md': ARTICLE }, { 'articles/a.md': 'By boat.\n' }).documents;
    expect(replaced).toMatchObject({ data: { title: 'Getting there', status: 'published' } });
    expect(replaced!.body!.text).toBe('By boat.\n');
    expect(replaced!.body!.span(0, 2)).toMatchObject({ file: 'content.staging/articles/a.md', line: 1 });
    const [kept] = staging({ 'articles/a.md': ARTICLE }, { 'articles/a.md': '---\ntitle: Rehearsal\n---\n' }).documents;
    expect(kept).toMatchObject({ data: { title: 'Rehearsal', status: 'published' } });
    expect(kept!.body!.text).toBe('By train.\n');
  });

  it('overrides a Markdown file with a YAML file of the same address, and vice versa', () => {
    const [fields] = staging({ 'articles/a.md': ARTICLE }, { 'articles/a.yaml': 'title: Rehearsal\n' }).documents;
    expect([fields!.data['title'], fields!.body!.text]).toEqual(['Rehearsal', 'By train.\n']);
    const shared = { 'articles/a.yaml': 'title: A\ncontent: Short\n' };
    const [text] = staging(shared, { 'articles/a.md': 'Long.\n' }).documents;
    expect([text!.data, text!.body!.text]).toEqual([{ title: 'A' }, 'Long.\n']);
    const [field] = staging({ 'articles/a.md': ARTICLE }, { 'articles/a.yaml': 'content: Short\n' }).documents;
    expect([field!.data['content'], field!.body]).toEqual(['Short', undefined]);
  });

  it('overrides translations, which may be in one of the two folders', () => {
    const shared = { 'articles/a.md': ARTICLE, 'articles/a.en.md': '---\ntitle: By train\n---\nTrain.\n' };
    const overlay = { 'articles/a.en.md': '---\ntitle: Rehearsal\n---\n', 'articles/a.es.md': 'En tren.\n' };
    const content = staging(shared, overlay);
    expect(content.diagnostics).toEqual([]);
    expect(content.documents[0]!.translations.map(({ locale, data, body }) => [locale, data, body.text])).toEqual([
      ['en', { title: 'Rehearsal' }, 'Train.\n'],
      ['es', {}, 'En tren.\n'],
    ]);
  });

  it('overrides media with the same name', () => {
    const { media, diagnostics } = staging(
      { 'media/a.svg': '<svg/>', 'media/b.svg': '<svg/>' },
      { 'media/a.svg': '<svg></svg>', 'media/B.svg': '<svg/>' },
    );
    expect(media.map(({ name, file, bytes }) => [name, file, bytes])).toEqual([
      ['media/B.svg', 'content.staging/media/B.svg', 6],
      ['media/a.svg', 'content.staging/media/a.svg', 11],
      ['media/b.svg', 'content/media/b.svg', 6],
    ]);
    expect(diagnostics).toMatchObject([{ code: 'case-collision' }]);
  });
});

describe('a problem in one of two files', () => {
  const GOOD = { 'events/a.yaml': 'title: A\n' };
  const BAD = { 'events/a.yaml': 'title: [\n' };

  it('leaves no partial document', () => {
    for (const content of [staging(GOOD, BAD), staging(BAD, GOOD)]) {
      expect([named(content), content.unreadable]).toEqual([[], ['events/a']]);
    }
    expect(codes(staging(GOOD, BAD))).toEqual(['yaml-syntax content.staging/events/a.yaml']);
    expect(codes(staging(BAD, GOOD))).toEqual(['yaml-syntax content/events/a.yaml']);
  });

  it('is reported for the file in the overlay that clashes with another one there', () => {
    const content = staging(
      { 'articles/a.yaml': 'title: A\n' },
      { 'articles/a.md': 'B\n', 'articles/a.yaml': 'title: C\n' },
    );
    expect(codes(content)).toEqual(['address-taken content.staging/articles/a.yaml']);
    expect(content.diagnostics[0]!.message).toContain('content.staging/articles/a.md');
  });
});

describe('$targets', () => {
  const FILES = { 'events/a.yaml': 'title: A\n$targets: [production]\n', 'events/b.yaml': 'title: B\n' };

  it('leaves a document out for the other targets', () => {
    expect(named(contentFor('production', layers(FILES)))).toEqual(['events/a', 'events/b']);
    const { documents, elsewhere } = contentFor('staging', layers(FILES));
    expect(documents.map(({ address }) => address)).toEqual(['events/b']);
    expect([...elsewhere!]).toEqual([['events/a', ['production']]]);
  });

  it('produces only as many versions of the content as differ', () => {
    expect(contents(layers(FILES)).map(({ targets }) => targets)).toEqual([['local', 'staging'], ['production']]);
  });

  it('can be set and cleared by an overlay', () => {
    expect(named(staging(FILES, { 'events/b.yaml': '$targets: [local]\n' }))).toEqual([]);
    expect(named(staging(FILES, { 'events/a.yaml': '$targets: null\n' }))).toEqual(['events/a', 'events/b']);
  });

  it.each(['producton', '[]', '[producton]', '{}', '[1]'])('leaves nothing out if it is invalid: %s', (mistake) => {
    expect(named(contentFor('staging', layers({ 'events/a.yaml': `title: A\n$targets: ${mistake}\n` })))).toEqual([
      'events/a',
    ]);
  });
});
