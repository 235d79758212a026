import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imageSize } from '../../src/content/image-size.ts';
import {
  createImages,
  variantWidths,
  type ImagesOptions,
  type PublishedMedia,
} from '../../src/render/images/images.ts';
import { loadSharp, type Resizer } from '../../src/render/images/resizer.ts';
import { diskCache, memoryCache } from '../../src/render/images/variant-cache.ts';
import { folderOfFile } from '../temporary-folder.ts';

const folder = folderOfFile();

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A picture with several colours, so that it does not compress to nothing. */
function photo(width: number, height: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Uint8Array> {
  const circle = Buffer.from('<svg width="90" height="90"><circle cx="40" cy="40" r="30" fill="#fff"/></svg>');
  return sharp({ create: { width, height, channels: 3, background: '#9c2f17' } })
    .composite(width > 90 && height > 90 ? [{ input: circle }] : [])
    .toFormat(format)
    .toBuffer();
}

function imagesOf(files: Readonly<Record<string, Uint8Array>>, options: Partial<ImagesOptions> = {}) {
  const read = (name: string): Uint8Array => {
    const bytes = files[name];
    if (!bytes) throw new Error(`there is no ${name}`);
    return bytes;
  };
  return createImages({ read, measure: (name) => imageSize(read(name)), ...options });
}

const published = async (images: ReturnType<typeof imagesOf>, name: string): Promise<PublishedMedia> => {
  const media = await images.publish(name);
  if ('problem' in media) throw new Error(media.problem);
  return media;
};

const neverNeeded = (): Promise<Resizer | undefined> => Promise.reject(new Error('sharp was loaded'));

describe('a photo', () => {
  it('is published in its own format and in better ones, at widths up to its own', async () => {
    const original = await photo(1200, 800);
    const media = await published(imagesOf({ 'media/photos/Old bridge.jpg': original }), 'media/photos/Old bridge.jpg');
    expect(media).toMatchObject({ path: 'media/photos/Old bridge.jpg', width: 1200, height: 800 });
    expect(media.sources.map(({ type, variants }) => [type, variants.map(({ width }) => width)])).toEqual([
      ['image/avif', [480, 960, 1200]],
      ['image/webp', [480, 960, 1200]],
    ]);
    expect(media.files.map(({ path }) => path.replace(/[0-9a-f]{16}/, 'DIGEST'))).toEqual([
      'media/photos/Old bridge.jpg',
      ...['avif', 'webp'].flatMap((format) =>
        [480, 960, 1200].map((width) => `media/_/photos/Old-bridge-DIGEST-${width}.${format}`),
      ),
    ]);
    expect(media.files[0]!.read()).toBe(original);
    for (const { path, read } of media.files.slice(1)) {
      const { width, format } = await sharp(read()).metadata();
      expect(path).toContain(`-${width}.`);
      expect(path.endsWith('.avif') ? 'heif' : 'webp').toBe(format);
    }
  });

  it('has the same bytes every time', async () => {
    const files = { 'media/a.png': await photo(300, 200, 'png') };
    const [one, other] = await Promise.all([
      published(imagesOf(files), 'media/a.png'),
      published(imagesOf(files), 'media/a.png'),
    ]);
    expect(one.files.map(({ path, read }) => [path, read()])).toEqual(
      other.files.map(({ path, read }) => [path, read()]),
    );
  });

  it('is resized only once', async () => {
    const files = { 'media/a.jpg': await photo(500, 300) };
    const cache = diskCache(join(folder, 'cache'));
    const first = await published(imagesOf(files, { cache }), 'media/a.jpg');
    const second = await published(imagesOf(files, { cache, loadResizer: neverNeeded }), 'media/a.jpg');
    expect(second.files.map(({ path, read }) => [path, read().length])).toEqual(
      first.files.map(({ path, read }) => [path, read().length]),
    );
    expect(readdirSync(join(folder, 'cache')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('is resized again if it changed, under new names', async () => {
    const cache = memoryCache();
    const one = await published(imagesOf({ 'media/a.jpg': await photo(300, 200) }, { cache }), 'media/a.jpg');
    const other = await published(imagesOf({ 'media/a.jpg': await photo(300, 201) }, { cache }), 'media/a.jpg');
    expect(other.sources[0]!.variants[0]!.path).not.toBe(one.sources[0]!.variants[0]!.path);
  });

  it('from a rotated camera is upright', async () => {
    const turned = await sharp(await photo(400, 200))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const media = await published(imagesOf({ 'media/a.jpg': turned }), 'media/a.jpg');
    expect(media).toMatchObject({ width: 200, height: 400 });
    const { width, height, orientation } = await sharp(media.files[1]!.read()).metadata();
    expect({ width, height, orientation: orientation ?? 1 }).toEqual({ width: 200, height: 400, orientation: 1 });
  });

  it('of forty megapixels becomes small', async () => {
    const media = await published(imagesOf({ 'media/a.jpg': await photo(8000, 5000) }), 'media/a.jpg');
    expect(media.sources[0]!.variants.map(({ width }) => width)).toEqual([480, 960, 1600]);
  });

  it('of more than a hundred megapixels is refused with a message, without being decoded', async () => {
    const images = imagesOf(
      { 'media/a.jpg': encode('x') },
      { measure: () => ({ width: 20_000, height: 20_000 }), loadResizer: neverNeeded },
    );
    expect(await images.publish('media/a.jpg')).toEqual({
      problem: 'it has 400 megapixels; the limit is 100',
    });
  });

  it('that is truncated is reported', async () => {
    const whole = await photo(640, 480, 'png');
    const images = imagesOf({
      'media/a.png': whole.subarray(0, whole.length / 2),
      'media/b.jpg': encode('not a photo'),
    });
    expect(await images.publish('media/a.png')).toEqual({ problem: expect.stringContaining('it cannot be read') });
    expect(await images.publish('media/b.jpg')).toEqual({ problem: expect.stringContaining('it is text under') });
    expect(await images.publish('media/c.jpg')).toEqual({ problem: 'it cannot be read: there is no media/c.jpg' });
  });

  it('is published as it is, with a warning, if sharp is not installed', async () => {
    const images = imagesOf(
      { 'media/a.jpg': await photo(500, 300) },
      { loadResizer: () => Promise.resolve(undefined) },
    );
    const media = await published(images, 'media/a.jpg');
    expect(media).toMatchObject({ width: 500, height: 300, sources: [] });
    expect(media.warning).toContain('`sharp` is not installed');
    expect(media.files.map(({ path }) => path)).toEqual(['media/a.jpg']);
  });

  it('that is animated is left unchanged', async () => {
    const frames = await Promise.all([
      sharp(await photo(60, 40))
        .png()
        .toBuffer(),
      sharp(await photo(60, 40))
        .negate()
        .png()
        .toBuffer(),
    ]);
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await published(imagesOf({ 'media/a.webp': moving }), 'media/a.webp')).toMatchObject({ sources: [] });
  });

  it('waits in a queue if there are many', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`media/${index}.jpg`, encode(`${index}`)]),
    );
    let [now, most] = [0, 0];
    const resize: Resizer['resize'] = async (_, widths) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now--;
      return widths.flatMap((width) =>
        (['avif', 'webp'] as const).map((format) => ({ format, width, bytes: encode('y') })),
      );
    };
    const images = imagesOf(files, {
      measure: () => ({ width: 9, height: 9 }),
      loadResizer: () =>
        Promise.resolve({
          isAnimated: () => Promise.resolve(false),
          resize,
          clean: (bytes) => Promise.resolve(bytes),
          preview: neverNeeded as never,
          icon: neverNeeded as never,
        }),
    });
    await Promise.all(Object.keys(files).map((name) => published(images, name)));
    expect(most).toBe(2);
  });
});

