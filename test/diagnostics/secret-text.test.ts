import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretTexts, withoutSecretTexts } from '../../src/diagnostics/secret-text.ts';
import { webUrl } from '../web-urls.ts';

/** Joined here, so that secret scanners find no key in this repository. */
const letters = (length: number): string => 'aB3dE5gH7jK9mN2pQ4sT6vW8yZ'.repeat(4).slice(0, length);
const capitals = 'ABCDEFGH234567IJ';

const KEYS: readonly (readonly [string, string])[] = [
  ['gck', `_${letters(32)}`],
  ['whs', `ec_${letters(24)}==`],
  ['gh', `p_${letters(36)}`],
  ['gh', `s_${letters(36)}`],
  ['github', `_pat_${letters(22)}_${letters(59)}`],
  ['glp', `at-${letters(20)}`],
  ['AK', `IA${capitals}`],
  ['xo', `xb-123456789012-${letters(24)}`],
  ['sk', `_live_${letters(24)}`],
  ['rk', `_test_${letters(24)}`],
  ['AI', `za${letters(35)}`],
  ['GOC', `SPX-${letters(28)}`],
  ['SG', `.${letters(22)}.${letters(43)}`],
  ['sk', `-ant-${letters(40)}`],
  ['np', `m_${letters(36)}`],
  ['ey', `J${letters(20)}.eyJ${letters(30)}.${letters(43)}`],
  ['-----BEG', 'IN PRIVATE KEY'],
  ['-----BEG', 'IN RSA PRIVATE KEY'],
  ['-----BEG', 'IN OPENSSH PRIVATE KEY'],
];
const key = fc.constantFrom(...KEYS.map((parts) => parts.join('')));

describe('a text that looks like a key', () => {
  it.each(KEYS.map((parts) => [parts.join('')]))("is found by its issuer's prefix: %.6s…", (text) => {
    const around = `key: "${text}" # as given`;
    expect(secretTexts(around)).toMatchObject([{ start: 6, end: 6 + text.length }]);
    expect(secretTexts(`x${text}`).filter(({ start }) => start < 2)).toEqual([]);
  });

  it('is shown with its first four characters only, without shifting columns', () => {
    const prose = fc.string({ unit: fc.constantFrom(...' .,\n"\'([{<:=') });
    fc.assert(
      fc.property(fc.array(fc.tuple(prose, key)), prose, (pairs, end) => {
        const text = pairs.map(([before, secret]) => `${before} ${secret} `).join('') + end;
        const masked = withoutSecretTexts(text);
        expect(masked).toHaveLength(text.length);
        expect(secretTexts(masked)).toEqual([]);
        for (const [, secret] of pairs) expect(masked).not.toContain(secret.slice(0, 5));
      }),
    );
  });
});

describe('ordinary text', () => {
  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéèàñ'), minLength: 1, maxLength: 14 });
  const telling = fc.constantFrom(
    ...['key', 'token', 'password', 'secret', 'npm', 'eyJ', 'AKIA', 'ghp_', 'whsec_', 'sk_live_', 'xoxb-', 'SG.'],
    ...['-----'],
  );
  const prose = fc
    .array(fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: telling }), { minLength: 1 })
    .map((words) => words.join(' '));
  const slug = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join('-'));
  const base64 = fc.uint8Array({ minLength: 32, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  const ordinary = fc.oneof(
    prose,
    slug,
    webUrl,
    fc.uuid(),
    fc.emailAddress(),
    hex(24),
    hex(40).map((digest) => `media/bridge.${digest}.jpg`),
    hex(64).map((digest) => `sha256:${digest}`),
    base64.map((digest) => `sha384-${digest}`),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    slug.map((name) => `{ $env: ${name.toUpperCase().replaceAll('-', '_')} }`),
  );

  it('is never mistaken for a key: prose, slugs, URLs, hashes, ids, names of variables', () => {
    fc.assert(
      fc.property(fc.array(ordinary), (texts) => {
        expect(secretTexts(texts.join('\n'))).toEqual([]);
        expect(secretTexts(texts.join(' '))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
