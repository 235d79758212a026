import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { diskFiles, memoryFiles } from '../../src/content/files.ts';
import { assembleContent, readContent, type Content } from '../../src/content/read-content.ts';
import { readFile } from '../../src/content/read-file.ts';
import { anyCodePoint } from '../code-points.ts';
import { leftOutIf } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const read = (files: Readonly<Record<string, string | Uint8Array>>): Content =>
  readContent(memoryFiles(files), { prefix: 'content/' });
const inShort = ({ diagnostics }: Content): readonly string[] =>
  diagnostics.map(({ code, at }) => `${code} ${at.file}`);
const addresses = ({ documents }: Content): readonly string[] => documents.map(({ address }) => address);

describe('a document', () => {
  it('has its kind, address, slug and data', () => {
    const { documents, diagnostics } = read({ 'events/friday/opening.yaml': 'title: Opening night\n' });
    expect(diagnostics).toEqual([]);
    expect(documents).toMatchObject([
      {
        kind: 'event',
        address: 'events/friday/opening',
        slug: 'opening',
        data: { title: 'Opening night' },
        translations: [],
      },
    ]);
    expect(documents[0]).not.toHaveProperty('body');
  });

  it('in Markdown has a body with spans in the file', () => {
    const [document] = read({ 'articles/a.md': '---\ntitle: A\n---\nOne\nTwo\n' }).documents;
    expect(document!.body!.text).toBe('One\nTwo\n');
    expect(document!.body!.span(4, 7)).toEqual({
      file: 'content/articles/a.md',
      line: 5,
      column: 1,
      length: 3,
      lineText: 'Two',
    });
  });

  it('has the translations beside it', () => {
    const { documents } = read({
      'articles/a.en.md': '---\ntitle: Getting there\n---\nBy train.\n',
      'articles/a.es.md': 'En tren.\n',
      'articles/a.md': '---\ntitle: Venir\n---\nEn train.\n',
    });
    expect(documents).toHaveLength(1);
    expect(documents[0]!.translations).toMatchObject([
      { locale: 'en', data: { title: 'Getting there' }, body: { text: 'By train.\n' } },
      { locale: 'es', data: {}, body: { text: 'En tren.\n' } },
    ]);
  });

  it('may be a Markdown file without front matter', () => {
    expect(read({ 'articles/a.md': 'Just a text.\n' }).documents).toMatchObject([
      { data: {}, body: { text: 'Just a text.\n' } },
    ]);
  });
});

describe('media', () => {
  it('are named by their path, and measured on demand', () => {
    const png = new Uint8Array(24);
    png.set([0x89, 0x50, 0x4e, 0x47], 0);
    png.set([0x49, 0x48, 0x44, 0x52, 0, 0, 6, 64, 0, 0, 3, 232], 12);
    const { media } = read({ 'media/map.png': png, 'media/song.mp3': 'x' });
    expect(media).toMatchObject([
      { name: 'media/map.png', file: 'content/media/map.png', bytes: 24 },
      { name: 'media/song.mp3', bytes: 1 },
    ]);
    expect(media.map((file) => file.imageSize())).toEqual([{ width: 1600, height: 1000 }, undefined]);
  });

  it('may be larger than a document', () => {
    expect(read({ 'media/film.mp4': new Uint8Array(2 * 1024 * 1024) }).diagnostics).toEqual([]);
  });

  it('that cannot be read have no size', () => {
    const files = memoryFiles({ 'media/map.png': 'x' });
    const broken = {
      ...files,
      read: () => {
        throw new Error('EACCES');
      },
    };
    expect(readContent(broken, { prefix: '' }).media[0]!.imageSize()).toBeUndefined();
  });
});

