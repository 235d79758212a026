import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { getDefaults, Lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { quickTokenizer } from '../../src/markdown/quick-tokenizer.ts';

const OPTIONS = { ...getDefaults(), gfm: true };
const quickly = (text: string) => new Lexer({ ...OPTIONS, tokenizer: quickTokenizer(text) }).lex(text);
const byMarked = (text: string) => new Lexer(OPTIONS).lex(text);

const DOCS = join(import.meta.dirname, '../../docs');

/** Everything that ends plain text, or that only looks as if it did. */
const PIECES = [
  ...' \n\t*_~`<>[]()!\\&#:;@|-+.=/',
  '  \n',
  '   \n',
  '\\\n',
  '**',
  '~~',
  '``',
  'a',
  'Word',
  'é',
  '日本',
  '👩‍👧',
  '1',
  'http',
  'HTTPS://x.org',
  'http://a_b.c',
  'ftp://f',
  'ftp',
  'www.',
  'www.a.b',
  'mailto:a@b.c',
  'xmpp:a@b.c',
  'mailto:',
  'a_b@c.de',
  'x!y@z.org',
  '&amp;',
  '&#65;',
  '&#x41;',
  '<a href="x">',
  '</a>',
  '<!-- c -->',
  '<https://x.y>',
  '[l](u "t")',
  '![i](u)',
  '[r]',
  '[r][]',
  '\n\n[r]: /u\n\n',
  '\n- ',
  '\n> ',
  '\n| a | b |\n| - | - |\n| c_d | `e` |\n',
  '\n```\n',
  '<pre>',
  '</pre>',
];

describe('tokens that are found quickly are those of marked', () => {
  it.each(readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')))(
    'in %s',
    (name) => {
      const text = readFileSync(join(DOCS, name), 'utf8');
      expect(quickly(text)).toEqual(byMarked(text));
    },
  );

  it('in any text', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (each) => {
        expect(quickly(each)).toEqual(byMarked(each));
      }),
      { numRuns: 3000, seed: 18 },
    );
  });
});
