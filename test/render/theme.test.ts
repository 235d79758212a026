import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contrast, formatColour, parseColour, type Colour } from '../../src/kinds/colour.ts';
import { fromOklch, mix, over, toOklch, readable } from '../../src/render/theme/colour.ts';
import type { BaseLook, LookFields } from '../../src/render/theme/look.ts';
import { themeCss, type SiteTheme } from '../../src/render/theme/theme-css.ts';
import { runs } from '../seed.ts';

const colour = (hex: string): Colour => {
  const { alpha: _, ...opaque } = parseColour(hex)!;
  return opaque;
};
const demo = parse(readFileSync(new URL('../../content/broadcast.yaml', import.meta.url), 'utf8')) as LookFields & {
  theme: Record<string, unknown>;
};

/** Pairs of text and background, and of control and background, written by hand from the interface. */
const TEXTS = [
  ['accent', 'background'],
  ['title-color', 'background'],
  ['subtitle-color', 'background'],
  ['body-color', 'background'],
  ['quiet', 'background'],
  ['surface-accent', 'surface'],
  ['surface-title-color', 'surface'],
  ['surface-subtitle-color', 'surface'],
  ['surface-body-color', 'surface'],
  ['surface-quiet', 'surface'],
  ['primary-accent', 'primary-background'],
  ['button-color', 'primary-background'],
  ['app-bar-accent', 'app-bar-background'],
  ['bottom-bar-accent', 'bottom-bar-background'],
  ['menu-accent', 'menu-background'],
  ['chip-accent', 'chip-background'],
  ['countdown-accent', 'countdown-background'],
] as const;
const CONTROLS = [
  ['primary-border', 'background'],
  ['line-strong', 'background'],
  ['focus', 'background'],
] as const;

