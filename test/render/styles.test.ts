import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SHEET_NAMES, sheetsOf, STYLES, stylesOf } from '../../src/render/theme-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import { buildFiles, THEME } from './build-harness.ts';

const FOLDER = fileURLToPath(new URL('../../templates/assets/css', import.meta.url));

describe('the style sheet', () => {
  it('is joined from every file in its folder that is not only for some pages, each of them once', () => {
    const known = [...STYLES, ...SHEET_NAMES].map((name) => `${name}.css`);
    expect(known.toSorted()).toEqual(readdirSync(FOLDER).toSorted());
  });

  it('is one file on the site, and its name changes with any part that a user overrides', async () => {
    const own = memoryFolder({ 'assets/css/menu.css': '.own{color:red}' }, 'own');
    const [plain, changed] = [await buildFiles({}), await buildFiles({}, { templates: [own] })];
    const styles = ({ output }: typeof plain) => [...output].filter(([path]) => /\/site\.\w+\.css$/.test(path));
    const [[before], [after]] = [styles(plain), styles(changed)];
    expect([styles(plain).length, styles(changed).length]).toEqual([1, 1]);
    expect(after![1]).toContain('.own{color:red}');
    expect(after![1]).toContain('.app-bar {');
    expect(after![1]).not.toContain('.menu-page');
    expect(after![0]).not.toBe(before![0]);
  });

  it('uses logical properties, so that it also fits languages that are written from right to left', () => {
    const theme = createTemplates({ folders: [THEME] });
    const css = [stylesOf(theme), ...Object.values(sheetsOf(theme))].join('\n').replace(/\/\*[^]*?\*\//g, '');
    const sided =
      /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-(?:margin|padding))-(?:left|right)|left|right|float|border-(?:top|bottom)-(?:left|right)-radius)(?:-\w+)?\s*:|text-align:\s*(?:left|right)/g;
    expect(css.match(sided) ?? []).toEqual([]);
    // Four values name the sides in turn, so the second and the fourth must be equal.
    const unequal = [...css.matchAll(/(?:inset|padding|margin):\s*([^;{}]+);/g)]
      .map(([whole, values]) => [whole, values!.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g)!] as const)
      .filter(([, values]) => values.length === 4 && values[1] !== values[3]);
    expect(unequal.map(([whole]) => whole)).toEqual([]);
  });

  /** So that axe's results about layout in the light scheme are valid in the dark one. */
  it('changes only custom properties in the dark scheme', () => {
    const css = stylesOf(createTemplates({ folders: [THEME] }));
    const dark = [...css.matchAll(/@media \(prefers-color-scheme[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)];
    const declared = dark.flatMap(([, inside]) =>
      [...inside!.matchAll(/([\w-]+)\s*:[^;{}]+;/g)].map(([, name]) => name),
    );
    expect(declared.filter((name) => !name!.startsWith('--'))).toEqual([]);
  });
});
