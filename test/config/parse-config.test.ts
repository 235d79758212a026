import { describe, expect, it } from 'vitest';
import { PROFILES, type Config } from '../../src/config/config.ts';
import { PROFILES as KNOWN_PROFILES } from '../../src/kinds/operation.ts';
import { parse } from './parse.ts';

function configOf(text: string): Config {
  const { config, diagnostics } = parse(text);
  expect(diagnostics).toEqual([]);
  return config!;
}

const PRODUCTION = `
  production:
    baseUrl: https://api.example.com/
    userId: 64b7c0ffee64b7c0ffee0001
    broadcastId: 64b7c0ffee64b7c0ffee0002`;

describe('a valid configuration', () => {
  it('has a default for every setting', () => {
    const { variable: _, environment: _one, programEnvironment: _all, ...settings } = configOf('');
    expect(settings).toEqual({
      root: '/festival',
      file: 'gitcast.config.yaml',
      sharedFolders: [],
      content: 'content',
      output: 'dist',
      defaultTarget: 'local',
      state: 'file',
      site: {
        timezone: 'UTC',
        locales: ['en'],
        offline: true,
        highlight: true,
        redirects: {},
        versions: 'programme/*',
        theme: 'standard',
        fonts: {},
        light: {},
        dark: {},
      },
      guard: { deletes: { count: 10, percent: 30 } },
      targets: {
        local: { type: 'embedded', name: 'local', profile: 'extended', articles: { sharedIds: true }, settle: 0 },
      },
      imports: {},
      publish: {},
      review: 'shown',
      secrets: [],
    });
  });

  it('treats a setting without a value as not set', () => {
    expect(configOf('site:\ntargets:\n  local:\nguard: { deletes: { count: } }')).toMatchObject({
      site: { timezone: 'UTC' },
      guard: { deletes: { count: 10 } },
    });
  });

  it('has one system font for all text styles, or one for each', () => {
    const all = { title: 'serif', subtitle: 'serif', body: 'serif', button: 'serif' };
    expect(configOf('site: { fonts: serif }').site.fonts).toEqual(all);
    expect(configOf('site: { fonts: { title: mono, body: } }').site.fonts).toEqual({ title: 'mono' });
  });

  it('has colours for one scheme, or leaves the scheme out', () => {
    const { site } = configOf('site: { theme: tech, light: false, dark: { accentColor: "#9cf" } }');
    expect(site).toMatchObject({ theme: 'tech', light: false, dark: { accentColor: '#9cf' } });
  });

  it('normalises folders and addresses', () => {
    const config = configOf('content: ./pages//here/\nsite: { url: https://harbour.example/2027/ }');
    expect([config.content, config.site.url]).toEqual(['pages/here', 'https://harbour.example/2027']);
  });

  it('encodes the address of the site if it is not ASCII, because addresses below it are sent to targets', () => {
    const config = configOf(
      'site: { url: https://häfen.example/öl/ }\ntargets: { local: { siteUrl: https://A.example:443/é } }',
    );
    expect(config.site.url).toBe('https://xn--hfen-loa.example/%C3%B6l');
    expect(config.targets['local']!.siteUrl).toBe('https://a.example/%C3%A9');
    expect(configOf('site: { url: https://Harbour.example:443 }').site.url).toBe('https://Harbour.example:443');
  });

  it('keeps the state where it is configured', () => {
    expect(configOf('state: git\nstateRemote: upstream')).toMatchObject({ state: 'git', stateRemote: 'upstream' });
  });

  it('has the defaults of a remote target', () => {
    const { targets } = configOf(`targets:${PRODUCTION}\n    key: { $env: GITCAST_KEY }`);
    expect(targets['production']).toEqual({
      type: 'remote',
      name: 'production',
      history: 'forward',
      baseUrl: 'https://api.example.com',
      userId: '64b7c0ffee64b7c0ffee0001',
      broadcastId: '64b7c0ffee64b7c0ffee0002',
      key: { $env: 'GITCAST_KEY' },
      profile: 'documented',
      articles: { sharedIds: true },
      settle: 60_000,
    });
  });

  it.each([
    'https://gateway.example/cms',
    'https://gateway.example/v1beta',
    'https://v1.example',
    'https://x.example/av1',
    'http://127.0.0.1:8080',
    'http://[::1]:80',
    'http://cms:8080',
  ])('accepts %s as a base URL', (url) => {
    const config = configOf(`targets:${PRODUCTION.replace('https://api.example.com/', url)}\n    key: { $env: K }`);
    expect(config.targets['production']).toMatchObject({ baseUrl: url });
  });

  it('lists the secrets that documents may use', () => {
    expect(configOf('secrets: [HOOK_SECRET, MAIL, MAIL]').secrets).toEqual(['HOOK_SECRET', 'MAIL']);
  });

  it('cannot be changed, at any depth', () => {
    const config = configOf('');
    expect(() => Object.assign(config.guard.deletes, { count: 1000 })).toThrow(TypeError);
    expect(() => Object.assign(config.site.locales, ['fr'])).toThrow(TypeError);
  });

  it.each(['UTC', 'Europe/Paris', 'Europe/Kiev', 'America/Argentina/Buenos_Aires'])(
    'accepts the time zone %s',
    (timezone) => {
      expect(configOf(`site: { timezone: ${timezone} }`).site.timezone).toBe(timezone);
    },
  );

  it('accepts the profiles of the kinds', () => {
    expect(PROFILES).toEqual(KNOWN_PROFILES);
  });
});

