import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { STYLES, stylesOf } from '../../src/render/theme-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import { buildFiles, THEME } from './build-harness.ts';

const FOLDER = fileURLToPath(new URL('../../templates/assets/css', import.meta.url));

describe('the style sheet', () => {
  it('is joined from every file in its folder, each of them once', () => {
    expect(STYLES.map((name) => `${name}.css`).toSorted()).toEqual(readdirSync(FOLDER).toSorted());
  });

  it('is one file on the site, and its name changes with any part that a user overrides', async () => {
    const own = memoryFolder({ 'assets/css/gallery.css': '.own{color:red}' }, 'own');
    const [plain, changed] = [await buildFiles({}), await buildFiles({}, { templates: [own] })];
    const styles = ({ output }: typeof plain) => [...output].filter(([path]) => /site\.\w+\.css$/.test(path));
    const [[before], [after]] = [styles(plain), styles(changed)];
    expect([styles(plain).length, styles(changed).length]).toEqual([1, 1]);
    expect(after![1]).toContain('.own{color:red}');
    expect(after![1]).toContain('.app-bar {');
    expect(after![1]).not.toContain('.sample-title');
    expect(after![0]).not.toBe(before![0]);
  });

  /** So that axe's results about layout in the light scheme are valid in the dark one. */
  it('changes only custom properties in the dark scheme', () => {
    const css = stylesOf(createTemplates({ folders: [THEME] }));
    const dark = [...css.matchAll(/@media \(prefers-color-scheme[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)];
    expect(dark.length).toBeGreaterThan(0);
    const declared = dark.flatMap(([, inside]) =>
      [...inside!.matchAll(/([\w-]+)\s*:[^;{}]+;/g)].map(([, name]) => name),
    );
    expect(declared.filter((name) => !name!.startsWith('--'))).toEqual([]);
  });
});
