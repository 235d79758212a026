import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkOwnFiles, scriptFault, styleFault } from '../../src/render/own-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import { buildFiles, THEME } from './build-harness.ts';

const problems = (
  files: Record<string, string>,
  locales: readonly string[] = ['en'],
  owner: 'site' | 'shared' = 'site',
) =>
  checkOwnFiles(createTemplates({ folders: [{ ...memoryFolder(files), owner }, THEME] }), locales).map(
    ({ code, at, message, suggestion }) => [code, `${at.file}:${at.line}`, message, suggestion],
  );

describe('a mistake in an own script', () => {
  it('is one error with its line, and the build publishes nothing', async () => {
    const own = memoryFolder({ 'assets/js/own.js': 'const a = 1;\nfunction ( {\n' });
    const { result, output } = await buildFiles({}, { templates: [own] });
    expect(result.diagnostics).toMatchObject([
      {
        code: 'asset-failed',
        severity: 'error',
        at: { file: 'templates/assets/js/own.js', line: 2, lineText: 'function ( {' },
        message: 'Function statements require a function name',
      },
    ]);
    expect([result.published, output.size]).toEqual([false, 0]);
  });

  it.each([
    ['assets/js/own.js', 'a();\nawait b();\n', 2],
    ['assets/js/own.js', 'a();\nimport b from "b";\n', 2],
    ['assets/js/own.js', 'a();\nwith (b) c();\n', 2],
    ['assets/js/kept.js', '\nconst kept = {\n', 2],
    ['assets/js/qr.js', 'export const a = 1;\nexport const a = 2;\n', 2],
    ['assets/find.js', 'export const a = 1;\n}\n', 2],
    ['assets/worker/answer.js', '\n\nlet a, a;\n', 3],
  ])('is found in %s: %j', (path, text, line) => {
    expect(problems({ [path]: text }).map(([code, at]) => [code, at])).toEqual([
      ['asset-failed', `templates/${path}:${line}`],
    ]);
  });

  it('is found if a name is declared in two files that share their names', () => {
    const kept = `${readFileSync(new URL('../../templates/assets/js/kept.js', import.meta.url), 'utf8')}\nconst twice = 1;\n`;
    const elements = `${readFileSync(new URL('../../templates/assets/js/elements.js', import.meta.url), 'utf8')}\nconst twice = 1;\n`;
    expect(problems({ 'assets/js/kept.js': kept, 'assets/js/elements.js': elements })).toEqual([
      ['asset-failed', 'templates/assets/js/kept.js:1', expect.stringContaining('already been declared'), undefined],
    ]);
  });

  it('is in none of the files of the theme', () => {
    const root = new URL('../../templates/', import.meta.url);
    const paths = readdirSync(fileURLToPath(root), { recursive: true, encoding: 'utf8' });
    const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
    const styles = paths.filter((path) => path.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(40);
    expect(styles.filter((path) => styleFault(read(path)))).toEqual([]);
    expect(scriptFault(read('assets/js/plan.js'), 'module')).toBeUndefined();
    const { own, ...theme } = Object.fromEntries(
      paths.filter((path) => /^assets\/js\/.*\.js$/.test(path)).map((path) => [path, read(path)]),
    );
    expect([own, problems(theme)]).toEqual([undefined, []]);
  });
});

describe('a mistake in an own style sheet', () => {
  it.each([
    ['a { color: red }\n.open { color: red;\n\nb { }', 2, 'this { is never closed'],
    ['a { }\n}\n', 2, 'this } has no opening bracket'],
    ['a { }\n/* never\n closed', 2, 'this comment is never closed'],
    ['a { content: "x\n; }', 1, 'this string is never closed'],
    ['@media (width > 3px { a { } }', 1, 'this ( is never closed'],
  ])('is found: %j', (text, line, reason) => {
    expect(styleFault(text)).toEqual({ line, reason });
    expect(problems({ 'assets/css/own.css': text })).toEqual([
      ['asset-failed', `templates/assets/css/own.css:${line}`, reason, undefined],
    ]);
  });

  it.each([
    'a::before { content: "}\\""; } /* { */ b { background: url(data:image/svg+xml;a{b) }',
    ".a\\{b { content: '/*' }",
    '',
  ])('is not seen in %j', (text) => {
    expect(styleFault(text)).toBeUndefined();
  });
});

describe('an own file that overrides nothing', () => {
  const unused = 'no page uses this file: the theme has none with its name';

  it('is reported with the nearest name', () => {
    expect(
      problems({
        'pages/evnt.eta': '',
        'event.eta': '',
        'assets/js/owns.js': '',
        'assets/logo.png': '',
        'partials/slot.eta': '',
      }),
    ).toEqual([
      ['file-unused', 'templates/pages/evnt.eta:1', unused, 'did you mean pages/event.eta?'],
      ['file-unused', 'templates/event.eta:1', unused, 'did you mean pages/event.eta?'],
      ['file-unused', 'templates/assets/js/owns.js:1', unused, 'did you mean assets/js/own.js?'],
      ['file-unused', 'templates/assets/logo.png:1', unused, 'delete it'],
      ['file-unused', 'templates/partials/slot.eta:1', unused, 'did you mean partials/slots.eta?'],
    ]);
  });

  it('is not reported if an own template calls it, or if it is not a template', () => {
    expect(
      problems({
        'pages/event.eta': '<%~ it.ui.part("partials/slott", {}) %>',
        'partials/slott.eta': '',
        'partials/sponsors-of-this-year.eta': '',
        'README.md': '',
        'pages/.event.eta.swp': '',
      }),
    ).toEqual([]);
  });

  it('is reported if it has words that are never read', () => {
    const files = { 'locales/en.yaml': '', 'locales/EN.yaml': '', 'locales/en.yml': '', 'locales/de.yaml': '' };
    const renamed = 'no page uses this file: its name is not that of a language';
    const wrong = [
      ['file-unused', 'templates/locales/EN.yaml:1', renamed, 'rename it to en.yaml'],
      ['file-unused', 'templates/locales/en.yml:1', renamed, 'rename it to en.yaml'],
    ];
    expect(problems(files, ['en'], 'shared')).toEqual(wrong);
    expect(problems(files)).toEqual([
      ...wrong,
      [
        'file-unused',
        'templates/locales/de.yaml:1',
        'no page uses this file: the site has no language `de`',
        'add `de` to `site.locales` in gitcast.config.yaml, or delete the file',
      ],
    ]);
  });
});
