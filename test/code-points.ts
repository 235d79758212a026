/**
 * The characters of random texts: any code point. It draws the same ones as `unit: 'binary'` of fast-check, which first makes
 * a table of all million of them. That takes a second and 100 MB in each process of the tests, and git takes longer to start
 * from a larger process.
 */
import fc from 'fast-check';

const [FIRST_SURROGATE, AFTER_SURROGATES, LAST] = [0xd800, 0xe000, 0x10ffff];
const SURROGATES = AFTER_SURROGATES - FIRST_SURROGATE;

export const anyCodePoint: fc.Arbitrary<string> = fc.nat({ max: LAST - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('not a code point');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