describe('a broken file does not affect the others', () => {
  const good = { 'places/main-stage.yaml': 'name: Main stage\n', 'articles/a.md': '---\ntitle: A\n---\nText\n' };

  it.each([
    ['yaml-syntax', 'events/a.yaml', 'title: "A'],
    ['yaml-syntax', 'articles/b.md', '---\ntitle: "A\n---\nText'],
    ['not-a-mapping', 'events/a.yaml', '- a'],
    ['not-a-mapping', 'events/a.yaml', ''],
    ['not-a-mapping', 'events/a.yaml', 'just a text'],
    ['not-a-mapping', 'articles/b.md', '---\n- a\n---\n'],
    ['not-utf8', 'events/a.yaml', new Uint8Array([0x74, 0x3a, 0x20, 0xe9])],
    ['not-utf8', 'events/a.yaml', new Uint8Array([0xff, 0xfe, 0x74, 0x00])],
    ['file-too-large', 'events/a.yaml', `title: ${'a'.repeat(1024 * 1024)}`],
    ['front-matter-language', 'articles/b.md', '---js\n{}\n---\n'],
    ['front-matter-unclosed', 'articles/b.md', '---\ntitle: A\n'],
  ])('%s in %s', (code, path, text) => {
    const content = read({ ...good, [path]: text });
    expect(inShort(content)).toEqual([`${code} content/${path}`]);
    expect(addresses(content)).toEqual(['articles/a', 'places/main-stage']);
    expect(content.unreadable).toEqual([path.replace(/\.\w+$/, '')]);
  });

  it.each([
    ['duplicate-key', 'title: A\ntitle: B\n'],
    ['forbidden-key', 'title: A\nconstructor: B\n'],
    ['number-not-exact', 'title: A\nsize: .inf\n'],
  ])('%s keeps the rest of its document', (code, text) => {
    const content = read({ ...good, 'events/a.yaml': text });
    expect(inShort(content)).toEqual([`${code} content/events/a.yaml`]);
    expect(content.documents).toContainEqual(
      expect.objectContaining({ address: 'events/a', data: expect.objectContaining({ title: 'A' }) }),
    );
    expect(content.unreadable).toEqual([]);
  });

  it('a document of exactly one MiB is not too large', () => {
    const text = `title: ${'a'.repeat(1024 * 1024 - 7)}`;
    expect(read({ 'events/a.yaml': text }).diagnostics).toEqual([]);
  });
});

describe('between files', () => {
  it('the first of two with the same address is kept, in any listing order', () => {
    const files = memoryFiles({ 'articles/a.yaml': 'title: B\n', 'articles/a.md': '---\ntitle: A\n---\n' });
    const readings = files.entries().map((entry) => readFile(files, entry, ''));
    for (const order of [readings, readings.toReversed()]) {
      const content = assembleContent(order, { prefix: '' });
      expect(inShort(content)).toEqual(['address-taken articles/a.yaml']);
      expect(content.documents).toMatchObject([{ data: { title: 'A' } }]);
    }
  });

  it('names that differ only in case collide', () => {
    expect(inShort(read({ 'media/Bridge.jpg': 'x', 'media/bridge.jpg': 'y' }))).toEqual([
      'case-collision content/media/bridge.jpg',
    ]);
  });

  it('ignored files collide with nothing', () => {
    expect(read({ 'events/.A': 'x', 'events/.a': 'y', 'events/B~': 'x', 'events/b~': 'y' }).diagnostics).toEqual([]);
  });

  it('a translation without an original is reported', () => {
    expect(inShort(read({ 'articles/a.en.md': 'Text' }))).toEqual(['translation-alone content/articles/a.en.md']);
  });

  it('a translation whose original cannot be read is not a second problem', () => {
    const content = read({ 'articles/a.en.md': 'Text', 'articles/a.md': '---\ntitle: "A\n---\n' });
    expect(inShort(content)).toEqual(['yaml-syntax content/articles/a.md']);
  });
});

