import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawLinkPreview } from '../../src/render/link-previews/draw-link-preview.ts';
import { wantsLinkPreviews } from '../../src/render/link-previews/link-previews.ts';
import { readOutlines, type Segment } from '../../src/render/link-previews/outlines.ts';
import { fill } from '../../src/render/link-previews/raster.ts';
import { memoryCache } from '../../src/render/images/variant-cache.ts';
import { cardFonts } from '../../src/building/folders.ts';
import { buildFiles } from './build-harness.ts';

const demoFont = (name: string): Uint8Array =>
  readFileSync(new URL(`../../content/media/fonts/${name}.woff2`, import.meta.url));

const TITLE = readOutlines(demoFont('bricolage-grotesque-latin-800-normal'))!;
const TEXT = readOutlines(cardFonts().text)!;
const LOOK = { background: [12, 43, 48], text: [247, 239, 225], stripe: [255, 116, 82] } as const;

describe('the letters of a card', () => {
  it('cover exactly the area inside their outlines', () => {
    const areaOf = (segments: readonly Segment[]): number =>
      Math.abs(segments.reduce((sum, [x0, y0, x1, y1]) => sum + (x0 * y1 - x1 * y0) / 2, 0));
    // Letters without parts that overlap, simple ones and ones with accents.
    for (const letter of 'HILOSTabcdegnopéàüç2027') {
      const segments = TEXT.segments(letter);
      const { shades } = fill(segments, 80, 255);
      const covered = shades.reduce((sum, shade) => sum + shade / 255, 0);
      expect([letter, covered / (areaOf(segments) * 80 * 80)]).toEqual([letter, expect.closeTo(1, 2)]);
    }
  });

  it('stand beside each other by the widths that the font gives them', () => {
    expect(TITLE.width('M')).toBeGreaterThan(TITLE.width('i') * 2);
    expect(TITLE.has('é') && TITLE.has('€')).toBe(true);
    expect(TITLE.has('本') || TITLE.has('🎉')).toBe(false);
  });

  it('are read from no file that is not a font', () => {
    expect(readOutlines(Buffer.from('not a font at all'))).toBeUndefined();
    expect(readOutlines(demoFont('bricolage-grotesque-latin-800-normal').subarray(0, 4000))).toBeUndefined();
  });
});

describe('a card', () => {
  it.each([
    ['a short title', 'Nuit'],
    ['a title of three hundred words', 'Nuit longue '.repeat(150).trim()],
    ['a word that is wider than the card', 'M'.repeat(200)],
  ])('with %s is a picture of 1200 × 630 pixels with a margin', async (_, title) => {
    const fonts = { title: [TITLE, TEXT], text: [TEXT] };
    const content = { title, details: [title, 'Le Bassin'], siteName: 'Étale' };
    const bytes = drawLinkPreview(content, LOOK, fonts);
    expect(Buffer.from(drawLinkPreview(content, LOOK, fonts))).toEqual(Buffer.from(bytes));
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    const at = (x: number, y: number): readonly number[] => [
      ...data.subarray((y * 1200 + x) * info.channels, (y * 1200 + x) * info.channels + 3),
    ];
    expect(at(5, 300)).toEqual(LOOK.stripe);
    const isEmpty = (x: number, y: number): boolean => at(x, y).join() === LOOK.background.join();
    for (let y = 0; y < 630; y++) expect(isEmpty(1150, y) && isEmpty(60, y)).toBe(true);
    for (let x = 100; x < 1200; x++) expect(isEmpty(x, 10) && isEmpty(x, 620)).toBe(true);
    expect(data.includes(LOOK.text[0])).toBe(true);
  });
});

describe('the link previews of a site', () => {
  const photo = sharp({ create: { width: 60, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const imageOf = (html: string | undefined): string | undefined =>
    /property="og:image" content="https:\/\/harbour\.example\/([^"]+)"/.exec(html ?? '')?.[1];

  it('are drawn for pages without a picture, once for the same content', async () => {
    const files = {
      'events/a.yaml': 'title: Night 🎉\nstart_time: 2027-06-18T22:00:00+02:00\nend_time: 2027-06-19T01:00:00+02:00\n',
      'pages/arabic.yaml': 'title: "برنامج"\nstatus: published\n',
      'articles/photo.md': '---\ntitle: Photo\nstatus: published\ncover_image_url: media/a.png\n---\nX\n',
      'media/a.png': await photo,
    };
    const drawn: string[] = [];
    const kept = memoryCache();
    const cache = { ...kept, write: (name: string, bytes: Uint8Array) => (drawn.push(name), kept.write(name, bytes)) };
    const { output, result } = await buildFiles(files, { linkPreviewFonts: cardFonts, cache });
    const path = imageOf(output.get('events/a/index.html'));
    expect(path).toMatch(/^events\/a\/card\.[0-9a-f]{16}\.png$/);
    expect(output.get(path!)).toMatch(/PNG/);
    expect(output.get('events/a/index.html')).toContain('"image":"https://harbour.example/events/a/card.');
    expect(imageOf(output.get('en/events/a/index.html'))).not.toBe(path);
    expect(imageOf(output.get('pages/arabic/index.html'))).toBeUndefined();
    expect(imageOf(output.get('articles/photo/index.html'))).toMatch(/^media\//);
    expect(drawn.filter((name) => name.startsWith('card-')).length).toBeGreaterThan(10);
    drawn.length = 0;
    const again = await buildFiles(files, { linkPreviewFonts: cardFonts, cache });
    expect(drawn).toEqual([]);
    expect(again.result.digests).toEqual(result.digests);
    const renamed = await buildFiles(
      { ...files, 'events/a.yaml': files['events/a.yaml'].replace('Night', 'Morning') },
      { linkPreviewFonts: cardFonts, cache },
    );
    expect(imageOf(renamed.output.get('events/a/index.html'))).not.toBe(path);
  });

  it('are drawn above a thousand pages only if the configuration says so', () => {
    expect([wantsLinkPreviews(undefined, 1000), wantsLinkPreviews(undefined, 1001)]).toEqual([true, false]);
    expect([wantsLinkPreviews(true, 1001), wantsLinkPreviews(false, 1)]).toEqual([true, false]);
  });
});