describe('an invalid configuration', () => {
  type Refused = [has: string, text: string, place: string, message: string, suggestion?: string];
  const REFUSED: readonly Refused[] = [
    ['a list', '- content', '1:1', 'the configuration must be settings'],
    ['an unknown setting', 'contnet: x', '1:1', 'there is no setting `contnet`', 'did you mean `content`?'],
    [
      'an unknown nested setting',
      'site:\n  timezon: UTC',
      '2:3',
      '`site` has no setting `timezon`',
      'did you mean `timezone`?',
    ],
    [
      'an unknown setting without a similar name',
      'guard: { zebra: 1 }',
      '1:10',
      '`guard` has no setting `zebra`',
      'use deletes',
    ],
    [
      'a folder elsewhere',
      'content: ../other',
      '1:10',
      '`content` must be a folder below the one that contains this file',
    ],
    ['an absolute folder', 'content: /srv', '1:10', '`content` must be a folder below'],
    ['the folder itself', 'output: .', '1:9', '`output` must be a folder below'],
    ['output inside content', 'output: content/site', '1:9', '`content` and `output` must not be inside each other'],
    ['content inside output', 'content: dist/content', '1:10', '`content` and `output` must not be inside each other'],
    ['a remote that looks like a flag', 'stateRemote: -x', '1:14', '`stateRemote` must be the name of a git remote'],
    ['another store', 'state: got', '1:8', '`state` must be file or git, not `got`', 'did you mean `git`?'],
    [
      'a misspelt time zone',
      'site: { timezone: Europe/Pariss }',
      '1:19',
      '`site.timezone` must be a time zone',
      'did you mean `Europe/Paris`?',
    ],
    ['an offset as time zone', 'site: { timezone: +02:00 }', '1:19', '`site.timezone` must be a time zone'],
    ['no language', 'site: { locales: [] }', '1:18', 'must be a list with at least one language, not an empty list'],
    ['no language', 'site: { locales: [fr, german] }', '1:23', '`site.locales[1]` must be the tag of a language'],
    ['an empty item', 'site: { locales: [fr, ~] }', '1:23', '`site.locales[1]` must be the tag of a language'],
    ['another look', 'site: { theme: teck }', '1:16', 'must be standard, tech or mono', 'did you mean `tech`?'],
    ['a font of no device', 'site: { fonts: comic }', '1:16', '`site.fonts` must be system, humanist'],
    ['a colour by name', 'site: { dark: { bodyColor: red } }', '1:28', 'must be a colour in quotes'],
    ['a scheme that is true', 'site: { dark: true }', '1:15', '`site.dark` must be `false`, or settings'],
    ['no scheme', 'site: { light: false, dark: false }', '1:29', 'are both false', 'remove one of them'],
    ['another scheme', 'site: { url: ftp://x.example }', '1:14', '`site.url` must be an http or https URL'],
    ['a password in a URL', 'site: { url: https://me:pw@x.example }', '1:14', 'without user name, query, fragment'],
    ...[
      'https://api.example.com/v1',
      'https://api.example.com/v1/',
      'https://api.example.com//V1//',
      'https://api.example.com/v1/events',
      'https://api.example.com/v1/users/64b7c0ffee64b7c0ffee0001/broadcasts/64b7c0ffee64b7c0ffee0002',
      'https://api.example.com/v1?token=canary',
    ].map((url): [string, string, string, string, string] => [
      `a base URL with the version in it, ${url}`,
      `targets: { production: { baseUrl: "${url}" } }`,
      '1:35',
      '`targets.production.baseUrl` must be the http or https URL of the service, without `/v1`',
      'write `baseUrl: https://api.example.com`',
    ]),
    [
      'a host with a final dot',
      'targets: { production: { baseUrl: "https://api.example.com.:8443/cms." } }',
      '1:35',
      'fragment or final dot',
      'write `baseUrl: https://api.example.com:8443/cms.`',
    ],
    [
      'a percentage above 100',
      'guard: { deletes: { percent: 130 } }',
      '1:30',
      'must be a number from 0 to 100, not `130`',
    ],
    ['half a document', 'guard: { deletes: { count: 1.5 } }', '1:28', 'must be a whole number, 0 or more'],
    [
      'a default that is not a target',
      'defaultTarget: locall',
      '1:16',
      'there is no target `locall`',
      'did you mean `local`?',
    ],
    [
      'a name with capitals',
      `targets:${PRODUCTION.replace('production', 'Prod')}\n    key: { $env: K }`,
      '2:3',
      'the name `Prod` must be lower-case',
    ],
    [
      'a target without an address',
      'targets:\n  prod: { key: { $env: K } }',
      '2:3',
      'is missing baseUrl, userId, broadcastId',
    ],
    ['a target without a key', `targets:${PRODUCTION}`, '2:3', 'the target `production` is missing key'],
    ['a short id', 'targets: { local: { userId: 12 } }', '1:29', 'must be an id of 24 hexadecimal digits'],
    [
      'a remote target called local',
      'targets: { local: { baseUrl: https://x.example } }',
      '1:21',
      '`local` is the embedded service',
    ],
  ];

  it.each([
    'state',
    'site: { url',
    'site: { timezone',
    'site: { theme',
    'publish: { a: { to',
    'targets: { p: { baseUrl',
  ])('is rejected at its place if %s is a group with a setting `toString`', (setting) => {
    const { config, diagnostics } = parse(
      `${setting}: { toString: {} }${' }'.repeat(setting.split('{').length - 1)}\n`,
    );
    expect(config).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toContain('config-value');
  });

  it.each<Refused>(REFUSED)('is rejected if it has %s', (_, text, place, message, suggestion = '') => {
    const found = parse(text).diagnostics.find((diagnostic) => diagnostic.message.includes(message));
    expect(found).toBeDefined();
    expect(`${found!.at.line}:${found!.at.column}`).toBe(place);
    expect(found!.suggestion ?? '').toContain(suggestion);
  });

  it('is reported with all its problems at once, in reading order', () => {
    const { diagnostics } = parse('state: x\nsite: { timezone: x, nope: 1 }\ndefaultTarget: x');
    expect(diagnostics.map(({ code, at }) => `${at.line} ${code}`)).toEqual([
      '1 config-value',
      '2 config-value',
      '2 config-unknown',
      '3 config-value',
    ]);
  });
});

