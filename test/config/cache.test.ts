import { describe, expect, it } from 'vitest';
import { keyVariables } from '../../src/project/settings/targets.ts';
import { parse } from './parse.ts';

const BUCKET = "endpoint: 'https://s3.example.org/', bucket: builds, key: { $env: A }, secret: { $env: B }";

describe('cache in the configuration', () => {
  it.each([
    ['{ folder: ../shared }', { store: { type: 'folder', path: '../shared' }, write: true }],
    ['{ git: origin, write: false }', { store: { type: 'git', remote: 'origin' }, write: false }],
    [
      `{ s3: { ${BUCKET} }, signingKey: { $env: C } }`,
      {
        store: {
          type: 's3',
          endpoint: 'https://s3.example.org',
          bucket: 'builds',
          prefix: '',
          region: 'us-east-1',
          key: { $env: 'A' },
          secret: { $env: 'B' },
        },
        write: true,
        signingKey: { $env: 'C' },
      },
    ],
  ])('%s', (text, cache) => {
    const { config, diagnostics } = parse(`cache: ${text}`);
    expect([diagnostics, config?.cache]).toEqual([[], cache]);
  });

  it('is absent unless it is set', () => {
    expect(parse('content: content').config).not.toHaveProperty('cache');
  });

  it.each([
    ['{ write: false }', '`cache` does not say where the shared cache is'],
    ['{ folder: ../shared, git: origin }', '`cache` has 2 places: folder, git'],
    ['{ s3: { bucket: builds } }', '`cache.s3` is missing endpoint, key, secret'],
    ['{ folder: dist/cache }', 'the shared cache is inside the folder of `output`'],
    ['{ folder: ./content }', 'the shared cache is inside the folder of `content`'],
    ['false', '`cache` must be settings, each as `name: value`, not `false`'],
    [
      '{ folder: ../shared, signingKey: plain }',
      expect.stringContaining('must be the name of an environment variable'),
    ],
  ])('refuses %s', (text, message) => {
    expect(parse(`cache: ${text}`).diagnostics.map((each) => each.message)).toEqual([message]);
  });

  it('has keys that documents cannot use', () => {
    const text = `cache: { s3: { ${BUCKET} }, signingKey: { $env: C } }`;
    expect(keyVariables(parse(text).config!)).toEqual(['A', 'B', 'C']);
    const messages = parse(`${text}\nsecrets: [A, B, C]`).diagnostics.map(({ message }) => message);
    expect(messages).toEqual(
      ['A', 'B', 'C'].map((name) => `\`${name}\` is the key of \`cache\`, which documents cannot use`),
    );
  });
});
