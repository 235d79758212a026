import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  byName,
  COMMON_SCRIPTS,
  MODULES,
  scriptOf,
  SCRIPTS,
  SHEET_NAMES,
  sheetsOf,
  STYLES,
  stylesOf,
} from '../../src/render/theme-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import { buildFiles, THEME } from './build-harness.ts';
import { pageAssets, type SharedHead } from '../../src/render/assets.ts';
import { relativeLink } from '../../src/site/links/urls.ts';
import type { PageView } from '../../src/site/pages/view.ts';

const TEMPLATES = fileURLToPath(new URL('../../templates', import.meta.url));
const FOLDER = join(TEMPLATES, 'assets/css');
const LOOKS = readdirSync(join(TEMPLATES, 'themes'));

/** The bar of tabs is part of the app bar on a wide screen. */
const ROUND = ['.chip span::before', '.moment > .slots::before', '.pin-number', '.pin:focus-visible .pin-dot', '.tabs'];

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

  /** So that axe's results about layout in the light scheme are valid in the dark one, and a site can have one scheme. */
  it('leaves the schemes to the custom properties of the theme', () => {
    const sheets = ['assets/css', ...LOOKS.map((name) => `themes/${name}/assets/css`)].flatMap((folder) =>
      readdirSync(join(TEMPLATES, folder)).map((name) => readFileSync(join(TEMPLATES, folder, name), 'utf8')),
    );
    expect(sheets.filter((css) => css.includes('prefers-color-scheme'))).toEqual([]);
  });

  it('rounds every corner by the radius of the theme, except dots and pins, which are round', () => {
    const templates = createTemplates({ folders: [THEME] });
    const css = stylesOf(templates) + sheetsOf(templates).map;
    const rules = [...css.matchAll(/([^{}]+)\{[^{}]*?border-radius:\s*([^;]+);/g)].map(([, selector, value]) => [
      selector!.replace(/\/\*[^]*?\*\//g, '').trim(),
      value!,
    ]);
    expect(rules.length).toBeGreaterThan(30);
    const own = rules.filter(([, value]) => !/var\(--(?:tab-)?radius/.test(value!));
    expect(own.map(([selector]) => selector).toSorted()).toEqual(ROUND);
  });

  it('has colours of its own for chips and the countdown', () => {
    const text = (name: string): string => readFileSync(join(FOLDER, `${name}.css`), 'utf8');
    expect(text('countdown')).toContain('background: var(--countdown)');
    expect(text('programme')).toContain('background: var(--chip)');
    expect(text('countdown') + text('programme')).not.toContain('--app-bar');
  });
});

const SCRIPT_FOLDER = fileURLToPath(new URL('../../templates/assets/js', import.meta.url));

describe('the script', () => {
  it('is joined from every file in its folder that is not a module, each of them once', () => {
    const known = [...COMMON_SCRIPTS, ...SCRIPTS, ...MODULES.filter((name) => name !== 'qr')].map(
      (name) => `${name}.js`,
    );
    const files = readdirSync(SCRIPT_FOLDER).filter((name) => !name.endsWith('.d.ts'));
    expect(known.toSorted()).toEqual(files.toSorted());
  });

  it('is one file on the site, and its name changes with any part that a user overrides', async () => {
    const own = memoryFolder({ 'assets/js/map.js': '// No maps here.' }, 'own');
    const [plain, changed] = [await buildFiles({}), await buildFiles({}, { templates: [own] })];
    const scripts = ({ output }: typeof plain) => [...output].filter(([path]) => /^assets\/site\..*\.js$/.test(path));
    const [[before], [after]] = [scripts(plain), scripts(changed)];
    expect([scripts(plain).length, scripts(changed).length]).toEqual([1, 1]);
    expect(before![1]).toContain('[data-map]');
    expect(after![1]).not.toContain('[data-map]');
    expect(after![1]).toContain('[data-search]');
    expect(after![0]).not.toBe(before![0]);
  });

  it('is sent without its comments, except in a file with a text over several lines', () => {
    const own = memoryFolder({
      'assets/js/own.js': "// Why.\n/** What. */\nrun('// a text');",
      'assets/js/map.js': 'run(`\n// a text\n`);',
    });
    const script = scriptOf(createTemplates({ folders: [own, THEME] }));
    expect(script).toContain("{\nrun('// a text');\n}");
    expect(script).toContain('{\nrun(`\n// a text\n`);\n}');
    expect(script).not.toContain('/**');
  });

  it('declares no global names', () => {
    const own = memoryFolder({
      'assets/js/now.js': 'function declared() {}\nconst chosen = 1;\nrun(declared, chosen);',
    });
    const nothing = memoryFolder(Object.fromEntries(SCRIPTS.map((name) => [`assets/js/${name}.js`, ''])));
    const page = createContext({ run: () => {}, document: { querySelectorAll: () => [] } });
    new Script(scriptOf(createTemplates({ folders: [own, nothing, THEME] }))).runInContext(page);
    const names = ['declared', 'chosen', 'all', 'kept'];
    const seen = names.filter((name) => new Script(`typeof ${name}`).runInContext(page) !== 'undefined');
    expect(seen).toEqual([]);
  });
});

const head: SharedHead = {
  style: '/assets/site.css',
  script: '/assets/site.js',
  modules: byName(MODULES, (name) => `/assets/${name}.js`),
  sheets: byName(SHEET_NAMES, (name) => `/assets/${name}.css`),
  fonts: [],
  picture: undefined,
  themeColours: [],
  colourScheme: 'light',
  favicon: undefined,
  touchIcon: '/assets/icon.png',
  find: '/assets/find.js',
  worker: undefined,
};

it('the links of a page to shared files are its own, whichever pages were rendered before it', () => {
  // A kind may have its pages in a folder of the same name.
  for (const path of ['/', '/articles/one/', '/articles/two/', '/articles/', '/assets/', '/assets/one/', '/map/']) {
    const rootLink = (to: string): string => relativeLink(path, to);
    const page = { path, page: path, rootLink, body: { type: 'article' } } as unknown as PageView;
    const { modules, sheets } = pageAssets(page, head, { url: undefined, picture: undefined });
    expect(modules).toEqual(byName(MODULES, (name) => rootLink(head.modules[name])));
    expect(sheets).toEqual(byName(SHEET_NAMES, (name) => rootLink(head.sheets[name])));
  }
});
