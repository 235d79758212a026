import { expect, it } from 'vitest';
import { parse } from './parse.ts';

it.each(['{ folder: ../shared }', '{ s3: { key: { $env: A } } }', 'true'])(
  'cache: %s is accepted and does nothing',
  (text) => {
    const { config, diagnostics } = parse(`cache: ${text}`);
    expect([diagnostics, config?.retired]).toEqual([[], ['cache']]);
  },
);

it('nothing is retired in a configuration without it', () => {
  expect(parse('content: content').config?.retired).toEqual([]);
});
