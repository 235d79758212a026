import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../seed.ts';
import { stringify } from 'yaml';
import { readContent } from '../../src/content/read-content.ts';
import { checkContent } from '../../src/model/check-content.ts';
import { check, harbour, inShort, problems, settings, textsOf } from './harbour.ts';

const WEBHOOK = 'url: https://hooks.example.org/newsroom\nevents: [article.published]\n';

/** True if a secret of these files is in any message about them. */
const tells = (files: Readonly<Record<string, string>>, secret = 'hunter2'): boolean =>
  problems(files).some((problem) => textsOf(problem).includes(secret));

describe('a credential', () => {
  it('is the name of an environment variable', () => {
    const { broadcast, diagnostics } = check({ 'webhooks/a.yaml': `${WEBHOOK}secret: { $env: HOOK_SECRET }\n` });
    expect(diagnostics).toEqual([]);
    expect(broadcast.entities.get('webhooks/a')!.fields).toMatchObject({ secret: { $env: 'HOOK_SECRET' } });
  });

  it('may be null', () => {
    expect(inShort({ 'webhooks/a.yaml': `${WEBHOOK}secret: ~\n` })).toEqual([]);
  });

  it.each([
    ['a text', 'hunter2'],
    ['a quoted text', '"hunter2"'],
    ['a number', '12345'],
    ['a boolean', 'true'],
    ['a list', '[hunter2]'],
    ['a set', '{hunter2}'],
    ['a different group', '{value: hunter2}'],
    ['a variable and more', '{$env: NAME, value: hunter2}'],
    ['a number as the variable', '{$env: 12345}'],
    ['several lines', '|\n  hunter2\n  hunter2'],
    ['several quoted lines', '"hunter2\n  hunter2"'],
  ])('that is %s is rejected, whatever its type, and not shown', (_, written) => {
    const files = { 'webhooks/a.yaml': `${WEBHOOK}secret: ${written}\n` };
    expect(inShort(files)).toEqual(['plain-secret 3:1']);
    expect(tells(files)).toBe(false);
    expect(tells(files, '12345')).toBe(false);
    expect(check(files).broadcast.entities.has('webhooks/a')).toBe(false);
  });

  it('that is given as the name of a variable is not shown either', () => {
    const files = { 'webhooks/a.yaml': `${WEBHOOK}secret: {$env: hunter2/+=}\n` };
    expect(inShort(files)).toEqual(['bad-name 3:1']);
    expect(tells(files)).toBe(false);
  });

  it('has a suggestion with a name for the variable', () => {
    expect(problems({ 'webhooks/a.yaml': `${WEBHOOK}secret: x\n` })).toMatchObject([
      {
        suggestion:
          'set an environment variable, list it under `secrets:` in gitcast.config.yaml, and write { $env: WEBHOOK_SECRET }',
      },
    ]);
  });

  it('also exists in sign-in providers', () => {
    const files = { 'broadcast.yaml': 'name: A\nauthProviders:\n  - type: fixedKeys\n    key: hunter2\n' };
    expect(inShort(files)).toEqual(['plain-secret 4:5']);
    expect(tells(files)).toBe(false);
  });
});

describe('a secret that a document names', () => {
  const listed = (secrets: readonly string[], name: string) => {
    const files = harbour({ 'webhooks/a.yaml': `${WEBHOOK}secret: { $env: ${name} }\n` });
    return checkContent(readContent(files, { prefix: 'content/' }), { ...settings, secrets });
  };

  it('is one that the configuration lists', () => {
    const { broadcast, diagnostics } = listed(['HOOK_SECRET'], 'HOOK_SECRET');
    expect(diagnostics).toEqual([]);
    expect(broadcast.entities.has('webhooks/a')).toBe(true);
  });

  it.each([
    [[], 'add the line `secrets: [HOOK_SECRET]` in gitcast.config.yaml'],
    [['MAIL'], 'change the list to `secrets: [MAIL, HOOK_SECRET]` in gitcast.config.yaml'],
    [['HOOK_SECRETS'], 'did you mean `HOOK_SECRETS`?'],
  ])('is an error with the edit to make if the list is %j', (secrets, suggestion) => {
    const { broadcast, diagnostics } = listed(secrets, 'HOOK_SECRET');
    expect(diagnostics).toMatchObject([{ code: 'unlisted-secret', severity: 'error', suggestion }]);
    expect(broadcast.entities.has('webhooks/a')).toBe(false);
  });

  it('is never the key of a target, which the list rejects: the edit is a separate variable', () => {
    const files = harbour({ 'webhooks/a.yaml': `${WEBHOOK}secret: { $env: GITCAST_KEY }\n` });
    const keys = { ...settings, secrets: ['GITCAST_KEYS'], keys: ['GITCAST_KEY'] };
    const { broadcast, diagnostics } = checkContent(readContent(files, { prefix: 'content/' }), keys);
    expect(diagnostics).toMatchObject([
      {
        code: 'unlisted-secret',
        message: '`GITCAST_KEY` is a key or a token, which documents can never send',
        suggestion:
          'use a separate variable, such as { $env: WEBHOOK_SECRET }, and list it under `secrets:` in gitcast.config.yaml',
      },
    ]);
    expect(broadcast.entities.has('webhooks/a')).toBe(false);
  });

  const NODE = 'name: W\nentryNodeId: a\nnodes:\n  - { id: a, type: http, name: A, position: [0, 0], config: ';

  it.each([
    ['an open object', 'pages/a.yaml', 'title: A\nstatus: draft\nmetadata: { token: { $env: HOOK } }\n'],
    ['a list', 'pages/a.yaml', 'title: A\nstatus: draft\nmetadata: { tokens: [1, { $env: HOOK }] }\n'],
    ['an object that has more', 'pages/a.yaml', 'title: A\nstatus: draft\nmetadata: { a: { $env: HOOK, b: 1 } }\n'],
    ['a group that contains something else', 'pages/a.yaml', 'title: A\nstatus: draft\nmetadata: { $env: [HOOK] }\n'],
    ['a translation', 'pages/a.yaml', 'title: A\nstatus: draft\nlocaleDetails: { en: { extra: { $env: HOOK } } }\n'],
    ['a block', 'pages/a.yaml', 'title: A\nstatus: draft\nblocks: [{ type: divider, key: { $env: HOOK } }]\n'],
    ['a local key', 'events/a.yaml', 'title: A\nstart_time: 2027-06-18T20:30:00\n$locales: { en: { $env: HOOK } }\n'],
    ['a text', 'places/a.yaml', 'name: { $env: HOOK }\n'],
    ['a workflow node', 'workflows/a.yaml', `${NODE}{ headers: { Authorization: { $env: HOOK } } } }\n`],
  ])('is not allowed in %s', (_, path, text) => {
    const found = problems({ [path]: text });
    expect(found.map(({ code }) => code)).toContain('misplaced-secret');
    expect(check({ [path]: text }).broadcast.entities.size).toBe(1);
  });

  it('is not allowed in a workflow node, and the error explains why', () => {
    expect(problems({ 'workflows/a.yaml': `${NODE}{ deep: [{ $env: HOOK }] } }\n` })).toMatchObject([
      {
        code: 'misplaced-secret',
        message: expect.stringMatching(/^the configuration of a workflow node cannot hold a secret/),
      },
    ]);
  });

  it('is not meant by data that is written with two dollar signs', () => {
    const text = 'title: A\nstatus: draft\nmetadata: { $$env: HOOK, list: [{ $$env: HOOK }] }\n';
    expect(inShort({ 'pages/a.yaml': text })).toEqual([]);
  });
});

