import { describe, expect, it } from 'vitest';
import { packFilesShape } from '../../../src/render/offline/pack-files.ts';
import { derived } from '../../../src/render/remember/derived.ts';

describe('a value that is made from files of the site', () => {
  it.each(['{"groups":[["a"]],"recipes":[]}', '{"groups":[],"recipes":[1]}', '{"groups":{}}', '[]', 'no JSON'])(
    'is made again if what is remembered is %s',
    (text) => {
      const made = { groups: [['a', 'text'] as const], recipes: ['recipe'] };
      const known = { text: () => Buffer.from(text), use: () => {} };
      const recall = { find: () => known, learn: () => {}, used: () => [] };
      const memory = { recall, remember: () => {} } as unknown as Parameters<typeof derived>[1];
      expect(derived({ name: 'packs', from: [], shape: packFilesShape, make: () => made }, memory)).toEqual(made);
    },
  );
});
