import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksIn, withDestinations, writeDestination, writtenIn } from '../../src/markdown/links.ts';
import { forgetUnusedTexts, remembering } from '../../src/markdown/remembering.ts';

const found = (text: string): readonly string[] =>
  linksIn(text).map((link) => `${link.use} ${link.url}${link.place ? '' : ' (not found)'}`);
const replaced = (text: string): string => withDestinations(text, () => 'X');

describe('the links of a text', () => {
  it.each([
    ['[a](b)', ['link b'], '[a](X)'],
    ['![a](<media/opening hours.png> "t")', ['image media/opening hours.png'], '![a](<X> "t")'],
    ['![a](media/photo(1).png)', ['image media/photo(1).png'], '![a](X)'],
    ['[![a](b)](c)', ['image b', 'link c'], '[![a](X)](X)'],
    ['![a][r]\n\n[r]: media/r.png "t"', ['image media/r.png'], '![a][r]\n\n[r]: X "t"'],
    ['[![a](b)][r]\n\n[r]: <c d>', ['image b', 'link c d'], '[![a](X)][r]\n\n[r]: <X>'],
    ['> - [a\n>   b](c) and\n>   [d](c)', ['link c', 'link c'], '> - [a\n>   b](X) and\n>   [d](X)'],
    ['1. x\n\n   [a](b)\n\n   [r]: s\n', ['link b', 'link s'], '1. x\n\n   [a](X)\n\n   [r]: X\n'],
    ['| a |\n|-|\n| [a](b\\|c) |', ['link b|c'], '| a |\n|-|\n| [a](X) |'],
    ['<p>\n<a href="b?c&amp;d">x</a>\n</p>', ['link b?c&d'], '<p>\n<a href="X">x</a>\n</p>'],
    ["x <img alt=b src='b'> y", ['image b'], "x <img alt=b src='X'> y"],
    ['a \\[b](c) `[d](e)`\n\n    [f](g)\n\n```\n[h](i)\n```', [], undefined],
    ['<https://a.example> https://b.example <!-- [a](b) -->', [], undefined],
    ['`[a](b)` [a](b) "b"', ['link b'], '`[a](b)` [a](X) "b"'],
    ['[a](b)\r\n\r\n> [c](d)\r\n> [e](f)', ['link b', 'link d', 'link f'], '[a](X)\r\n\r\n> [c](X)\r\n> [e](X)'],
    ['[a\\]](b) [c](d\\_e)', ['link b', 'link d_e'], '[a\\]](X) [c](X)'],
  ])('of %j are found at their positions', (text, links, other = text) => {
    expect(found(text)).toEqual(links);
    expect(replaced(text)).toBe(other);
  });

  const piece = fc.constantFrom(
    ...['[a](b)', '![c](<d e>)', '[f][g]', '\n\n[g]: h\n\n', '\n> ', '\n- ', '\n\n', '`[i](j)`', '<a href="k">'],
    ...['</a>'],
    ...['**', '| l |\n|-|\n| m |\n', ' ', '\\', '](', '<div>', 'n', '[', ']', '<!--', '-->', '\t', '```\n', '(', ')'],
  );

  it('stay unchanged, like every other character, if they are not replaced', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join('');
        expect(withDestinations(text, (link) => writtenIn(text, link))).toBe(text);
        for (const link of linksIn(text)) if (link.place) expect(writtenIn(text, link)).not.toMatch(/\n/);
      }),
    );
  });

  it('lead to the URL that replaced the old one, in every form', () => {
    const url = fc
      .array(fc.constantFrom('a', '(', ')', '&', 'amp;', '%20', '_', '*', ',', "'", '#b', '?c=d'), { minLength: 1 })
      .map((parts) => `https://a.example/${parts.join('')}`);
    const decoded = (text: string): string => text.replaceAll('%28', '(').replaceAll('%29', ')').replaceAll('%27', "'");
    fc.assert(
      fc.property(url, fc.constantFrom('[x](a)', '[x](<a>)', '<p><a href="a">x</a></p>', '[x]: a'), (to, text) => {
        const written = withDestinations(text, ({ form }) => writeDestination(to, form));
        expect(linksIn(written).map((link) => decoded(link.url))).toEqual([decoded(to)]);
      }),
    );
  });
});

it('reads a text once, until it was not asked for between two times of forgetting', () => {
  const read: string[] = [];
  const numberOf = remembering((text) => read.push(text), { most: 10_000 });
  numberOf('saved');
  numberOf('shown');
  for (let time = 0; time < 3; time++) {
    forgetUnusedTexts();
    numberOf('shown');
  }
  expect(read).toEqual(['saved', 'shown']);
  numberOf('saved');
  expect(read).toEqual(['saved', 'shown', 'saved']);
});