describe('no other problem of the file shows it', () => {
  it.each([
    [
      'an unknown key next to it on the line',
      'webhooks/a.yaml',
      '{url: "https://a.example", events: [], secret: hunter2, x: 1}',
    ],
    ['a wrong value next to it on the line', 'webhooks/a.yaml', '{url: 5, events: 6, secret: hunter2}'],
    ['its name, misspelt', 'webhooks/a.yaml', `${WEBHOOK}secert: hunter2\n`],
    ['its name in capitals', 'webhooks/a.yaml', `${WEBHOOK}SECRET: hunter2\n`],
    ['the same key twice', 'webhooks/a.yaml', `${WEBHOOK}secret: { $env: NAME }\nsecret: hunter2\n`],
    ['an unclosed quote', 'webhooks/a.yaml', `${WEBHOOK}secret: "hunter2\n`],
    ['words after a quote', 'webhooks/a.yaml', `${WEBHOOK}secret: "x" hunter2\n`],
    ['a missing space', 'webhooks/a.yaml', `secret:hunter2\n${WEBHOOK}`],
    ['a colon inside', 'webhooks/a.yaml', `${WEBHOOK}secret: hunter2: x\n`],
    ['a YAML indicator at its start: *', 'webhooks/a.yaml', `${WEBHOOK}secret: *hunter2\n`],
    ['a YAML indicator at its start: !', 'webhooks/a.yaml', `${WEBHOOK}secret: !hunter2 x\n`],
    ['a YAML indicator at its start: |', 'webhooks/a.yaml', `${WEBHOOK}secret: |hunter2\n`],
    ['a YAML indicator at its start: @', 'webhooks/a.yaml', `${WEBHOOK}secret: @hunter2\n`],
    ['a YAML indicator at its start: }', 'webhooks/a.yaml', `${WEBHOOK}secret: }hunter2\n`],
    ['an alias that expands to it', 'webhooks/a.yaml', `${WEBHOOK}secret:\n  - &a hunter2\n  - *a\n`],
    ['a wrong type next to it', 'broadcast.yaml', 'name: A\nauthProviders: [{type: 5, key: hunter2}]\n'],
    ['an unknown key next to it', 'broadcast.yaml', 'name: A\nauthProviders:\n  - kye: hunter2\n'],
    [
      'credentials that gitcast never reads',
      'broadcast.yaml',
      'name: A\nauthData: [{type: basic, basic: {password: hunter2}}]\n',
    ],
    ['a list in place of a group', 'broadcast.yaml', 'name: A\nauthProviders: {key: hunter2}\n'],
  ])('%s', (_, path, text) => {
    expect(problems({ [path]: text })).not.toEqual([]);
    expect(tells({ [path]: text })).toBe(false);
  });

  it('a number that is too long to be exact', () => {
    const files = { 'webhooks/a.yaml': `${WEBHOOK}secret: 111222333444555666777\n` };
    expect(problems(files)).toMatchObject([{ code: 'plain-secret' }, { code: 'number-not-exact' }]);
    expect(tells(files, '111222')).toBe(false);
  });

  it('for any value, and any other problem', () => {
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
      { numRuns: runs({ test: 200, proof: 3000 }) },
    );
  });

  it('in any other document nothing is hidden', () => {
    const text = stringify({ title: 'A', blocks: [{ type: 'divider', key: 5 }] });
    expect(problems({ 'pages/a.yaml': text })).toMatchObject([{ at: { lineText: '    key: 5' } }]);
  });
});
