import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Script, createContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { COMMON_SCRIPTS, MODULES, scriptOf, SCRIPTS } from '../../src/render/theme-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import { buildFiles, THEME } from './build-harness.ts';

const FOLDER = fileURLToPath(new URL('../../templates/assets/js', import.meta.url));

describe('the script', () => {
  it('is joined from every file in its folder that is not a module, each of them once', () => {
    const known = [...COMMON_SCRIPTS, ...SCRIPTS, ...MODULES.filter((name) => name !== 'qr')].map(
      (name) => `${name}.js`,
    );
    const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.d.ts'));
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
