import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { check, inShort, problems, textsOf } from './harbour.ts';

const WEBHOOK = 'url: https://hooks.example.org/newsroom\nevents: [article.published]\n';

/** Whether a secret of these files is anywhere in what is said about them. */
const tells = (files: Readonly<Record<string, string>>, secret = 'hunter2'): boolean =>
  problems(files).some((problem) => textsOf(problem).includes(secret));

describe('a credential', () => {
  test('is the name of an environment variable', () => {
    const { broadcast, diagnostics } = check({ 'webhooks/a.yaml': `${WEBHOOK}secret: { $env: HOOK_SECRET }\n` });
    expect(diagnostics).toEqual([]);
    expect(broadcast.entities.get('webhooks/a')!.fields).toMatchObject({ secret: { $env: 'HOOK_SECRET' } });
  });

  test('may be null', () => {
    expect(inShort({ 'webhooks/a.yaml': `${WEBHOOK}secret: ~\n` })).toEqual([]);
  });

  test.each([
    ['a text', 'hunter2'],
    ['a quoted text', '"hunter2"'],
    ['a number', '12345'],
    ['a truth', 'true'],
    ['a list', '[hunter2]'],
    ['a set', '{hunter2}'],
    ['another group', '{value: hunter2}'],
    ['a variable and more', '{$env: NAME, value: hunter2}'],
    ['a number as the variable', '{$env: 12345}'],
    ['several lines', '|\n  hunter2\n  hunter2'],
    ['several quoted lines', '"hunter2\n  hunter2"'],
  ])('that is %s is refused, whatever its type, and not shown', (_, written) => {
    const files = { 'webhooks/a.yaml': `${WEBHOOK}secret: ${written}\n` };
    expect(inShort(files)).toEqual(['plain-secret 3:1']);
    expect(tells(files)).toBe(false);
    expect(tells(files, '12345')).toBe(false);
    expect(check(files).broadcast.entities.has('webhooks/a')).toBe(false);
  });

  test('that is given as the name of a variable is not shown either', () => {
    const files = { 'webhooks/a.yaml': `${WEBHOOK}secret: {$env: hunter2/+=}\n` };
    expect(inShort(files)).toEqual(['bad-name 3:1']);
    expect(tells(files)).toBe(false);
  });

  test('has a suggestion with a name for the variable', () => {
    expect(problems({ 'webhooks/a.yaml': `${WEBHOOK}secret: x\n` })).toMatchObject([
      { suggestion: 'set an environment variable and write { $env: WEBHOOK_SECRET }' },
    ]);
  });

  test('of a way to sign in is one too', () => {
    const files = { 'broadcast.yaml': 'name: A\nauthProviders:\n  - type: fixedKeys\n    key: hunter2\n' };
    expect(inShort(files)).toEqual(['plain-secret 4:5']);
    expect(tells(files)).toBe(false);
  });
});

describe('no other problem of the file shows it', () => {
  test.each([
    [
      'a key that is unknown beside it on the line',
      'webhooks/a.yaml',
      '{url: "https://a.example", events: [], secret: hunter2, x: 1}',
    ],
    ['a wrong value beside it on the line', 'webhooks/a.yaml', '{url: 5, events: 6, secret: hunter2}'],
    ['its name, misspelt', 'webhooks/a.yaml', `${WEBHOOK}secert: hunter2\n`],
    ['its name in capitals', 'webhooks/a.yaml', `${WEBHOOK}SECRET: hunter2\n`],
    ['the same key twice', 'webhooks/a.yaml', `${WEBHOOK}secret: { $env: NAME }\nsecret: hunter2\n`],
    ['a quote that is not closed', 'webhooks/a.yaml', `${WEBHOOK}secret: "hunter2\n`],
    ['words after a quote', 'webhooks/a.yaml', `${WEBHOOK}secret: "x" hunter2\n`],
    ['a space that is missing', 'webhooks/a.yaml', `secret:hunter2\n${WEBHOOK}`],
    ['a colon inside', 'webhooks/a.yaml', `${WEBHOOK}secret: hunter2: x\n`],
    ['a sign of YAML at its beginning: *', 'webhooks/a.yaml', `${WEBHOOK}secret: *hunter2\n`],
    ['a sign of YAML at its beginning: !', 'webhooks/a.yaml', `${WEBHOOK}secret: !hunter2 x\n`],
    ['a sign of YAML at its beginning: |', 'webhooks/a.yaml', `${WEBHOOK}secret: |hunter2\n`],
    ['a sign of YAML at its beginning: @', 'webhooks/a.yaml', `${WEBHOOK}secret: @hunter2\n`],
    ['a sign of YAML at its beginning: }', 'webhooks/a.yaml', `${WEBHOOK}secret: }hunter2\n`],
    ['an alias that unfolds to it', 'webhooks/a.yaml', `${WEBHOOK}secret:\n  - &a hunter2\n  - *a\n`],
    ['a wrong type beside it', 'broadcast.yaml', 'name: A\nauthProviders: [{type: 5, key: hunter2}]\n'],
    ['an unknown key beside it', 'broadcast.yaml', 'name: A\nauthProviders:\n  - kye: hunter2\n'],
    [
      'credentials that gitcast never reads',
      'broadcast.yaml',
      'name: A\nauthData: [{type: basic, basic: {password: hunter2}}]\n',
    ],
    ['a list where a group belongs', 'broadcast.yaml', 'name: A\nauthProviders: {key: hunter2}\n'],
  ])('%s', (_, path, text) => {
    expect(problems({ [path]: text })).not.toEqual([]);
    expect(tells({ [path]: text })).toBe(false);
  });

  test('a number that is too long to be exact', () => {
    const files = { 'webhooks/a.yaml': `${WEBHOOK}secret: 111222333444555666777\n` };
    expect(problems(files)).toMatchObject([{ code: 'plain-secret' }, { code: 'number-not-exact' }]);
    expect(tells(files, '111222')).toBe(false);
  });

  test('whatever stands there, and whatever else is wrong', () => {
    const secret = fc.string({
      unit: fc.constantFrom(...'abcxyz0189-_/+=:#{}[]"\'|>&*!%@` ,.?'),
      minLength: 5,
      maxLength: 20,
    });
    const marked = secret.map((text) => `Zq7${text}Zq7`);
    const written = fc.oneof(
      marked,
      marked.map((text) => JSON.stringify(text)),
      marked.map((text) => `[${text}]`),
      marked.map((text) => `{ $env: ${text} }`),
      marked.map((text) => `\n  ${text}`),
      marked.map((text) => `|\n  ${text}`),
      fc.tuple(fc.constantFrom(...'*&!|>%@`}]"\''), marked).map((parts) => parts.join('')),
    );
    const beside = fc.constantFrom('', 'x: 1\n', 'url: 5\n', 'events: 7\n', '\tx\n', 'secret: again\n', '}\n');
    fc.assert(
      fc.property(written, beside, (value, other) => {
        const files = { 'webhooks/a.yaml': `${WEBHOOK}secret: ${value}\n${other}` };
        for (const problem of problems(files)) expect(textsOf(problem)).not.toContain('Zq7');
      }),
      { numRuns: 600 },
    );
  });

  test('in any other document nothing is hidden', () => {
    const text = stringify({ title: 'A', blocks: [{ type: 'divider', key: 5 }] });
    expect(problems({ 'pages/a.yaml': text })).toMatchObject([{ at: { lineText: '    key: 5' } }]);
  });
});
