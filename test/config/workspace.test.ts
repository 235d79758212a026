import { describe, expect, it } from 'vitest';
import { parseWorkspace } from '../../src/config/workspace-settings.ts';
import { sourceOf } from './parse.ts';

const problems = (text: string) =>
  parseWorkspace(sourceOf(text)).diagnostics.map(({ code, at, message, suggestion }) => ({
    code,
    line: at.line,
    message,
    ...(suggestion !== undefined && { suggestion }),
  }));

describe('gitcast.workspace.yaml', () => {
  it('lists folders of broadcasts and what they share, in the order of the file', () => {
    const text = 'broadcasts: [festivals/*, "!festivals/old"]\nshared:\n  ./house/: ["**"]\n  venues:\n';
    expect(parseWorkspace(sourceOf(text)).workspace).toEqual({
      broadcasts: ['festivals/*', '!festivals/old'],
      shared: [
        { folder: 'house', usedBy: ['**'] },
        { folder: 'venues', usedBy: ['.', '**'] },
      ],
    });
  });

  it('may be empty: then every folder with a configuration is a broadcast', () => {
    expect(parseWorkspace(sourceOf('')).workspace).toEqual({ broadcasts: undefined, shared: [] });
  });

  it('reports an unknown setting with its line and what was probably meant', () => {
    expect(problems('shared: {}\nbrodcasts: [a]\n')).toEqual([
      {
        code: 'config-unknown',
        line: 2,
        message: 'there is no setting `brodcasts`',
        suggestion: 'did you mean `broadcasts`?',
      },
    ]);
  });

  it.each([
    ['broadcasts: festivals/*', 1, '`broadcasts` must be a list with at least one folder, not `festivals/*`'],
    [
      'broadcasts:\n  - ../other',
      2,
      '`broadcasts[0]` must be a folder below the one that contains this file, such as festivals/*, not `../other`',
    ],
    [
      'broadcasts:\n  - /srv/festivals',
      2,
      '`broadcasts[0]` must be a folder below the one that contains this file, such as festivals/*, not `/srv/festivals`',
    ],
    [
      'shared:\n  house: everyone',
      2,
      '`shared.house` must be a list with at least one pattern, such as "**" for every broadcast, not `everyone`',
    ],
    ['shared:\n  ../house: ["**"]', 2, 'the name `../house` must be a folder below the one that contains this file'],
    ['- festivals', 1, 'the configuration must be settings, each as `name: value`, not a list'],
  ])('reports %j', (text, line, message) => {
    expect(problems(text)).toMatchObject([{ line, message }]);
  });
});
