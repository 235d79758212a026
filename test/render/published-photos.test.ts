import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imageSize } from '../../src/content/image-size.ts';
import { createImages, type ImagesOptions, type Wish } from '../../src/render/images/images.ts';
import { memoryCache } from '../../src/render/images/variant-cache.ts';
import { buildFiles } from './build-harness.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

/** Left half red, right half blue, as from a rotated camera, with the location where it was taken. */
async function fromCamera(format: (typeof FORMATS)[number], orientation = 1): Promise<Uint8Array> {
  const right = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 200, height: 100, channels: 3, background: '#f00' } })
    .composite([{ input: right, left: 100, top: 0 }])
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: 'Spy camera', Artist: 'A. Nonymous' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '46/1 37/1 12/1' },
    })
    .toFormat(format)
    .toBuffer();
}

async function published(bytes: Uint8Array, name: string, options: Partial<ImagesOptions> = {}, wish: Wish = {}) {
  const media = await createImages({ read: () => bytes, measure: () => imageSize(bytes), ...options }).publish(
    name,
    wish,
  );
  if ('problem' in media) throw new Error(media.problem);
  return media;
}

const isRed = async (bytes: Uint8Array, left: number, top: number): Promise<boolean> => {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data[0]! > 200 && data[2]! < 60;
};

describe('a published photo', () => {
  it.each(FORMATS)('does not reveal where, when and by whom it was taken: %s', async (format) => {
    const bytes = await fromCamera(format);
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const media = await published(bytes, `media/a.${format}`, {}, { preview: true });
    expect(media.files.map(({ path }) => path)).toContain(`media/a.${format}`);
    for (const { path, read } of media.files) {
      const { exif, xmp, iptc } = await sharp(read()).metadata();
      expect([exif, xmp, iptc], path).toEqual([undefined, undefined, undefined]);
      expect(Buffer.from(read()).includes('Spy camera'), path).toBe(false);
    }
  });

  it.each(FORMATS)('is upright at its own address too: %s', async (format) => {
    const media = await published(await fromCamera(format, 6), `media/a.${format}`);
    const own = media.files.find(({ path }) => path === `media/a.${format}`)!.read();
    const { width, height, orientation = 1, format: kept } = await sharp(own).metadata();
    expect({ width, height, orientation }).toEqual({ width: 100, height: 200, orientation: 1 });
    expect(kept).toBe(format === 'avif' ? 'heif' : format);
    expect([await isRed(own, 50, 20), await isRed(own, 50, 180)]).toEqual([true, false]);
  });

  it('without metadata is published unchanged, byte for byte', async () => {
    const plain = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer();
    expect((await published(plain, 'media/a.jpg')).files[0]!.read()).toEqual(plain);
  });

  it('is cleaned once: the next build reuses the result', async () => {
    const [bytes, cache] = [await fromCamera('jpeg'), memoryCache()];
    const first = await published(bytes, 'media/a.jpg', { cache });
    const second = await published(bytes, 'media/a.jpg', {
      cache,
      loadResizer: () => Promise.reject(new Error('sharp was loaded')),
    });
    expect(second.files[0]!.read()).toEqual(first.files[0]!.read());
  });

  it('is unchanged, with a warning, if sharp is not installed', async () => {
    const bytes = await fromCamera('jpeg');
    const media = await published(bytes, 'media/a.jpg', { loadResizer: () => Promise.resolve(undefined) });
    expect(media.files.map(({ path, read }) => [path, read()])).toEqual([['media/a.jpg', bytes]]);
    expect(media.warning).toContain('location and time');
  });

  it('keeps its animation', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer();
    const moving = await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
      .withExif({ IFD0: { Make: 'Spy camera' } })
      .webp()
      .toBuffer();
    const [own] = (await published(moving, 'media/a.webp')).files;
    expect(await sharp(own!.read()).metadata()).toMatchObject({ pages: 2 });
    expect(Buffer.from(own!.read()).includes('Spy camera')).toBe(false);
  });
});

describe('the picture of a link preview', () => {
  const DRAWING =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#9c2f17"/></svg>';

  it.each([
    ['a drawing', 'media/a.svg', () => new TextEncoder().encode(DRAWING)],
    ['a photo', 'media/a.jpg', () => fromCamera('jpeg')],
  ] as const)('is a JPEG of 1200 by 630 pixels for %s', async (_, name, make) => {
    const media = await published(await make(), name, {}, { preview: true });
    const file = media.files.find(({ path }) => path === media.preview)!;
    expect(media.preview).toMatch(/^media\/_\/a-[0-9a-f]{16}-preview\.jpg$/);
    expect(await sharp(file.read()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  it('has an absolute URL on the page, and is made only for pictures of pages', async () => {
    const { output, result } = await buildFiles({
      'media/big cover.svg': DRAWING,
      'media/small.svg': DRAWING.replace('9c2f17', '123f45'),
      'articles/a.md':
        '---\ntitle: A\nstatus: published\ncover_image_url: media/big cover.svg\n---\n![](media/small.svg)\n',
    });
    expect(result.diagnostics).toEqual([]);
    const [, url] = /<meta property="og:image" content="https:\/\/harbour\.example\/([^"]+)">/.exec(
      output.get('articles/a/index.html') ?? '',
    )!;
    expect(output.has(decodeURIComponent(url!))).toBe(true);
    expect([...output.keys()].filter((path) => path.endsWith('-preview.jpg'))).toEqual([url]);
  });

  it('is missing, with a warning, if a drawing would need sharp', async () => {
    const media = await published(
      new TextEncoder().encode(DRAWING),
      'media/a.svg',
      { loadResizer: () => Promise.resolve(undefined) },
      { preview: true },
    );
    expect(media.preview).toBeUndefined();
    expect(media.warning).toContain('link previews');
  });
});

describe('a photo that turns out to be damaged while pages are rendered', () => {
  it('is reported, and the site is published only by force and without it', async () => {
    const whole = await fromCamera('png');
    const files = {
      'articles/a.md': '---\ntitle: A\nstatus: published\ncover_image_url: media/a.png\n---\nText\n',
      'media/a.png': whole.subarray(0, whole.length - 60),
    };
    const { result } = await buildFiles(files, {});
    expect([result.published, result.diagnostics.map(({ code }) => code)]).toEqual([false, ['media-refused']]);
    const forced = await buildFiles(files, { force: true });
    expect(forced.result.published).toBe(true);
    expect(forced.output.get('articles/a/index.html')).not.toContain('a.png');
  });
});
