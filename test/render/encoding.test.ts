import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textEncoding } from '../../src/render/writer/writer.ts';
import { runs } from '../seed.ts';

it('encodes any text as Node.js does, one after another, also broken and long ones', () => {
  const encoded = textEncoding();
  const text = fc
    .tuple(
      fc.string({ unit: fc.oneof(fc.constantFrom('a', 'é', '–', '🜁', '\ud83d', '\udf01'), fc.string()) }),
      fc.nat(4),
    )
    .map(([part, times]) => part.repeat(times * 10_000 + 1));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), (texts) => {
      for (const each of texts) expect(Buffer.from(encoded(each)).equals(Buffer.from(each))).toBe(true);
    }),
    { numRuns: runs({ test: 50, proof: 1000 }) },
  );
});

it('uses its memory again for the next text', () => {
  const encoded = textEncoding();
  expect(encoded('one').buffer).toBe(encoded('another').buffer);
});
