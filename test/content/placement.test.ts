import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { place, slugify } from '../../src/content/placement.ts';
import { fileKinds, kindNamed } from '../../src/kinds/registry.ts';
import { anyCodePoint } from '../code-points.ts';

const SLUG = /^[a-z0-9][a-z0-9-]{0,95}$/;

describe('the folder decides the kind', () => {
  it.each(fileKinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
    const path = kind.single ? kind.folder : `${kind.folder}/opening-night.yaml`;
    expect(place(path)).toMatchObject({ type: 'document', kind: kind.name, markdown: false });
  });

  it('folders may be nested, and are part of the address', () => {
    expect(place('events/friday/late/opening-night.yaml')).toMatchObject({
      address: 'events/friday/late/opening-night',
    });
  });

  it('kinds with a body may be Markdown', () => {
    expect(place('articles/getting-there.md')).toEqual({
      type: 'document',
      kind: 'article',
      declaration: kindNamed('article'),
      address: 'articles/getting-there',
      markdown: true,
    });
  });

  it('a language before .md makes a translation', () => {
    expect(place('articles/getting-there.en.md')).toEqual({
      type: 'translation',
      kind: 'article',
      declaration: kindNamed('article'),
      of: 'articles/getting-there',
      locale: 'en',
    });
  });

  it.each(['media/bridge.jpg', 'media/Été 2027.PNG', 'media/fonts/a.woff2', 'media/README', 'media/a.md'])(
    '%s is media',
    (path) => {
      expect(place(path)).toEqual({ type: 'media' });
    },
  );

  it('a document may be beside a media file', () => {
    expect(place('media/bridge.yaml')).toMatchObject({ type: 'document', kind: 'media', address: 'media/bridge' });
  });

  it.each([
    '.DS_Store',
    'events/.gitkeep',
    'media/Thumbs.db',
    'media/photos/desktop.ini',
    '__MACOSX/events/a.yaml',
    '.git/config',
    'events/opening.yaml~',
    'events/.#a.yaml',
    '.obsidian/a.yaml',
  ])('%s is ignored', (path) => {
    expect(place(path)).toEqual({ type: 'ignored' });
  });
});

describe('a misplaced file is reported with what was probably meant', () => {
  it.each([
    ['event/opening.yaml', 'unknown-folder', 'events'],
    ['Events/opening.yaml', 'unknown-folder', 'events'],
    ['notes.txt', 'unknown-folder', 'use one of'],
    ['broadcast.yml', 'unknown-folder', 'broadcast.yaml'],
    ['constructor/a.yaml', 'unknown-folder', ''],
    ['events/opening.yml', 'wrong-extension', 'events/opening.yaml'],
    ['events/opening.YAML', 'wrong-extension', 'events/opening.yaml'],
    ['articles/opening.MD', 'wrong-extension', 'articles/opening.md'],
    ['articles/opening.markdown', 'wrong-extension', 'articles/opening.md'],
    ['events/opening.md', 'wrong-extension', 'write it as events/opening.yaml: remove the lines with ---'],
    ['pages/about.md', 'wrong-extension', 'gitcast explain page'],
    ['articles/bridge.jpg', 'wrong-extension', 'media/'],
    ['events/opening', 'wrong-extension', 'as events/opening.yaml'],
    ['speakers/lena.yaml', 'unknown-folder', 'hosts'],
    ['Stages/main.yaml', 'unknown-folder', 'places'],
    ['posts/a.md', 'unknown-folder', 'articles'],
    ['media/Bridge at Dusk.yaml', 'bad-slug', 'both it and the file that it describes: to bridge-at-dusk.yaml'],
    ['media/bridge.PNG.yaml', 'bad-slug', 'rename it to bridge.yaml: a description'],
    ['media/Bridge.png.yaml', 'bad-slug', 'both it and the file'],
    ['events/Opening Night.yaml', 'bad-slug', 'opening-night'],
    ['events/été/opening.yaml', 'bad-slug', 'ete'],
    ['events/-opening.yaml', 'bad-slug', 'opening'],
    [`events/${'a'.repeat(97)}.yaml`, 'bad-slug', 'a'.repeat(96)],
    ['articles/Getting There.en.md', 'bad-slug', 'getting-there'],
    ['articles/getting-there.old.md', 'unknown-locale', 'before .md'],
    ['articles/getting-there.EN.md', 'unknown-locale', 'en'],
  ])('%s: %s', (path, code, suggestion) => {
    expect(place(path)).toMatchObject({ type: 'problem', code, suggestion: expect.stringContaining(suggestion) });
  });
});

const part = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 8 }),
  fc.constantFrom(
    ...fileKinds.map((kind) => kind.folder),
    ...['a', 'A', '.', '..', 'a.md', 'a.en.md', 'a.xx.md', 'a.yaml', '.yaml', '.md', 'en.md'],
  ),
);

it('any path has a placement, and every address consists of slugs', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const found = place(parts.join('/'));
      if (found.type === 'problem') expect(found.message).not.toBe('');
      if (found.type !== 'document' && found.type !== 'translation') return;
      const [folder, ...slugs] = (found.type === 'document' ? found.address : found.of).split('/');
      expect(folder).not.toBe('');
      for (const slug of slugs) expect(slug).toMatch(SLUG);
    }),
    { numRuns: 3000 },
  );
});

describe('slugify', () => {
  it.each([
    ['Opening Night', 'opening-night'],
    ['Été à la criée', 'ete-a-la-criee'],
    ['  --A__b--  ', 'a-b'],
    ['ﬁnale №1', 'finale-no1'],
    ['İstanbul', 'istanbul'],
    ['夜', 'untitled'],
    ['', 'untitled'],
    ['a'.repeat(200), 'a'.repeat(96)],
    [`${'a'.repeat(95)} b`, 'a'.repeat(95)],
    [`${'harbour '.repeat(11)}festivals`, 'harbour-'.repeat(11).slice(0, -1)],
    [`a ${'b'.repeat(200)}`, `a-${'b'.repeat(94)}`],
  ])('%j becomes %s', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it('always yields a slug, and keeps an existing slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 200 }), (name) => {
        const slug = slugify(name);
        expect(slug).toMatch(SLUG);
        expect(slugify(slug)).toBe(slug);
      }),
      { numRuns: 2000 },
    );
  });
});
