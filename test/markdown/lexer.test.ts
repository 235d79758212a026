import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { getDefaults, Lexer, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { footnoteSyntax, mayHaveFootnotes } from '../../src/markdown/footnotes.ts';
import { lex } from '../../src/markdown/lexer.ts';
import { addPlainBlocks } from '../../src/markdown/plain/plain-blocks.ts';
import { runs } from '../seed.ts';

const byMarked = (text: string) => {
  const extensions = mayHaveFootnotes(text) ? footnoteSyntax() : null;
  return [...new Lexer({ ...getDefaults(), gfm: true, extensions }).lex(text)];
};

const ROOT = join(import.meta.dirname, '../..');
const FILES = ['docs', 'content'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** Lines that start a block, or only look as if they did. */
const LINES = [
  ...['', '', '', 'Words.', 'More *words* with [a link](u).', 'é', '**Bold**: words', '_a_', '`c`', '[x]', '![i](u)'],
  ...['# Title', '## Title ##', '#', '####### x', '#x', '#\tx', '===', '---', '--', '-', '***', '* * *', '___'],
  ...['- - -'],
  ...['- item', '- other *item*', '-  item', '- ', '* star', '* **', '+ plus', '1. one', '2. two', '3) three'],
  ...['12. twelve'],
  ...['- [ ] task', '- [x] done', '- # h', '- > q', '- - n', '* \u00a0', '*\ttab', '-\ttab', '1.\ttab', '1.', '1.5'],
  ...['2020 was', '  - nested', '  more', '    code'],
  ...['\tcode', ' ', '  ', '> quote', '> ', '>', '> - item', '> > deep', '>more', '> # h', '> ```', '> a  ', '> | a |'],
  ...['```', '```js', '````', '~~~', '   ```', '``` a`b', 'x  ', 'x\\', '| a | b |', '| - | :-: |', '|-|', '| a |'],
  ...['||'],
  ...['a | b', '--- | ---', ':--', '| c_d | `e` |', '| \\| |', '| a | b | c |', '|', '<div>', '<b>x</b>', '</div>'],
  ...['<!-- c -->'],
  ...['[r]: /u', '[^f]: note', 'b [r] *c* [^f]', '&amp; &#65;', 'http://a.b', 'a@b.c', ': x', '= x', '+5', '-5', '~5'],
  ...['\u00a0', '*a', 'b*'],
];
const ORDINARY = [
  ...['', '', '', '', 'Words.', 'More *words* with [a link](u).', '**Bold**: words', '# Title', '## Other', '---'],
  ...['```', 'x'],
  ...['- item', '- *other* item', '* star', '1. one', '2. two', '> quote', '> # h', '> - item', '>', '| a | b |'],
  ...['| - | :-: |'],
  ...['\u00a0', '| c | `d` |', '```js', 'const a = 1;', '  b', '- item', '> quote'],
];

const lines = (...from: readonly string[]) =>
  fc.array(fc.constantFrom(...from), { maxLength: 10 }).map((all) => all.join('\n'));

/** Marked keeps the indentation of lines in code, which is no part of a paragraph. */
const withoutSpacesInCode = (token: unknown): unknown =>
  JSON.parse(
    JSON.stringify(token, (_, value: { type?: string; text: string } | null) =>
      value?.type === 'codespan' ? { ...value, text: value.text.replaceAll(/\s+/g, ' ').trim() } : value,
    ),
  );

describe('the tokens of a text', () => {
  it.each([
    ['a `code\n    span` b', 'code span'],
    ['a `code  \n\tspan`', 'code   span'],
    ['*a `\n  b\n  c\n  `*', 'b c'],
  ])('have code without the indentation of lines: %j', (text, code) => {
    expect(JSON.stringify(lex(text))).toContain(`"text":${JSON.stringify(code)}`);
  });

  it('have emphasis in brackets before what is no destination', () => {
    const typesIn = (text: string) => (lex(text)[0] as Tokens.Paragraph).tokens.map(({ type }) => type);
    expect(typesIn('[*{{ x }}*](b c)')).toEqual(['text', 'em', 'text']);
    expect(typesIn('[a*b](<c d> "e") f*')).toEqual(['link', 'text']);
    expect(typesIn('[*a*](b)')).toEqual(['link']);
  });

  it.each(FILES)('are those of marked in %s', (name) => {
    const text = readFileSync(join(ROOT, name), 'utf8');
    expect(lex(text)).toStrictEqual(byMarked(text));
  });

  it.each([
    ['any lines', lines(...LINES)],
    ['ordinary lines', lines(...ORDINARY)],
  ])('are those of marked in %s', (_, text) => {
    fc.assert(
      fc.property(text, (each) => {
        expect(lex(each).map(withoutSpacesInCode)).toStrictEqual(byMarked(each).map(withoutSpacesInCode));
      }),
      { numRuns: runs({ test: 1000, proof: 100_000 }) },
    );
  });
});

describe('the blocks of a plain text', () => {
  it('are read without marked', () => {
    const text = [
      '# A title',
      'A paragraph\nof two lines, and a list:\n- one\n- two',
      '1. first\n2. second',
      '> A quote\n>\n> - with a list',
      '| a | b |\n| - | -: |\n| c | d |',
      '```js\nconst a = 1;\n\n```',
      '---\n',
    ].join('\n\n');
    expect(addPlainBlocks(text, { tokens: [], sentences: [] })).toBe(text.length);
  });
});
