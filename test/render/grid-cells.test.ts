import { describe, expect, it } from 'vitest';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { cellClasses, gridCss } from '../../src/render/theme/grid-css.ts';
import { buildFiles } from './build-harness.ts';
import { contrast, parseColour } from '../../src/kinds/colour.ts';
import { toOklch } from '../../src/render/theme/colour.ts';
import { markColours } from '../../src/render/theme/mark-colours.ts';
import { themeCss } from '../../src/render/theme/theme-css.ts';

const stylesOn = (html: string): readonly string[] =>
  [...html.split('</head>', 1)[0]!.matchAll(/<link rel="stylesheet" href="[^"]*\/(\w+)\.\w+\.css"/g)].map(
    ([, name]) => name!,
  );

describe('a place in a grid', () => {
  it('has a class in the style sheet for every row, column, height and width', () => {
    const classes = cellClasses({ row: 335, rows: 336, column: 199, columns: 200 });
    expect(classes).toBe('t-335 s-336 k-199 w-200');
    for (const name of classes.split(' ')) expect(gridCss()).toContain(`.${name}{`);
    expect(cellClasses({ column: 0 })).toBe('k-0');
  });

  it.each([{ row: -1 }, { rows: 0 }, { column: 1.5 }, { columns: 201 }, { row: Number.NaN }])(
    'is refused if there is no class for it: %j',
    (place) => expect(() => cellClasses(place)).toThrow(/must be a whole number from \d to \d+, not/),
  );

  it.each(['pages/menu', 'partials/footer'])('brings its style sheet to the page, also from %s', async (name) => {
    const own = memoryFolder({ [`${name}.eta`]: '<p class="<%= it.ui.cell({ row: 2, columns: 3 }) %>">x</p>' }, 'own');
    const { output } = await buildFiles({}, { templates: [own] });
    const page = output.get('menu/index.html')!;
    expect(page).toContain('<p class="t-2 w-3">x</p>');
    expect(stylesOn(page)).toEqual(['site', 'grid']);
    expect(stylesOn(output.get('contact/index.html')!)).toEqual(name === 'pages/menu' ? ['site'] : ['site', 'grid']);
  });

  it('outside the grid is an error in its line of the template', async () => {
    const own = memoryFolder({ 'pages/menu.eta': '<p>\n<%= it.ui.cell({ row: 999 }) %>' }, 'own');
    const { result } = await buildFiles({}, { templates: [own] });
    const errors = result.diagnostics.filter(({ code }) => code === 'template-failed');
    expect(errors.map(({ at, message }) => [at.file, at.line, message])).toEqual([
      ['own/pages/menu.eta', 2, '`row` of a cell must be a whole number from 0 to 335, not 999'],
    ]);
  });
});

/** Those of the categories of the demo: all dark, to be told apart on paper. */
const CATEGORIES = ['#8A5300', '#4A5560', '#4A3B7C', '#1F5A92', '#A02C5D', '#9C2F17', '#5A5F12', '#14606A'];
const { schemes } = themeCss({ theme: { backgroundColor: '#F7EFE1', titleTextStyle: { color: '#0C2B30' } } });

describe('the colour of a category, as a mark on cards', () => {
  const marks = CATEGORIES.map((colour) => markColours(colour, schemes));

  it.each(['light', 'dark'] as const)('is visible on cards and on the page in the %s scheme', (scheme) => {
    for (const role of ['background', 'surface-background'] as const) {
      const ground = parseColour(schemes[scheme][role])!;
      for (const mark of marks) expect(contrast(parseColour(mark[scheme])!, ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('stays as written in the light scheme, if it is visible there', () => {
    expect(marks.map(({ light }) => light)).toEqual(CATEGORIES.map((colour) => colour.toLowerCase()));
  });

  it('differs from the others in the dark scheme as much as on paper', () => {
    const points = marks.map(({ dark }) => {
      const { l, c, h } = toOklch(parseColour(dark)!);
      return [l, c * Math.cos(h), c * Math.sin(h)];
    });
    const distances = points.flatMap((one, index) =>
      points.slice(index + 1).map((other) => Math.hypot(...one.map((value, axis) => value - other[axis]!))),
    );
    expect(Math.min(...distances)).toBeGreaterThan(0.05);
  });

  it('is grey in the dark if it is grey on paper', () => {
    expect(toOklch(parseColour(markColours('#555555', schemes).dark)!).c).toBeLessThan(0.01);
  });
});
