/** Shortcuts for the usual case give what the long way gives. */
import fc from 'fast-check';
import type { Token } from 'marked';
import { expect, it } from 'vitest';
import { createHeadingIds } from '../../src/markdown/readable-words.ts';
import { lex, linkPattern } from '../../src/markdown/lexer.ts';
import { linkedDestination } from '../../src/markdown/link-destination.ts';
import { writeDestination } from '../../src/markdown/links.ts';
import { checkUrl } from '../../src/render/sanitise/url.ts';
import { runs } from '../seed.ts';

const RUNS = { numRuns: runs({ test: 2000, proof: 50_000 }) };
const joined = (...pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((all) => all.join(''));

const URL_PIECES = [
  ...'aZ9-._~:/?#[]@!$&\'()*+,;=% "<>\\^`{|}\té',
  'http://',
  'https://',
  '%20',
  '&amp;',
  '\u200b',
  '日',
];

it('a web address is encoded like any URL', () => {
  const web = fc
    .tuple(fc.constantFrom('http://', 'https://', '/', ''), joined(...URL_PIECES))
    .map((all) => all.join(''))
    // A host name becomes punycode.
    .filter((url) => !/^https?:\/\/[^/?#@:]*[^\p{ASCII}]/iu.test(url.trim()));
  fc.assert(
    fc.property(web, (url) => {
      const found = checkUrl(url, 'link');
      if (found !== undefined) expect(found).toBe(encodeURI(url.trim()).replaceAll('%25', '%'));
    }),
    RUNS,
  );
});

it('a destination is written so that it is read as the same URL', () => {
  fc.assert(
    fc.property(joined(...URL_PIECES.filter((each) => !/[\s\u200b]/.test(each))), (url) => {
      fc.pre(url !== '');
      const [paragraph] = lex(`[a](${writeDestination(url, 'bare')})`) as readonly { tokens?: Token[] }[];
      const written = writeDestination(url, 'bare');
      expect(paragraph?.tokens?.[0]).toMatchObject({ type: 'link', raw: `[a](${written})` });
    }),
    RUNS,
  );
});

it('the id of a heading in ASCII is that of its letters in any script', () => {
  const slow = (text: string): string =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+/, '')
      .slice(0, 80)
      .replace(/-$/, '');
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 100 }), (text) => {
      const id = createHeadingIds('')(text);
      expect([slow(text) || 'section', `section-${slow(text)}`]).toContain(id);
    }),
    RUNS,
  );
});

const LINK_PIECES = [' ', ' "t"', ...'[ ] ( ) ![ ]( a \\] \\) < > "t" `c` *b* /u \\_'.split(' ')];
const LINKS = [
  '[a](b)',
  '[a](b "t")',
  '![a](b)',
  '[a](<b c>)',
  '[a\\]b](c)',
  '[a](b\\_c)',
  '[a]( b )',
  '[](b)',
  '[a]()',
  '[a](b(c))',
];

it('the destination of a plain link is where the pattern finds it', () => {
  fc.assert(
    fc.property(joined(...LINK_PIECES, ...LINKS), (text) => {
      for (const token of linksIn(lex(text))) {
        const found = /^!?\[/.test(token.raw) ? linkPattern().exec(token.raw) : null;
        const written = found?.[2]?.replace(/^<(.*)>$/s, '$1');
        const destination = linkedDestination(token);
        expect(destination?.written).toBe(written);
        const start = found && found.indices![2]![0] + (found[2]!.startsWith('<') ? 1 : 0);
        expect(destination?.start ?? null).toBe(start);
      }
    }),
    RUNS,
  );
});

type Linked = Parameters<typeof linkedDestination>[0];

const linksIn = (tokens: readonly Token[]): readonly Linked[] =>
  tokens.flatMap((token) => [
    ...(token.type === 'link' || token.type === 'image' ? [token as Linked] : []),
    ...('tokens' in token && token.tokens ? linksIn(token.tokens) : []),
  ]);
