import { describe, expect, it } from 'vitest';
import { misspeltFiles } from '../../src/render/own-files.ts';
import { memoryFolder } from '../../src/render/templates/template-folder.ts';
import { THEME } from './build-harness.ts';

const problems = (...paths: readonly string[]) =>
  misspeltFiles([memoryFolder(Object.fromEntries(paths.map((path) => [path, '']))), THEME]).map(
    ({ code, at, message, suggestion }) => [code, `${at.file}:${at.line}`, message, suggestion],
  );

describe('an own file that overrides nothing', () => {
  const unused = 'no page uses this file: the theme has none with its name';

  it('is reported with the nearest name', () => {
    expect(problems('pages/evnt.eta', 'event.eta', 'assets/js/owns.js', 'pages/event.eta')).toEqual([
      ['file-unused', 'templates/pages/evnt.eta:1', unused, 'did you mean pages/event.eta?'],
      ['file-unused', 'templates/event.eta:1', unused, 'did you mean pages/event.eta?'],
      ['file-unused', 'templates/assets/js/owns.js:1', unused, 'did you mean assets/js/own.js?'],
    ]);
  });

  it('is not reported if no name is near, or if it is a part, which own templates call by any name', () => {
    expect(
      problems('partials/slott.eta', 'assets/logo.png', 'README.md', 'pages/.event.eta.swp', 'locales/eng.yaml'),
    ).toEqual([]);
  });
});