describe('a credential in the configuration', () => {
  const KEY = 'sk_live_4242';

  it.each([
    ['as it is', `key: ${KEY}`],
    ['as the name of a variable', `key: { $env: ${KEY}! }`],
    ['on separate lines', `key:\n      $env: ${KEY}!`],
    ['beside another problem', `key: { $env: K }\n  other: { profile: full, key: ${KEY} }`],
    ['of the embedded service', `key: { $env: K }\n  local: { key: ${KEY} }`],
    ['under a misspelt name', `apiKey: ${KEY}`],
    ['in a URL', `key: { $env: K }\nsite: { url: https://me:${KEY}@x.example }`],
    ['in the query of a URL', `key: { $env: K }\n  other: { baseUrl: "https://x.example/v1?key=${KEY}" }`],
  ])('is rejected and never shown: %s', (_, written) => {
    const { diagnostics } = parse(`targets:${PRODUCTION}\n    ${written}`);
    expect(diagnostics).not.toEqual([]);
    expect(JSON.stringify(diagnostics)).not.toContain(KEY);
  });

  it('is reported with the correct way to write it', () => {
    const [problem] = parse(`targets:${PRODUCTION}\n    key: ${KEY}`).diagnostics;
    expect(problem).toMatchObject({
      code: 'config-value',
      message:
        '`targets.production.key` must be the name of an environment variable, as { $env: NAME }, because this file is meant to be committed',
      at: { line: 6, column: 10, lineText: '    key: …' },
    });
    expect(problem!.suggestion).toContain('{ $env: GITCAST_KEY }');
  });
});
