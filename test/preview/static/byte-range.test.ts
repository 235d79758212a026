import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteRange } from '../../../src/preview/static/serve-folder.ts';

it.each([
  ['bytes=0-3', { type: 'part', first: 0, last: 3 }],
  ['bytes=4-', { type: 'part', first: 4, last: 9 }],
  ['bytes=-2', { type: 'part', first: 8, last: 9 }],
  ['bytes=-200', { type: 'part', first: 0, last: 9 }],
  ['bytes=8-99', { type: 'part', first: 8, last: 9 }],
  ['bytes=10-', { type: 'unsatisfiable' }],
  ['bytes=-0', { type: 'unsatisfiable' }],
  ['bytes=5-2', { type: 'whole' }],
  ['bytes=0-1,4-5', { type: 'whole' }],
  ['bytes=-', { type: 'whole' }],
  ['lines=1-2', { type: 'whole' }],
  [null, { type: 'whole' }],
])('%s on a file of ten bytes gives %o', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

it('never names a byte that the file does not have', () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/));
  fc.assert(
    fc.property(header, fc.nat(), (text, size) => {
      const range = byteRange(text, size);
      return range.type !== 'part' || (range.first >= 0 && range.first <= range.last && range.last < size);
    }),
  );
});
