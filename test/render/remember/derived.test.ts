import { describe, expect, it } from 'vitest';
import { derivedFiles } from '../../../src/render/remember/derived.ts';

describe('files that are made from other files of the site', () => {
  it.each(['[{"path":"/../../x","text":""}]', '[{"path":"x","text":""}]', '[{"path":"/x"}]', '{}', 'no JSON'])(
    'are made again if what is remembered is %s',
    (text) => {
      const made = [{ path: '/sw.js', text: 'made' }];
      const known = { text: () => Buffer.from(text), use: () => {} };
      const recall = { find: () => known, learn: () => {}, used: () => [] };
      const memory = { recall, remember: () => {} } as unknown as Parameters<typeof derivedFiles>[1];
      expect(derivedFiles({ name: 'offline', from: [], make: () => made }, memory)).toEqual(made);
    },
  );
});
