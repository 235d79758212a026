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

  it('is a JPEG of 1200 by 630 pixels', async () => {
    const media = await published(await fromCamera('jpeg'), 'media/a.jpg', {}, { preview: true });
    const file = media.files.find(({ path }) => path === media.preview)!;
    expect(media.preview).toMatch(/^media\/_\/a-[0-9a-f]{16}-preview\.jpg$/);
    expect(await sharp(file.read()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  it("is the page's own photo, else that of its person, its place, the site; a drawing is none", async () => {
    const photo = await fromCamera('jpeg');
    const picture = (name: string): string => `media: { url: media/${name}, type: image }\n`;
    const session = (title: string, more: string): string =>
      `title: ${title}\nstatus: published\ntime: { start: 2027-06-18T20:00:00+02:00, end: 2027-06-18T21:00:00+02:00 }\n${more}`;
    const at = 'interestPointId: interest-points/quay\n';
    const files = {
      ...Object.fromEntries(['own', 'ada', 'quay', 'harbour', 'text'].map((name) => [`media/${name}.jpg`, photo])),
      'media/drawing.svg': DRAWING,
      'hosts/ada.yaml': `title: Ada\nstatus: published\n${picture('ada.jpg')}`,
      'hosts/bo.yaml': `title: Bo\nstatus: published\n${picture('drawing.svg')}`,
      'interest-points/quay.yaml': `title: Quay\nstatus: published\n${picture('quay.jpg')}`,
      'sessions/own.yaml': session('Own', `${picture('own.jpg')}hostIds: [hosts/ada]\n`),
      'sessions/person.yaml': session('Person', `${picture('drawing.svg')}hostIds: [hosts/bo, hosts/ada]\n${at}`),
      'sessions/place.yaml': session('Place', `hostIds: [hosts/bo]\n${at}`),
      'sessions/none.yaml': session('None', ''),
      'articles/a.md': '---\ntitle: A\nstatus: published\n---\n![](media/text.jpg)\n',
    };
    const { output, result } = await buildFiles(files, { settings: { picture: 'media/harbour.jpg' } });
    expect(result.diagnostics).toEqual([]);
    const shown = (page: string): string | undefined => {
      const [, url] =
        /<meta property="og:image" content="https:\/\/harbour\.example\/([^"]+)">/.exec(
          output.get(`${page}index.html`) ?? '',
        ) ?? [];
      expect(url === undefined || output.has(decodeURIComponent(url)), url).toBe(true);
      return /media\/_\/(\w+)-[0-9a-f]{16}-preview\.jpg/.exec(url ?? '')?.[1];
    };
    expect(['own', 'person', 'place', 'none'].map((name) => shown(`sessions/${name}/`))).toEqual([
      'own',
      'ada',
      'quay',
      'harbour',
    ]);
    expect([shown('articles/a/'), shown('en/'), result.notes]).toEqual(['harbour', 'harbour', []]);
    // It is on no page, so one size is enough.
    expect([...output.keys()].filter((path) => /harbour-\w+-\d+\.(?:avif|webp)/.test(path))).toEqual([]);
    const without = await buildFiles(files);
    expect(without.output.get('articles/a/index.html')).not.toContain('og:image');
    expect(without.result.notes).toEqual([]);
    const none = await buildFiles({ 'articles/a.md': files['articles/a.md'], 'media/text.jpg': photo });
    expect(none.result.notes).toEqual([expect.stringContaining('name a .jpg or .png as `site.picture`')]);
    const missing = await buildFiles(files, { settings: { picture: 'media/gone.jpg' } });
    expect(missing.result.diagnostics).toMatchObject([{ code: 'media-refused', at: { file: 'gitcast.config.yaml' } }]);
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