function unreadable({ schemes, css }: SiteTheme): readonly string[] {
  const opacity = Number(/--surface-opacity:([\d.]+)/.exec(css)![1]);
  return (['light', 'dark'] as const).flatMap((name) => {
    const scheme = schemes[name];
    const at = (role: string): Colour =>
      role === 'surface'
        ? mix(colour(scheme.background), colour(scheme['surface-background']), opacity)
        : colour(scheme[role as keyof typeof scheme]);
    const check = (pairs: readonly (readonly [string, string])[], wanted: number) =>
      pairs
        .filter(([front, back]) => contrast(at(front), at(back)) < wanted)
        .map(([front, back]) => `${name}: ${front} on ${back}: ${contrast(at(front), at(back)).toFixed(2)}`);
    return [...check(TEXTS, 4.5), ...check(CONTROLS, 3)];
  });
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const optional = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(values, { nil: undefined });
const style = fc.record({ color: optional(hex), fontSize: optional(fc.double()) });
const look: fc.Arbitrary<LookFields> = fc.record({
  theme: fc.record({
    backgroundColor: optional(hex),
    accentColor: optional(hex),
    primaryBackgroundColor: optional(hex),
    primaryAccentColor: optional(hex),
    surfaceBackgroundColor: optional(
      fc.oneof(
        hex,
        hex.map((value) => `${value}80`),
      ),
    ),
    surfaceAccentColor: optional(hex),
    surfaceOpacity: optional(fc.double({ min: -1, max: 2 })),
    titleTextStyle: optional(style),
    subtitleTextStyle: optional(style),
    bodyTextStyle: optional(style),
    buttonTextStyle: optional(style),
  }),
  appBar: optional(fc.record({ backgroundColor: optional(hex), accentColor: optional(hex) })),
  bottomBar: optional(fc.record({ backgroundColor: optional(hex), accentColor: optional(hex) })),
  menu: optional(fc.record({ color: optional(hex) })),
});

describe('for any theme', () => {
  it('all text has a contrast of 4.5:1 and all controls 3:1, light and dark', () => {
    fc.assert(
      fc.property(look, (fields) => {
        expect(unreadable(themeCss(fields))).toEqual([]);
      }),
      { numRuns: runs({ test: 100, proof: 500 }) },
    );
  });

  it('one scheme is light and one is dark, and one of them has the theme’s own background', () => {
    fc.assert(
      fc.property(hex, (backgroundColor) => {
        const { light, dark } = themeCss({ theme: { backgroundColor } }).schemes;
        expect(contrast(colour(light.background), { r: 0, g: 0, b: 0 })).toBeGreaterThan(4.5);
        expect(contrast(colour(dark.background), { r: 255, g: 255, b: 255 })).toBeGreaterThan(4.5);
        expect([light.background, dark.background]).toContain(backgroundColor);
      }),
      { numRuns: runs({ test: 50, proof: 200 }) },
    );
  });

  it('every changed colour is reported, and no other', () => {
    fc.assert(
      fc.property(look, (fields) => {
        const { warnings, schemes } = themeCss(fields);
        for (const { code, from, to } of warnings) {
          expect(code).toBe('contrast-adjusted');
          expect(from).not.toBe(to);
          expect([...Object.values(schemes.light), ...Object.values(schemes.dark)]).toContain(to);
        }
      }),
      { numRuns: runs({ test: 50, proof: 200 }) },
    );
  });
});

describe('the demo’s theme', () => {
  const theme = themeCss(demo);

  it('is shown as written, without a warning about its colours', () => {
    expect(theme.warnings.filter(({ code }) => code === 'contrast-adjusted')).toEqual([]);
    for (const [property, value] of Object.entries({
      background: '#f7efe1',
      accent: '#9c2f17',
      'primary-background': '#ff7452',
      'primary-accent': '#0c2b30',
      'surface-background': '#fffaf0',
      'surface-opacity': '0.96',
      'stroke-width': '2px',
      radius: '14px',
      'title-size': '2.125rem',
      'title-weight': '800',
      'title-color': '#0c2b30',
      'body-size': '1.0625rem',
      'app-bar-background': '#0c2b30',
      'bottom-bar-accent': '#ff8f72',
      'bottom-bar-radius': '18px',
      surface: '#fffaf0f5',
    })) {
      expect(theme.css).toContain(`--${property}:${value};`);
    }
  });

  it('has a dark scheme from its own palette: text and background swap colours', () => {
    const { light, dark } = theme.schemes;
    expect(toOklch(colour(dark.background)).h).toBeCloseTo(toOklch(colour(light['title-color'])).h, 0);
    expect(dark['title-color']).toBe(light.background);
    expect(dark['primary-background']).toBe(light['primary-background']);
    expect(theme.css).toContain(`@media (prefers-color-scheme:dark){:root{--background:${dark.background};`);
  });
});

describe('a theme', () => {
  it('is complete even if nothing is set', () => {
    const { css, warnings, decoration, preload } = themeCss({});
    expect({ warnings, decoration, preload }).toEqual({ warnings: [], decoration: 'shadow', preload: [] });
    expect(css).toContain('--title-font:system-ui');
    expect(css).not.toMatch(/undefined|NaN|null/);
    expect(themeCss({ theme: null, appBar: null, bottomBar: null, menu: null }).css).toBe(css);
  });

  it('with unreadable colours is changed as little as possible, and a warning shows the change', () => {
    const { warnings, schemes } = themeCss({ theme: { backgroundColor: '#FFFFFF', accentColor: '#FFCC00' } });
    expect(warnings).toEqual([
      {
        code: 'contrast-adjusted',
        path: ['theme', 'accentColor'],
        from: '#ffcc00',
        to: schemes.light.accent,
        message: `#ffcc00 has a contrast ratio of 1.51:1 on theme.backgroundColor, less than 4.5:1; the site uses ${schemes.light.accent}`,
      },
    ]);
    expect(contrast(colour(schemes.light.accent), colour('#ffffff'))).toBeLessThan(4.7);
  });

  it('that is dark gets a light scheme', () => {
    const { css, schemes } = themeCss({ theme: { backgroundColor: '#121016' } });
    expect(schemes.dark.background).toBe('#121016');
    expect(css.indexOf(`--background:${schemes.light.background}`)).toBeLessThan(css.indexOf('--background:#121016'));
  });

  it.each([
    ['shadow', /--surface-shadow:0 1px/, /--surface-border:0 /],
    ['border', /--surface-shadow:none/, /--surface-border:var\(--stroke-width\) solid/],
    ['none', /--surface-shadow:none/, /--surface-border:0 /],
  ])('with the decoration %s sets it in the style sheet', (surfaceDecoration, shadow, border) => {
    const { css, decoration } = themeCss({ theme: { surfaceDecoration } });
    expect(decoration).toBe(surfaceDecoration);
    expect(css).toMatch(shadow);
    expect(css).toMatch(border);
  });

  it('with extreme numbers is clamped', () => {
    const theme = { strokeWidth: -4, borderRadius: 1e9, surfaceOpacity: Number.NaN, bodyTextStyle: { fontSize: 0 } };
    const { css } = themeCss({ theme });
    for (const property of ['--stroke-width:0px', '--radius:64px', '--surface-opacity:1', '--body-size:0.5rem'])
      expect(css).toContain(property);
  });

  it('ignores values of the wrong type', () => {
    const theme = {
      backgroundColor: 'red;}',
      strokeWidth: '2',
      titleTextStyle: 'big',
      fontRef: 7,
      surfaceDecoration: 'x}',
    };
    expect(themeCss({ theme }).css).toBe(themeCss({}).css);
  });
});

describe('the look of a site', () => {
  const LOOKS = ['tech', 'mono'];
  const look = (name: string) =>
    parse(readFileSync(new URL(`../../templates/themes/${name}/theme.yaml`, import.meta.url), 'utf8')) as BaseLook;

  it.each(LOOKS)('%s is readable in both schemes as it is, without a colour being adjusted', (name) => {
    expect(unreadable(themeCss({}, [], { base: look(name) }))).toEqual([]);
    expect(themeCss(look(name)).warnings).toEqual([]);
  });

  it("is below the broadcast's theme, which wins where it is set", () => {
    const theme = { borderRadius: 3, bodyTextStyle: { color: '#123456' } };
    const { css, schemes } = themeCss({ theme }, [], { base: look('mono') });
    expect(css).toContain('--radius:3px');
    expect(css).toContain('--title-size:2.5rem');
    expect([schemes.light['body-color'], schemes.light['title-color']]).toEqual(['#123456', '#111111']);
    expect(css).toMatch(/--title-font:"Iowan/);
  });

  it('reports no colour that the author did not choose', () => {
    const theme = { backgroundColor: '#333333' };
    expect(themeCss({ theme }, [], { base: look('tech') }).warnings).toEqual([]);
  });

  it("has system fonts where the site asks for them, whatever the broadcast's fonts are", () => {
    const theme = { fontRef: { fontHolderId: 'fonts/a', weight: 400 } };
    const fonts = [{ names: ['fonts/a'], family: 'A', cuts: [{ weight: 400, url: 'a.woff2' }] }];
    const { css, preload } = themeCss({ theme }, fonts, { fonts: { body: 'mono' } });
    expect(css).toMatch(/--body-font:ui-monospace/);
    expect(css).toMatch(/--title-font:"A"/);
    expect(preload).toEqual([]);
  });

  it('has its own colours in one scheme, and derives the rest for the background it has there', () => {
    const dark = { backgroundColor: '#000000', chipBackgroundColor: '#224466' };
    const theme = themeCss(demo, [], { schemes: { dark } });
    expect(theme.schemes.dark).toMatchObject({ background: '#000000', 'chip-background': '#224466' });
    expect(theme.schemes.light).toEqual(themeCss(demo).schemes.light);
    expect(unreadable(theme)).toEqual([]);
  });

  it('reports a colour of the site that is hard to read, by the name of its setting', () => {
    const { warnings } = themeCss({}, [], { schemes: { dark: { backgroundColor: '#000', accentColor: '#222' } } });
    expect(warnings.map(({ path, isSetting }) => [path, isSetting])).toEqual([[['site', 'dark', 'accentColor'], true]]);
  });

  it.each(['light', 'dark'] as const)('without a %s scheme has the other one in both modes', (name) => {
    const other = name === 'light' ? 'dark' : 'light';
    const { css, colourScheme, schemes } = themeCss(demo, [], { schemes: { [name]: false } });
    expect(colourScheme).toBe(other);
    expect(css).not.toContain('prefers-color-scheme');
    expect(css).toContain(`color-scheme:${other};`);
    expect(schemes.light).toEqual(themeCss(demo).schemes[other]);
  });

  it('does not take the colours of chips and of the countdown from the bars', () => {
    const bars = { appBar: { backgroundColor: '#ff00ff' }, bottomBar: { backgroundColor: '#ff00ff' } };
    const of = (fields: LookFields) => {
      const { light } = themeCss(fields).schemes;
      return [light['chip-background'], light['chip-accent'], light['countdown-background'], light['countdown-accent']];
    };
    expect(of(bars)).toEqual(of({}));
  });
});

describe('colours', () => {
  it('are unchanged after a conversion to OKLCH and back', () => {
    fc.assert(
      fc.property(hex, (value) => {
        expect(formatColour(fromOklch(toOklch(colour(value))))).toBe(value);
      }),
    );
  });

  it('outside sRGB become the nearest colour inside', () => {
    const vivid = toOklch(fromOklch({ l: 0.7, c: 0.4, h: 2 }));
    expect(vivid.l).toBeCloseTo(0.7, 1);
    expect(vivid.h).toBeCloseTo(2, 1);
  });

  it('that are readable stay unchanged', () => {
    const white = colour('#ffffff');
    expect(readable(colour('#595959'), [white], 4.5)).toEqual(colour('#595959'));
    expect(formatColour(over(parseColour('#00000080')!, white))).toBe('#7f7f7f');
  });
});