describe('on the disk', () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const link = (to: string, path: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(to, join(root, path));
  };
  const fromDisk = (): Content => readContent(diskFiles(join(root, 'content')), { prefix: 'content/' });

  beforeEach(() => {
    root = temporaryFolder();
    write('content/events/friday/opening.yaml', 'title: Opening night\n');
    write('secret.yaml', 'title: Not part of the content\n');
  });

  it('nested folders are read, and the leftovers of editors and systems are not', () => {
    write('content/.DS_Store', 'x');
    write('content/events/.opening.yaml.swp', 'x');
    write('content/.git/config', 'x');
    write('content/events/opening.yaml~', 'x');
    const content = fromDisk();
    expect(content.diagnostics).toEqual([]);
    expect(addresses(content)).toEqual(['events/friday/opening']);
  });

  it('files are sorted by name', () => {
    for (const name of ['b', 'a-b', 'a', 'a/c']) write(`content/events/${name}.yaml`, 'title: A\n');
    expect(addresses(fromDisk())).toEqual([
      'events/a-b',
      'events/a',
      'events/a/c',
      'events/b',
      'events/friday/opening',
    ]);
  });

  it('links inside the folder are followed, to files and to folders', () => {
    link('friday/opening.yaml', 'content/events/closing.yaml');
    link('friday', 'content/events/saturday');
    const content = fromDisk();
    expect(content.diagnostics).toEqual([]);
    expect(addresses(content)).toEqual(['events/closing', 'events/friday/opening', 'events/saturday/opening']);
  });

  it.each([
    ['to a file outside', '../../secret.yaml', 'content/events/a.yaml'],
    ['to a folder outside', '../..', 'content/events/a'],
    ['to an absolute path outside', '/etc/hostname', 'content/media/a.txt'],
    ['to a missing file', 'missing.yaml', 'content/events/a.yaml'],
    ['to itself', 'a.yaml', 'content/events/a.yaml'],
    ['to a parent folder', '.', 'content/events/a'],
    ['to the content folder', '../..', 'content/events/friday/a'],
  ])('a link %s is rejected', (_, to, path) => {
    link(to, path);
    const content = fromDisk();
    expect(inShort(content)).toEqual([`link-leaves-folder ${path}`]);
    expect(addresses(content)).toEqual(['events/friday/opening']);
  });

  it('a link that leaves the folder through another link is rejected', () => {
    link('../../secret.yaml', 'content/media/a.yaml');
    link('../media/a.yaml', 'content/events/a.yaml');
    expect(inShort(fromDisk())).toEqual([
      'link-leaves-folder content/events/a.yaml',
      'link-leaves-folder content/media/a.yaml',
    ]);
  });

  it('the content folder may itself be a link', () => {
    symlinkSync('content', join(root, 'linked'));
    expect(readContent(diskFiles(join(root, 'linked')), { prefix: '' }).documents).toHaveLength(1);
  });

  it('folders that link to each other do not multiply', () => {
    const names = Array.from({ length: 12 }, (_, i) => `f${i}`);
    for (const name of names) {
      write(`content/events/${name}/a.yaml`, 'title: A\n');
      for (const other of names) if (other !== name) link(`../${other}`, `content/events/${name}/to-${other}`);
    }
    expect(fromDisk().documents).toHaveLength(1 + 12 + 12 * 11);
  });

  it.skipIf(leftOutIf(process.getuid?.() === 0, 'root can read every folder'))(
    'a folder that cannot be read is reported',
    () => {
      chmodSync(join(root, 'content/events/friday'), 0o000);
      const content = fromDisk();
      chmodSync(join(root, 'content/events/friday'), 0o700);
      expect(inShort(content)).toEqual(['file-unreadable content/events/friday']);
    },
  );
});

const path = fc.constantFrom(
  'broadcast.yaml',
  'events/a.yaml',
  'articles/a.md',
  'articles/a.en.md',
  'media/a.png',
  'media/a.yaml',
  'webhooks/a.yaml',
  'x/a.yaml',
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: anyCodePoint }).map((text) => new TextEncoder().encode(text)),
  fc
    .array(fc.constantFrom('---', '\n', 'title', ': ', '- ', '{', '"', '\r', '\uFEFF', '&a', '*a', '\0'))
    .map((parts) => new TextEncoder().encode(parts.join(''))),
);

it('any bytes in any file give a document, a media file or a diagnostic', () => {
  fc.assert(
    fc.property(path, bytes, (name, data) => {
      const { documents, media, diagnostics } = read({ [name]: data });
      expect(documents.length + media.length + diagnostics.length).toBeGreaterThan(0);
      for (const { at } of diagnostics) expect(at.file).toBe(`content/${name}`);
    }),
    { numRuns: 1500 },
  );
});
