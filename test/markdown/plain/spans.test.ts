import fc from 'fast-check';
import { getDefaults, Lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { plainSpans } from '../../../src/markdown/plain/spans.ts';
import { runs } from '../../seed.ts';

const byMarked = (text: string) => new Lexer({ ...getDefaults(), gfm: true }).inlineTokens(text);

const PIECES = [
  ...' \n\t*_~`<>[]()!\\&#:;@|-+.=/"\'',
  ...['  \n', '**', '__', '``', ' *', '* ', ' **', '** ', ' _', '_ ', '*a*', '**b c**', '_d_', '*"', '"*', '(*', '*)'],
  ...['a', 'Word', 'é', '日本', '👩‍👧', '“', '—', '\u00a0', '1', 'a_b', 'snake_case_name', '`code`', '`` a `', '` b `'],
  ...['www.', 'http://a.b', 'https://x', 'a@b.c', 'mailto:', '&amp;', '&#65;', '\\*', '<b>', '<https://x.y>'],
  ...['[l](u)', '[l](u "t")', '[*l*](/u_v_w)', '[`c`](u)', '![i](u)', '[r]', '[', '](', ')', '](u)', '[a](b(c))'],
  ...['[a]()'],
  ...['[a](https://www.b.c?d=1&e=2)', '[a]( b )', "[a](b 'c')", '[a](b "")', '[a](b  "c d")', '![](x)', '[a][b]'],
];

const pieces = (...from: readonly string[]) =>
  fc.array(fc.constantFrom(...from), { maxLength: 14 }).map((all) => all.join(''));

const ORDINARY = [
  ...['a', 'word', ' ', ' ', ', ', '. ', '\n', '*', '**', '_', '`c`', '[l](u)', '(', ')', '"', 'a_b', '![i](u "t")'],
];

describe('spans of plain sentences', () => {
  it.each([
    'Words, *in italics*, **in bold**, _as well_, `as code` and [as a link](/page "Title").',
    '**[A link](https://www.example.org/?a=1&b=2) in bold with *italics* inside**, snake_case & more!',
    '![A *picture*](media/photo.jpg)',
    '(*see below*) “quoted”: 10:30',
  ])('are read without marked in %s', (text) => {
    expect(plainSpans(text)).toEqual(byMarked(text));
  });

  it.each([
    ['any text', pieces(...PIECES)],
    ['ordinary text', pieces(...ORDINARY)],
  ])('are those of marked, or left to it, in %s', (_, text) => {
    let read = 0;
    fc.assert(
      fc.property(text, (each) => {
        const found = plainSpans(each);
        if (!found) return;
        read++;
        expect(found).toStrictEqual(byMarked(each));
      }),
      { numRuns: runs({ test: 5000, proof: 200_000 }) },
    );
    expect(read).toBeGreaterThan(1000);
  });

  it('are left to marked when they are nested without end', () => {
    expect(plainSpans('*a '.repeat(100_000))).toBeUndefined();
  });
});
