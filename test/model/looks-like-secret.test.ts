import { describe, expect, it } from 'vitest';
import { problems, inShort, textsOf } from './harbour.ts';

/** Assembled here, so that a search of this repository for keys finds none. */
const KEY = ['gck', '0example'.repeat(4)].join('_');
const WORKFLOW = (config: string): string =>
  `name: Mail\nentryNodeId: a\nnodes:\n  - id: a\n    type: http\n    config: ${config}\n`;

describe('a text that looks like a key', () => {
  it.each([
    ['in a value', 'articles/a.md', `---\ntitle: ${KEY}\nstatus: draft\n---\nText.\n`, '2:8'],
    ['in a comment', 'articles/a.md', `---\ntitle: A # ${KEY}\nstatus: draft\n---\nText.\n`, '2:12'],
    ['in a text', 'articles/a.md', `---\ntitle: A\nstatus: draft\n---\nText.\n\n    ${KEY}\n`, '7:5'],
    ['deeply nested', 'broadcast.yaml', `name: A\ncapabilities:\n  x: [1, {y: ${KEY}}]\n`, '3:14'],
  ])('is a warning at its place, and is not shown: %s', (_, path, text, place) => {
    const found = problems({ [path]: text }).filter(({ code }) => code === 'looks-like-secret');
    expect(found.map(({ at, severity }) => `${severity} ${at.line}:${at.column}`)).toEqual([`warning ${place}`]);
    expect(found[0]!.message).toContain('36 characters starting with `gck_`');
    expect(textsOf(found[0]!)).not.toContain(KEY.slice(0, 5));
  });

  it('in a translation is found there', () => {
    const files = {
      'articles/a.md': '---\ntitle: A\nstatus: draft\n---\nText.\n',
      'articles/a.en.md': `---\ntitle: A\n---\n${KEY}\n`,
    };
    expect(inShort(files)).toEqual(['looks-like-secret 4:1']);
  });

  it('is not shown by any other problem of the file either', () => {
    const files = [
      { 'pages/a.yaml': `title: A\nurl: ${KEY}\n` },
      { 'pages/a.yaml': `title: A\n${KEY}: 5\n` },
      { 'pages/a.yaml': `title: A\nblocks: [{type: ${KEY}}]\n` },
      { 'pages/a.yaml': `title: "A ${KEY}\n` },
      { 'events/a.yaml': `title: A\nstart_time: ${KEY}\nend_time: ${KEY}\nplace_id: places/${KEY}\n` },
    ];
    for (const each of files) {
      const found = problems(each);
      expect(found).not.toEqual([]);
      expect(found.map(textsOf).join('\n')).not.toContain(KEY.slice(0, 5));
    }
  });

  it('is not a second problem if a credential is in plain text anyway', () => {
    const files = { 'webhooks/a.yaml': `url: https://a.example\nevents: [event.created]\nsecret: ${KEY}\n` };
    expect(inShort(files)).toEqual(['plain-secret 3:1']);
  });
});

describe('a credential in an object that the interface leaves undefined', () => {
  it.each(['apiKey', 'api_key', 'password', 'clientSecret', 'access-token', 'Authorization'])(
    'is recognised by its name: %s',
    (name) => {
      const [problem, ...others] = problems({
        'workflows/a.yaml': WORKFLOW(`{ deep: [{ ${name}: hunter2-and-more }] }`),
      });
      expect([problem?.code, problem?.severity, others]).toEqual(['looks-like-secret', 'warning', []]);
      expect(textsOf(problem!)).not.toContain('hunter2');
      expect(problem!.suggestion).toContain('this field cannot name a secret');
    },
  );

  it.each([
    ['{ passwordHint: the-usual-one }'],
    ['{ designTokens: primary-colour }'],
    ['{ token: "{{ secrets.MAIL }}" }'],
    ['{ password: "Ask at the desk." }'],
    ['{ secret: true }'],
    ['{ tokenUrl: "https://login.example/token" }'],
  ])('is not suspected if the value is a name or a sentence: %s', (config) => {
    expect(inShort({ 'workflows/a.yaml': WORKFLOW(config) })).toEqual([]);
  });

  it('is not suspected for a password that visitors see', () => {
    const text = '---\ntitle: Wifi\nstatus: draft\n---\nNetwork: harbour\nPassword: river-2027\nToken: FREE-BEER\n';
    expect(inShort({ 'articles/a.md': text })).toEqual([]);
  });
});
