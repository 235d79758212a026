import { describe, expect, it } from 'vitest';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { cellClasses, gridCss } from '../../src/render/theme/grid-css.ts';
import { buildFiles } from './build-harness.ts';

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