describe('other media', () => {
  const drawing = (inside = ''): Uint8Array =>
    encode(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">${inside}</svg>`);

  it('are published as they are', async () => {
    const images = imagesOf(
      {
        'media/a.svg': drawing(),
        'media/b.gif': encode('GIF89a\u0003\u0000\u0002\u0000'),
        'media/c.pdf': encode('%PDF'),
      },
      { loadResizer: neverNeeded },
    );
    expect(await published(images, 'media/a.svg')).toMatchObject({
      path: 'media/a.svg',
      width: 30,
      height: 20,
      sources: [],
    });
    expect(await published(images, 'media/b.gif')).toMatchObject({ width: 3, height: 2 });
    expect((await published(images, 'media/c.pdf')).files[0]!.read()).toEqual(encode('%PDF'));
  });

  it('that could run in the visitor’s browser are refused with a message', async () => {
    const images = imagesOf({
      'media/a.svg': drawing('<script/>'),
      'media/b.html': encode('<p>'),
      'media/c.svgz': encode(''),
    });
    expect(await images.publish('media/a.svg')).toEqual({
      problem: 'it cannot be published: it contains a script (line 1)',
    });
    expect(await images.publish('media/b.html')).toEqual({
      problem:
        '.html is not among the file types that are safe to publish, because a browser could run scripts in it: ' +
        'publish it as a .pdf or .zip, or host it elsewhere and link to it',
    });
    for (const name of 'media/c.svgz media/d.xsd media/e.rng media/f.gpx media/g.js media/h.constructor'.split(' '))
      expect(await images.publish(name)).toEqual({ problem: expect.stringContaining('is not among the file types') });
    expect(await images.publish('media/LICENSE')).toEqual({ problem: expect.stringContaining('no extension') });
  });

  it.each(['pic.svg.gz', 'evil.html.gz', 'data.csv.gz', 'EVIL.HTML.GZ', 'bare.gz'])(
    'that hosts serve unpacked are refused: %s',
    async (name) => {
      expect(await imagesOf({ [`media/${name}`]: encode('') }).publish(`media/${name}`)).toEqual({
        problem:
          '.gz files are not published, because hosts serve them unpacked, with the type of their content: compress the content to a .zip',
      });
    },
  );

  it.each(['evil.html.pages', 'evil.svg.md', 'evil.HTML.1.md', 'a.b/evil.xhtml.key'])(
    'that a host could serve as another type are refused: %s',
    async (name) => {
      expect(await imagesOf({ [`media/${name}`]: encode('') }).publish(`media/${name}`)).toEqual({
        problem: expect.stringMatching(/^its name has two extensions, .* rename the file so that it has one$/),
      });
    },
  );

  it.each(['notes v1.2.md', 'plan 2027.06.18.pages', 'a.b/notes.md', 'minutes.final.pdf', 'archive.tar.zip'])(
    'that have dots in their name, but only one type, are published: %s',
    async (name) => {
      const images = imagesOf({ [`media/${name}`]: encode('text') });
      expect(await published(images, `media/${name}`)).toMatchObject({ path: `media/${name}` });
    },
  );
});

it('the widths of a picture are at most its own, and far enough apart to be useful', () => {
  expect([1, 300, 480, 500, 960, 1000, 1500, 1600, 8000].map(variantWidths)).toEqual([
    [1],
    [300],
    [480],
    [500],
    [480, 960],
    [480, 1000],
    [480, 960, 1500],
    [480, 960, 1600],
    [480, 960, 1600],
  ]);
});

it('an unfinished file in the cache is never used as a picture', () => {
  const cache = diskCache(folder);
  writeFileSync(join(folder, 'abc-480.avif.1.tmp'), 'half');
  expect(cache.has('abc-480.avif')).toBe(false);
});

describe('the cache of pictures', () => {
  const picture = Buffer.from('a picture');

  it.each([
    ['empty', () => ''],
    ['cut', (kept: Buffer) => kept.subarray(0, -1)],
    ['changed', (kept: Buffer) => Buffer.concat([Buffer.from('b'), kept.subarray(1)])],
  ])('has no picture in a file that is %s', (_, damaged) => {
    const place = join(folder, 'damaged');
    diskCache(place).write('a.avif', picture);
    expect(Buffer.from(diskCache(place).read('a.avif'))).toEqual(picture);
    writeFileSync(join(place, 'a.avif'), damaged(readFileSync(join(place, 'a.avif'))));
    const cache = diskCache(place);
    expect(cache.has('a.avif')).toBe(false);
    cache.write('a.avif', picture);
    expect(diskCache(place).has('a.avif')).toBe(true);
  });

  it('keeps a picture for the build if it cannot be written', () => {
    writeFileSync(join(folder, 'a file'), '');
    const cache = diskCache(join(folder, 'a file'));
    expect(cache.has('a.avif')).toBe(false);
    cache.write('a.avif', picture);
    expect([cache.has('a.avif'), cache.read('a.avif')]).toEqual([true, picture]);
  });
});

it('sharp is installed here, so that the tests above are meaningful', async () => {
  expect(await loadSharp()).toBeDefined();
});
