import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksIn, withDestinations } from '../../src/markdown/links.ts';
import { runs } from '../seed.ts';

/** What stands in front of the first line of a container's content, and in front of the others. */
type Container = readonly [first: string, others: string];

const CONTAINERS: readonly Container[] = [
  ['> ', '> '],
  ['>', '>'],
  ['> [!NOTE]\n> b\n>\n> ', '> '],
  ['- ', '  '],
  ['-   ', '    '],
  ['* ', '  '],
  ['+ ', '  '],
  ['- [ ] b\n\n  ', '  '],
  ['1. [x] **b** b\n\n   ', '   '],
  ['1. ', '   '],
  ['10. ', '    '],
  // Text that repeats destinations, and code that is written like a link.
  ['- b places/b `[a](b)`\n\n  ', '  '],
  ['> ```\n> [a](b)\n> ```\n>\n> ', '> '],
];

/** Only around all others: a tab reaches the next column of four. */
const WITH_TABS: readonly Container[] = [
  ['>\t', '>\t'],
  ['-\t', '\t'],
  ['1)\t', '\t'],
];

/** Destinations are marked: `‹places/b›`. */
const LINK = fc.constantFrom(
  ...['[a](‹b›)', '[a b](‹places/b› "b")', '[b](<‹b c›>)', '![b](‹b›)', '![](<‹media/b c.png›> (b))'],
  ...['[![b](‹b›)](‹b›)'],
  ...['[a\nb](‹places/b›)', '[**b** `b`](‹b›)', '[b](‹b\\_c›)', '[b](‹b?c&amp;d›)', '<a href="‹b›">b</a>'],
  ...["<img src='‹b›'>"],
  ...['b', 'places/b', '`[a](b)`', '\\[a](b)', '<https://b.example/b>', 'https://b.example/b', '<b@b.example>'],
  ...['[b][]'],
);

const INLINE = fc.array(LINK, { minLength: 1, maxLength: 4 }).map((links) => links.join(' '));
const CELLS = INLINE.map((text) => text.replaceAll('\n', ' '));

const LEAF = fc.oneof(
  { weight: 4, arbitrary: INLINE },
  CELLS.map((text) => `## ${text}`),
  INLINE.map((text) => `${text.replaceAll('\n', ' ')}\n---`),
  fc
    .tuple(CELLS, CELLS)
    .map(([one, other]) => `| b | c |\n|---|---|\n| ${one} | ${other} | [a](b) |\n| ${other} | [b](‹b\\|c›) |`),
  fc.constantFrom('[r]: ‹b›', '[r]: <‹b c›> "b"', '[b]:\n‹b›', '[b]: ‹places/b›\n"b"'),
  fc.constantFrom('```\n[a](b)\n```', '~~~ b\n[r]: b\n~~~', '<!-- [a](b) -->', '<div>\n<a href="‹b›">b</a>\n</div>'),
);

const inside = ([first, others]: Container, text: string): string =>
  text
    .split('\n')
    .map((line, index) => {
      const before = index === 0 ? first : line === '' ? others.trimEnd() : others;
      // The first space after the mark of a quote belongs to the mark.
      return before + (before.endsWith('>') && line.startsWith(' ') ? ' ' : '') + line;
    })
    .join('\n');

const BLOCK = fc
  .tuple(
    fc.constantFrom([], ...[...WITH_TABS, ...CONTAINERS].map((each) => [each])),
    fc.array(fc.constantFrom(...CONTAINERS), { maxLength: 4 }),
    fc.array(LEAF, { minLength: 1, maxLength: 3 }),
  )
  .map(([outermost, others, leaves]) =>
    [...outermost, ...others].reduceRight((text, each) => inside(each, text), leaves.join('\n\n')),
  );

const TEXT = fc
  .tuple(fc.array(BLOCK, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([blocks, hasNote]) => blocks.join('\n\n') + (hasNote ? '\n\n[^n]: b [b](‹b›)\n    [b](‹places/b›)\n' : ''));

describe('links in nested quotes, lists, tasks, tables and notes', () => {
  it('are all found at exactly their destination, and are rewritten without another change', () => {
    fc.assert(
      fc.property(TEXT, (marked) => {
        const text = marked.replaceAll(/[‹›]/g, '');
        const rewritten = withDestinations(text, ({ place }) => `‹${text.slice(place!.start, place!.end)}›`);
        expect(rewritten).toBe(marked);
        expect(linksIn(text).every(({ place }) => place)).toBe(true);
      }),
      { numRuns: runs({ test: 300, proof: 30_000 }) },
    );
  });
});
