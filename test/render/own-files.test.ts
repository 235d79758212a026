import { describe, expect, it } from 'vitest';
import { checkOwnFiles } from '../../src/render/own-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { createTemplates } from '../../src/render/templates/templates.ts';
import { THEME } from './build-harness.ts';

const problems = (
  files: Record<string, string>,
  locales: readonly string[] = ['en'],
  owner: 'site' | 'shared' = 'site',
) =>
  checkOwnFiles(createTemplates({ folders: [{ ...memoryFolder(files), owner }, THEME] }), locales).map(
    ({ code, at, message, suggestion }) => [code, `${at.file}:${at.line}`, message, suggestion],
  );

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

  it('is reported if it has words in a language that the site does not have, unless other sites share it', () => {
    const files = { 'locales/en.yaml': '', 'locales/eng.yaml': '', 'locales/ja.yaml': '' };
    const message = 'no page uses this file: the site has no language with its name';
    const named = ['file-unused', 'templates/locales/eng.yaml:1', message, 'did you mean locales/en.yaml?'];
    expect(problems(files, ['en'], 'shared')).toEqual([named]);
    expect(problems(files)).toEqual([named, ['file-unused', 'templates/locales/ja.yaml:1', message, 'delete it']]);
  });
});
