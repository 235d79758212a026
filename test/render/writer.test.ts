import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { InternalError, UserError } from '../../src/diagnostics/errors.ts';
import { diskStore, manifestFile, outputKeptIn } from '../../src/render/writer/disk-store.ts';
import { memoryStore, type OutputStore } from '../../src/render/writer/output-store.ts';
import { createWriter, type WriteSummary } from '../../src/render/writer/writer.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let root: string;
let output: string;
beforeEach(() => {
  root = temporaryFolder();
  output = join(root, 'dist');
});

const onDisk = (): OutputStore => diskStore(outputKeptIn(join(root, '.gitcast'), output));

type Files = Readonly<Record<string, string>>;

function build(store: OutputStore, files: Files): WriteSummary {
  const writer = createWriter(store);
  for (const [path, text] of Object.entries(files)) writer.write(path, text);
  return writer.finish();
}

function placeByHand(path: string, text: string): void {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), text);
}

const listed = (): Files =>
  existsSync(output)
    ? Object.fromEntries(
        readdirSync(output, { recursive: true, encoding: 'utf8' })
          .filter((path) => statSync(join(output, path)).isFile())
          .toSorted()
          .map((path) => [path, readFileSync(join(output, path), 'utf8')]),
      )
    : {};

describe('a build to disk', () => {
  it.each([0o077, 0o027, 0o022])('can be read by a web server, whatever the umask (%i)', (umask) => {
    const before = process.umask(umask);
    try {
      build(onDisk(), { 'index.html': 'a', 'events/one/index.html': 'b' });
      build(onDisk(), { 'index.html': 'changed', 'events/two/index.html': 'c' });
    } finally {
      process.umask(before);
    }
    const modes = ['.', 'index.html', 'events', 'events/two', 'events/two/index.html'].map((path) =>
      (statSync(join(output, path)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['755', '644', '755', '755', '644']);
  });

  it('that fails while it publishes leaves files that the next build knows and removes', () => {
    build(onDisk(), { 'index.html': 'a', 'other.html': 'b', 'pages/index.html': 'p' });
    const writer = createWriter(onDisk());
    const files = {
      'index.html': 'changed',
      'secret.html': 's',
      'pages/index.html': 'p',
      'pages/more/index.html': 'm',
    };
    for (const [path, text] of Object.entries(files)) writer.write(path, text);
    placeByHand('pages/more', 'in the way');
    expect(() => writer.finish()).toThrow(/is in the way of the site/);
    writer.abandon();
    expect(listed()).toMatchObject({ 'index.html': 'changed', 'secret.html': 's' });
    rmSync(join(output, 'pages/more'));
    const again = build(onDisk(), { 'index.html': 'again', 'pages/index.html': 'p' });
    expect(again).toMatchObject({ removed: 2, kept: [], replaced: [] });
    expect(listed()).toEqual({ 'index.html': 'again', 'pages/index.html': 'p' });
  });

  it('knows the files that another build with other files published meanwhile, and the next one removes them', () => {
    const kept = outputKeptIn(join(root, '.gitcast'), output);
    const [one, other] = [kept.staging, `${kept.staging}-other`].map((staging) =>
      createWriter(diskStore({ ...kept, staging })),
    );
    for (const path of ['index.html', 'card.png']) one!.write(path, path);
    other!.write('index.html', 'without a card');
    one!.finish();
    other!.finish();
    expect(Object.keys(listed())).toEqual(['card.png', 'index.html']);
    expect(build(onDisk(), { 'index.html': 'a' })).toMatchObject({ removed: 1, kept: [] });
    expect(listed()).toEqual({ 'index.html': 'a' });
  });

  it('knows the published files also if the list of them is removed while it runs', () => {
    build(onDisk(), { 'index.html': 'a', 'withdrawn.html': 'b' });
    const writer = createWriter(onDisk());
    writer.write('index.html', 'new');
    rmSync(join(root, '.gitcast/build'), { recursive: true });
    expect(() => writer.write('other.html', 'new')).toThrow(/were changed before they could be published/);
    writer.abandon();
    expect(build(onDisk(), { 'index.html': 'new' })).toMatchObject({ removed: 1, replaced: [] });
    expect(listed()).toEqual({ 'index.html': 'new' });
  });

  it('names the folder that the disk refuses, also if it is not the output', () => {
    const { staging } = outputKeptIn(join(root, '.gitcast'), output);
    mkdirSync(join(root, '.gitcast'));
    writeFileSync(dirname(staging), '');
    expect(() => build(onDisk(), { 'index.html': 'a' })).toThrow(
      `cannot write ${staging}: a part of the path is not a folder`,
    );
  });

  it('refuses a folder in the way before it changes anything', () => {
    build(onDisk(), { 'index.html': 'a', 'sitemap.xml': 'b' });
    rmSync(join(output, 'sitemap.xml'));
    placeByHand('sitemap.xml/note.txt', 'mine');
    expect(() => build(onDisk(), { 'index.html': 'changed', 'sitemap.xml': 'b' })).toThrow(/is in the way of the site/);
    expect(listed()).toEqual({ 'index.html': 'a', 'sitemap.xml/note.txt': 'mine' });
  });

  it.each(['a new site', 'a site'])(
    'publishes nothing of %s if somebody has removed files that were ready',
    (place) => {
      if (place === 'a site') build(onDisk(), { 'index.html': 'a' });
      const before = listed();
      const options = outputKeptIn(join(root, '.gitcast'), output);
      const writer = createWriter(diskStore(options));
      for (const path of ['index.html', 'other.html', 'third.html']) writer.write(path, 'new');
      rmSync(join(options.staging, 'other.html'));
      expect(() => writer.finish()).toThrow(/were changed before they could be published/);
      writer.abandon();
      expect(listed()).toEqual(before);
      build(onDisk(), { 'index.html': 'new' });
      expect(listed()).toEqual({ 'index.html': 'new' });
    },
  );

  it('writes new and changed files, and touches nothing else', () => {
    expect(build(onDisk(), { 'index.html': 'a', 'events/x/index.html': 'b' })).toEqual({
      files: 2,
      written: 2,
      unchanged: 0,
      removed: 0,
      bytes: 2,
      kept: [],
      replaced: [],
    });
    const long = new Date('2020-01-01');
    utimesSync(join(output, 'index.html'), long, long);
    expect(build(onDisk(), { 'index.html': 'a', 'events/x/index.html': 'bb' })).toMatchObject({
      written: 1,
      unchanged: 1,
      bytes: 3,
    });
    expect(statSync(join(output, 'index.html')).mtime).toEqual(long);
    expect(listed()).toEqual({ 'index.html': 'a', 'events/x/index.html': 'bb' });
  });

  it('publishes a first site with one move, without the files that a killed build with the same number left', () => {
    const options = outputKeptIn(join(root, '.gitcast'), output);
    const inodes = (): readonly number[] => {
      const writer = createWriter(diskStore(options));
      writer.begin();
      writer.write('events/x/index.html', 'a');
      const staged = statSync(join(options.staging, 'events')).ino;
      writer.finish();
      return [staged, statSync(join(output, 'events')).ino];
    };
    const [staged, published] = inodes();
    expect(published).toBe(staged);
    rmSync(output, { recursive: true });
    mkdirSync(options.staging, { recursive: true });
    writeFileSync(join(options.staging, 'left.html'), 'of a killed build');
    inodes();
    expect(listed()).toEqual({ 'events/x/index.html': 'a' });
    expect(existsSync(options.staging)).toBe(false);
  });

  it('begins again without the files that it and a failed helper have staged', () => {
    const options = outputKeptIn(join(root, '.gitcast'), output);
    const writer = createWriter(diskStore(options));
    writer.begin();
    writer.write('index.html', 'first try');
    createWriter(diskStore(options)).write('left/index.html', 'of a helper');
    writer.begin();
    writer.write('index.html', 'a');
    expect(writer.finish()).toMatchObject({ files: 1, written: 1, bytes: 1 });
    expect(listed()).toEqual({ 'index.html': 'a' });
  });

  it('keeps a copy of a file that appeared where there was no site when the build began', () => {
    const options = outputKeptIn(join(root, '.gitcast'), output);
    const writer = createWriter(diskStore(options));
    writer.write('index.html', 'a');
    placeByHand('index.html', 'by hand');
    writer.finish();
    expect(listed()).toEqual({ 'index.html': 'a' });
    expect(readdirSync(options.trash).map((name) => readFileSync(join(options.trash, name), 'utf8'))).toEqual([
      'by hand',
    ]);
  });

  it('removes files that the last build wrote and this one did not, and folders that become empty', () => {
    build(onDisk(), { 'index.html': 'a', 'events/x/index.html': 'b', 'events/y/index.html': 'c' });
    expect(build(onDisk(), { 'index.html': 'a' })).toMatchObject({ removed: 2, kept: [] });
    expect(readdirSync(output)).toEqual(['index.html']);
  });

  it('never removes files that it did not write, or that changed since', () => {
    placeByHand('CNAME', 'harbour.example');
    build(onDisk(), { 'index.html': 'a', 'old/index.html': 'b' });
    placeByHand('old/index.html', 'edited');
    placeByHand('old/note.txt', 'mine');
    expect(build(onDisk(), { 'index.html': 'a' })).toMatchObject({ removed: 0, kept: ['old/index.html'] });
    expect(listed()).toEqual({
      CNAME: 'harbour.example',
      'index.html': 'a',
      'old/index.html': 'edited',
      'old/note.txt': 'mine',
    });
  });

  it('keeps a copy of a file that it did not write and has to replace, and reports it', () => {
    placeByHand('index.html', 'by hand');
    const kept = (): readonly string[] =>
      readdirSync(join(root, '.gitcast/trash/site'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
        .toSorted();
    expect(build(onDisk(), { 'index.html': 'a', 'about/index.html': 'b' })).toMatchObject({
      written: 2,
      replaced: ['index.html'],
    });
    expect(kept()).toEqual(['by hand']);
    placeByHand('about/index.html', 'edited since');
    expect(build(onDisk(), { 'index.html': 'c', 'about/index.html': 'd' })).toMatchObject({
      written: 2,
      replaced: ['about/index.html'],
    });
    expect(kept()).toEqual(['by hand', 'edited since']);
    expect(listed()).toEqual({ 'index.html': 'c', 'about/index.html': 'd' });
  });

  it('removes nothing if the list of the last build is lost or damaged, and recognises its files again', () => {
    build(onDisk(), { 'a.html': 'a', 'b.html': 'b' });
    const list = manifestFile(join(root, '.gitcast'), output);
    for (const damage of ['{', '[]', '{"files":7}', '{"files":{"../../x":"y","a.html":3}}']) {
      writeFileSync(list, damage);
      expect(build(onDisk(), { 'a.html': 'a', 'b.html': 'b' })).toMatchObject({ written: 0, removed: 0 });
    }
    expect(build(onDisk(), { 'a.html': 'a' })).toMatchObject({ removed: 1 });
  });

  it('keeps the list of written files outside the site, one for each output folder', () => {
    build(onDisk(), { 'index.html': 'a' });
    expect(readdirSync(output)).toEqual(['index.html']);
    expect(manifestFile('.gitcast', 'dist')).not.toBe(manifestFile('.gitcast', 'public'));
    expect(readdirSync(join(root, '.gitcast', 'build'))).toHaveLength(1);
  });

  it('replaces a file with a folder if a page needs it, and vice versa', () => {
    build(onDisk(), { about: 'a', 'team/one/index.html': 'b' });
    expect(build(onDisk(), { 'about/index.html': 'c', team: 'd' })).toMatchObject({ written: 2, kept: [] });
    expect(listed()).toEqual({ 'about/index.html': 'c', team: 'd' });
  });

  it('reports a file in its way that it did not write', () => {
    placeByHand('about', 'mine');
    placeByHand('team/note.txt', 'mine');
    writeFileSync(join(root, 'elsewhere'), 'mine');
    symlinkSync(join(root, 'elsewhere'), join(output, 'index.html'));
    for (const path of ['about/index.html', 'team', 'index.html']) {
      expect(() => build(onDisk(), { [path]: 'x' })).toThrow(UserError);
      expect(() => build(onDisk(), { [path]: 'x' })).toThrow(/is in the way of the site, and gitcast did not write it/);
    }
    expect(readFileSync(join(root, 'elsewhere'), 'utf8')).toBe('mine');
    expect(listed()).toMatchObject({ about: 'mine', 'team/note.txt': 'mine' });
  });

  it('writes bytes unchanged', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const writer = createWriter(onDisk());
    expect(writer.write('a.bin', bytes)).toBe('written');
    writer.finish();
    expect(new Uint8Array(readFileSync(join(output, 'a.bin')))).toEqual(bytes);
    expect(createWriter(onDisk()).write('a.bin', bytes)).toBe('unchanged');
  });
});

describe.each([
  ['on disk', onDisk],
  ['in memory', memoryStore],
])('a writer %s', (_, makeStore) => {
  it('refuses two different files at the same path, and counts identical ones once', () => {
    const writer = createWriter(makeStore());
    writer.write('a.html', 'a');
    expect(writer.write('a.html', 'a')).toBe('unchanged');
    expect(() => writer.write('a.html', 'b')).toThrow(InternalError);
    expect(writer.finish()).toMatchObject({ files: 1, written: 1 });
  });

  it.each(['', '/a', 'a/', '../a', 'a/../../b', './a', 'a//b', 'a\\b', 'a\0b'])(
    'refuses %j, which is not a path on the site',
    (path) => {
      expect(() => createWriter(makeStore()).write(path, 'x')).toThrow(InternalError);
    },
  );
});

it('disk and memory contain exactly the last build after any sequence of builds', () => {
  const path = fc.constantFrom('index.html', 'a', 'a/index.html', 'a/b/index.html', 'b', 'b/c', 'media/x.svg');
  const site = fc
    .dictionary(path, fc.constantFrom('1', '2', '22'), { maxKeys: 5 })
    // A file cannot also be a folder.
    .filter((files) =>
      Object.keys(files).every((one) => !Object.keys(files).some((other) => other.startsWith(`${one}/`))),
    );
  fc.assert(
    fc.property(fc.array(site, { minLength: 1, maxLength: 5 }), (builds) => {
      rmSync(root, { recursive: true, force: true });
      const memory = memoryStore();
      for (const files of builds) {
        const summary = build(onDisk(), files);
        const other = build(memory, files);
        expect(listed()).toEqual(files);
        expect(
          Object.fromEntries([...memory.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
        ).toEqual(files);
        expect({ ...summary, removed: 0 }).toEqual({ ...other, removed: 0 });
      }
    }),
    { numRuns: 150 },
  );
});
