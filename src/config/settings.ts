/** Every setting of gitcast.config.yaml. */
import { isObject, type Json } from '../values/json.ts';
import { isLanguage } from '../values/language.ts';
import {
  FONT_STACKS,
  HISTORIES,
  PALETTE_COLOURS,
  PROFILES,
  PUBLISH_TO,
  STATE_STORES,
  TEXT_STYLES,
  THEMES,
} from './config.ts';
import {
  flag,
  group,
  listOf,
  numberThat,
  oneOf,
  table,
  textLike,
  textThat,
  type Setting,
  type ValueSetting,
} from './setting.ts';
import { timezone } from './timezone.ts';

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const folder = textThat('a folder below the one that contains this file', isFolderBelow);
const address: ValueSetting = {
  ...textThat('an http or https URL without user name, query or fragment', isPlainUrl),
  hides: (value) => /[@?]/.test(String(value)),
};
/** The version is part of every path that gitcast requests: if the base URL contains it too, every request is a 404. */
const serviceAddress: ValueSetting = {
  ...address,
  expected: 'the http or https URL of the service, without `/v1`, user name, query or fragment',
  accepts: (value) => address.accepts(value) && !VERSIONED.test(String(value)),
  suggest: (value) => {
    const plain = String(value).replace(/[?#].*$/, '');
    const above = plain.replace(VERSIONED, '');
    return above !== String(value) && isPlainUrl(above) ? `write \`baseUrl: ${above}\`` : undefined;
  },
};
const id = textLike('an id of 24 hexadecimal digits', /^[0-9a-f]{24}$/i);

const secret: ValueSetting = {
  type: 'value',
  expected: 'the name of an environment variable, as { $env: NAME }, because this file is meant to be committed',
  accepts: isSecretName,
  suggest: (value) =>
    typeof value === 'string'
      ? 'put the value in .env, rotate it if it was committed, and write { $env: GITCAST_KEY }'
      : undefined,
  hides: () => true,
};

const remoteName = textLike('the name of a git remote, such as origin', /^[A-Za-z0-9][A-Za-z0-9._/-]*$/);
const lowerCaseName = textLike('lower-case letters, digits and hyphens', /^[a-z0-9][a-z0-9-]*$/);
const variableName = textLike('the name of an environment variable, such as WEBHOOK_SECRET', VARIABLE);

const target = group({
  embedded: flag,
  baseUrl: serviceAddress,
  userId: id,
  broadcastId: id,
  key: secret,
  keyA: secret,
  keyB: secret,
  profile: oneOf(PROFILES),
  articles: group({ sharedIds: flag }),
  siteUrl: address,
  settle: numberThat('a number of seconds from 0 to 3600', (number) => number >= 0 && number <= 3600),
  history: oneOf(HISTORIES),
  allowHttp: flag,
});

const path = textThat('a path', (text) => text.trim() !== '' && !/[\0\n~]/.test(text));
/** Passed to ssh as an argument, so it must not look like an option. */
const hostName = textLike('a host name, such as web.example.org', /^[A-Za-z0-9][A-Za-z0-9._:-]*$/);

const publishTo = group({
  to: oneOf(PUBLISH_TO),
  path,
  link: path,
  host: hostName,
  user: textLike('a user name, such as deploy', /^[A-Za-z0-9_][A-Za-z0-9._-]*$/),
  port: numberThat('a port from 1 to 65535', (number) => Number.isSafeInteger(number) && number > 0 && number < 65_536),
  endpoint: address,
  bucket: textLike(
    'the name of a bucket, of 3 to 63 lower-case letters, digits, hyphens and periods',
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  ),
  prefix: textThat('a folder in the bucket, such as festivals/2027', isFolderBelow),
  region: textLike('the name of a region, such as eu-west-1', /^[a-z0-9][a-z0-9-]*$/),
  key: secret,
  secret,
  token: secret,
  allowHttp: flag,
  branch: textLike('the name of a branch, such as gh-pages', /^[A-Za-z0-9][A-Za-z0-9._/-]*$/),
  remote: remoteName,
  keepAssets: numberThat('a number of days from 0 to 365', (number) => number >= 0 && number <= 365),
  history: oneOf(HISTORIES),
});

/** Accepted until version 0.4, whatever it holds, and without effect. */
const retired: ValueSetting = { type: 'value', expected: 'absent', accepts: () => true };

const language = textThat('the tag of a language, such as fr, de or pt-BR', isLanguage);

const colour = textLike('a colour in quotes, such as "#0C2B30"', /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i);
const scheme = group(Object.fromEntries(PALETTE_COLOURS.map((name) => [name, colour])), {
  type: 'value',
  expected: '`false`',
  accepts: (value) => value === false,
});
const fontStack = oneOf(FONT_STACKS);

export const settings: Setting = group({
  content: folder,
  output: folder,
  defaultTarget: textThat('the name of a target', (text) => text !== ''),
  state: oneOf(STATE_STORES),
  stateRemote: remoteName,
  site: group({
    url: address,
    timezone,
    locales: listOf('a list with at least one language', language),
    cards: flag,
    offline: flag,
    highlight: flag,
    markdown: flag,
    theme: oneOf(THEMES),
    fonts: group(Object.fromEntries(TEXT_STYLES.map((name) => [name, fontStack])), fontStack),
    light: scheme,
    dark: scheme,
  }),
  guard: group({
    deletes: group({
      count: numberThat('a whole number, 0 or more', (number) => Number.isSafeInteger(number) && number >= 0),
      percent: numberThat('a number from 0 to 100', (number) => number >= 0 && number <= 100),
    }),
  }),
  secrets: listOf('a list of environment variable names', { ...variableName, hides: () => true }),
  publish: table(lowerCaseName, publishTo),
  cache: retired,
  targets: table(lowerCaseName, target),
});

function isFolderBelow(text: string): boolean {
  const parts = text.split('/');
  return (
    text !== '' &&
    !/^[/\\~]|^[A-Za-z]:|\\/.test(text) &&
    !parts.includes('..') &&
    parts.some((part) => part !== '.' && part !== '')
  );
}

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && !/[?#]/.test(text);
}

/** Includes the path segments that people copy from an API example. */
const VERSIONED = /(?<=[^/])\/+v1(?:\/+(?:users|events|places|articles|webhooks)(?:\/.*)?)?\/*$/i;

function isSecretName(value: Json): boolean {
  if (!isObject(value)) return false;
  const name = value['$env'];
  return Object.keys(value).length === 1 && typeof name === 'string' && VARIABLE.test(name);
}
