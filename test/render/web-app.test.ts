import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { buildFiles } from './build-harness.ts';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#9c2f17"/></svg>';
const withLogo = (logo: string): string =>
  `name: Étale · Port-Elme\ntheme: { logo: { url: ${logo}, type: image } }\nappBar: { backgroundColor: "#0c2b30" }\n`;

describe('the site as an application', () => {
  it('has a manifest in each language, with links from its own folder', async () => {
    const { output } = await buildFiles(
      { 'broadcast.yaml': withLogo('media/logo.svg'), 'media/logo.svg': DRAWING },
      { url: 'https://harbour.example/2027' },
    );
    const names = [...output.keys()].filter((path) => path.endsWith('.webmanifest'));
    expect(names.toSorted()).toEqual(['en/manifest.webmanifest', 'es/manifest.webmanifest', 'manifest.webmanifest']);
    const english = JSON.parse(output.get('en/manifest.webmanifest')!) as { icons: { src: string; sizes: string }[] };
    expect(english).toMatchObject({ lang: 'en', id: '/2027/', start_url: './', scope: '../', short_name: 'Étale' });
    expect(english.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512']);
    for (const { src } of english.icons)
      expect(output.has(new URL(src, 'http://site/en/').pathname.slice(1))).toBe(true);
  });

  it.each(['svg', 'png'])(
    'has icons from a logo in .%s: squares, and one without transparent parts',
    async (format) => {
      const bytes = format === 'svg' ? Buffer.from(DRAWING) : await sharp(Buffer.from(DRAWING)).png().toBuffer();
      const { output, bytesOf } = await buildFiles({
        'broadcast.yaml': withLogo(`media/logo.${format}`),
        [`media/logo.${format}`]: bytes,
      });
      const icons = [...output.keys()].filter((path) => /-icon-\d+\.png$/.test(path));
      const sizes = await Promise.all(
        icons.map(async (path) => {
          const { data, info } = await sharp(bytesOf(path)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
          return [info.width, info.height, info.width === 180 ? [...data.subarray(0, 4)].join() : data[3]];
        }),
      );
      expect(sizes.toSorted()).toEqual([
        [180, 180, '12,43,48,255'],
        [192, 192, 0],
        [512, 512, 0],
      ]);
      expect(output.get('index.html')).toMatch(
        /<link rel="apple-touch-icon" href="[^"]*logo-[0-9a-f]{16}-icon-180\.png">/,
      );
    },
  );

  it('has no icons without a logo', async () => {
    const { output } = await buildFiles({ 'broadcast.yaml': 'name: Étale\n' });
    expect(JSON.parse(output.get('manifest.webmanifest')!)).not.toHaveProperty('icons');
    expect(output.get('index.html')).not.toContain('apple-touch-icon');
  });
});
