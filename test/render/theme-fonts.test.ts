import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFontMetrics } from '../../src/render/theme/font-file.ts';
import type { ThemeFont } from '../../src/render/theme/fonts.ts';
import { themeCss } from '../../src/render/theme/theme-css.ts';

const file = (name: string): Uint8Array =>
  readFileSync(new URL(`../../content/media/fonts/${name}.woff2`, import.meta.url));
const bricolage = file('bricolage-grotesque-latin-800-normal');

const font = (more: Partial<ThemeFont> = {}): ThemeFont => ({
  names: ['fonts/bricolage', '64b7c0ffee64b7c0ffee0001'],
  family: 'Bricolage',
  cuts: [
    { weight: 600, url: '../media/fonts/b-600.woff2' },
    { weight: 800, url: '../media/fonts/b-800.woff2', read: () => bricolage },
  ],
  ...more,
});
const themeWith = (fontRef: object, fonts: readonly ThemeFont[] = [font()]) =>
  themeCss(
    { theme: { titleTextStyle: { fontRef: { fontHolderId: 'fonts/bricolage', weight: 800, ...fontRef } } } },
    fonts,
  );

describe('a font of the theme', () => {
  it('is loaded without hiding text, with a system font of the same width as its fallback', () => {
    const { css, preload, warnings } = themeWith({});
    expect(css).toContain(
      '@font-face{font-family:"Bricolage";font-weight:800;font-display:optional;src:url("../media/fonts/b-800.woff2") format("woff2")}',
    );
    expect(css).toMatch(
      /@font-face\{font-family:"Bricolage Fallback";font-weight:800;src:local\("Arial Bold"\).*;size-adjust:10\d\.\d+%;ascent-override:/,
    );
    expect(css).toContain('--title-font:"Bricolage","Bricolage Fallback",system-ui');
    expect({ preload, warnings }).toEqual({ preload: ['../media/fonts/b-800.woff2'], warnings: [] });
  });

  it('is preloaded for titles, for text and for bold text, which all have one weight, and three files come first', () => {
    const style = (weight: number) => ({ fontRef: { fontHolderId: 'fonts/bricolage', weight } });
    const cuts = [400, 600, 700, 800].map((weight) => ({ weight, url: `../media/fonts/b-${weight}.woff2` }));
    const theme = {
      titleTextStyle: style(800),
      subtitleTextStyle: style(600),
      bodyTextStyle: style(400),
      buttonTextStyle: style(700),
    };
    const { preload, css } = themeCss({ theme }, [font({ cuts })]);
    expect(preload).toEqual([800, 400, 700].map((weight) => `../media/fonts/b-${weight}.woff2`));
    expect(css).toContain('--strong-weight:700;');
    // The others may be shown as soon as they are there.
    const shown = css.matchAll(/font-weight:(\d+);font-display:(\w+)/g);
    expect(Object.fromEntries([...shown].map(([, weight, display]) => [weight, display]))).toEqual({
      400: 'optional',
      600: 'fallback',
      700: 'optional',
      800: 'optional',
    });
    const light = themeCss({ theme }, [font({ cuts: cuts.slice(0, 2) })]);
    expect(light.css).toContain('--strong-weight:600;');
  });

  it('is found by its id, and only requested weights are loaded', () => {
    expect(themeWith({ fontHolderId: '64b7c0ffee64b7c0ffee0001' }).warnings).toEqual([]);
    expect(themeCss({}, [font()]).css).not.toContain('@font-face');
  });

  it('is the default for text styles without a font', () => {
    const { css } = themeCss(
      { theme: { fontRef: { fontHolderId: 'fonts/bricolage', weight: 600, style: 'italic' } } },
      [font()],
    );
    for (const name of ['title', 'subtitle', 'body', 'button']) expect(css).toContain(`--${name}-font:"Bricolage"`);
    expect(css).toContain('--body-weight:600');
    expect(css).toContain('--body-style:italic');
    expect(css).toContain('--title-weight:800');
  });

  it.each([
    [{ fontHolderId: 'fonts/other' }, [font()], 'there is no font fonts/other'],
    [
      {},
      [
        font({
          cuts: [
            { weight: 800, url: 'https://fonts.example/a.woff2' },
            { weight: 800, url: '//fonts.example/a' },
          ],
        }),
      ],
      'Bricolage has no file in media/',
    ],
    [{ weight: 500 }, [font()], 'Bricolage has no weight 500; the site uses 600'],
  ])('that cannot be shown is reported: %j', (fontRef, fonts, message) => {
    const { warnings, css } = themeWith(fontRef, fonts);
    expect(warnings).toEqual([
      {
        code: 'font-missing',
        path: ['theme', 'titleTextStyle', 'fontRef'],
        message: expect.stringContaining(message),
      },
    ]);
    expect(css).not.toContain('fonts.example');
  });

  it('cannot break out of the style sheet through its name or URL', () => {
    const family = 'A"}body{display:none}\\';
    const { css } = themeWith({}, [font({ family, cuts: [{ weight: 800, url: 'a");}*{x:y}</style>.woff2' }] })]);
    expect(css).not.toMatch(/body\{|\*\{|<\/style/);
    expect(css.match(/\{/g)!.length).toBe(css.match(/\}/g)!.length);
  });
});

describe('the measures of a font file', () => {
  it('are read from WOFF 2', () => {
    const metrics = readFontMetrics(() => bricolage)!;
    expect(metrics.ascent).toBeCloseTo(0.93, 2);
    expect(metrics.descent).toBeCloseTo(0.27, 2);
    expect(metrics.averageWidth).toBeGreaterThan(0.4);
    expect(metrics.averageWidth).toBeLessThan(0.6);
  });

  it('are unknown for a truncated file or one that is not a font', () => {
    const missing = (): never => {
      throw new Error('no such file');
    };
    expect(readFontMetrics(missing)).toBeUndefined();
    expect(readFontMetrics(() => new Uint8Array())).toBeUndefined();
    expect(readFontMetrics(() => new TextEncoder().encode('not a font at all'))).toBeUndefined();
    for (const length of [4, 40, 60, 200, 20_000])
      expect(readFontMetrics(() => bricolage.subarray(0, length))).toBeUndefined();
    const damaged = Uint8Array.from(bricolage, (byte, index) => (index > 100 ? byte ^ 0x55 : byte));
    expect(readFontMetrics(() => damaged)).toBeUndefined();
  });
});
