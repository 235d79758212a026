/** Every setting of gitcast.config.yaml. The types of `Config` are derived from these declarations, with their comments. */
import { isObject, type Json } from '../values/json.ts';
import { isLanguage } from '../values/language.ts';
import {
  flag,
  group,
  inWords,
  listOf,
  needed,
  numberThat,
  oneOf,
  or,
  table,
  textLike,
  textThat,
  value,
  type FormsSetting,
  type ReceivedGroup,
  type ValueSetting,
} from './setting.ts';
import { timezone } from './timezone.ts';

/** The target that always exists. */
export const LOCAL = 'local';

// These lists match render/, which config/ may not import. The compiler compares them where project/ passes them on.
export const THEMES = ['standard', 'tech', 'mono'] as const;
export const FONT_STACKS = ['system', 'humanist', 'geometric', 'rounded', 'serif', 'slab', 'mono'] as const;
const TEXT_STYLES = ['title', 'subtitle', 'body', 'button'] as const;
export const PALETTE_COLOURS = [
  'backgroundColor',
  'accentColor',
  'primaryBackgroundColor',
  'primaryAccentColor',
  'surfaceBackgroundColor',
  'surfaceAccentColor',
  'titleColor',
  'subtitleColor',
  'bodyColor',
  'buttonColor',
  'appBarBackgroundColor',
  'appBarAccentColor',
  'bottomBarBackgroundColor',
  'bottomBarAccentColor',
  'menuColor',
  'chipBackgroundColor',
  'chipAccentColor',
  'countdownBackgroundColor',
  'countdownAccentColor',
] as const;
// The profiles match kinds/, which config/ may not import. A test keeps the two lists equal.
export const PROFILES = ['documented', 'extended'] as const;
const STATE_STORES = ['file', 'git'] as const;
const HISTORIES = ['forward', 'any'] as const;

/** A look that comes with gitcast. */
export type ThemeName = (typeof THEMES)[number];
/** Fonts that devices have, so that visitors load none. */
export type FontStack = (typeof FONT_STACKS)[number];
/** A group of texts with the same font. */
export type TextStyle = (typeof TEXT_STYLES)[number];
/** Colours of one scheme, such as `#0C2B30`. */
export type Palette = Readonly<Partial<Record<(typeof PALETTE_COLOURS)[number], string>>>;
/** `documented`: only operations that the interface shows. `extended`: the conventional ones too. */
export type Profile = (typeof PROFILES)[number];
/** `file`: in `.gitcast/state/`. `git`: on a ref that all clones share. */
export type StateStore = (typeof STATE_STORES)[number];
/** The order in which commits may be synced to a target. */
export type History = (typeof HISTORIES)[number];
/** A language of the site, by its tag, such as `fr` or `pt-BR`. */
export type Locale = string;
/** A secret, identified by its environment variable and never by its value. */
export interface SecretName {
  /** The name of the variable. */
  readonly $env: string;
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const DAY = 24 * 60 * 60 * 1000;

/** `./content/` and `content` are the same folder. */
const plainFolder = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
/** Targets accept only ASCII in addresses. ASCII stays as written. */
const asUri = (url: string): string => (/[^\x21-\x7e]/.test(url) ? new URL(url).href : url);

const folder = { ...textThat('a folder below the one that contains this file', isFolderBelow), takes: plainFolder };
const address: ValueSetting<string> = {
  ...textThat('an http or https URL without user name, query or fragment', isPlainUrl),
  hides: (given) => /[@?]/.test(String(given)),
  takes: withoutSlash,
};
const siteAddress: ValueSetting<string> = { ...address, takes: (url: string) => withoutSlash(asUri(url)) };
/** The version is part of every path that gitcast requests: if the base URL contains it too, every request is a 404. */
const serviceAddress: ValueSetting<string> = {
  ...address,
  expected: 'the http or https URL of the service, without `/v1`, user name, query or fragment',
  accepts: (given) => address.accepts(given) && !VERSIONED.test(String(given)),
  suggest: (given) => {
    const plain = String(given).replace(/[?#].*$/, '');
    const above = plain.replace(VERSIONED, '');
    return above !== String(given) && isPlainUrl(above) ? `write \`baseUrl: ${above}\`` : undefined;
  },
};
const id = textLike('an id of 24 hexadecimal digits', /^[0-9a-f]{24}$/i);

const secret = value<SecretName>({
  expected: 'the name of an environment variable, as { $env: NAME }, because this file is meant to be committed',
  accepts: isSecretName,
  suggest: (given) =>
    typeof given === 'string'
      ? 'put the value in .env, rotate it if it was committed, and write { $env: GITCAST_KEY }'
      : undefined,
  hides: () => true,
});

const remoteName = textLike('the name of a git remote, such as origin', /^[A-Za-z0-9][A-Za-z0-9._/-]*$/);
const lowerCaseName = textLike('lower-case letters, digits and hyphens', /^[a-z0-9][a-z0-9-]*$/);
const variableName = textLike('the name of an environment variable, such as WEBHOOK_SECRET', VARIABLE);
const history = or(oneOf(HISTORIES), 'forward');

const seconds: ValueSetting<number> = {
  ...numberThat('a number of seconds from 0 to 3600', (number) => number >= 0 && number <= 3600),
  takes: (number: number) => number * 1000,
};

const everyTarget = {
  /** `sharedIds`: an article has the same id on both surfaces. */
  articles: group({ sharedIds: or(flag, true) }),
  /** The address of this target's site, if it is not `site.url`. */
  siteUrl: siteAddress,
};

const embedded = {
  embedded: flag,
  /** The operations that the service offers. */
  profile: or(oneOf(PROFILES), 'extended'),
  /** Milliseconds until a list of the service shows the result of a request, at the latest. */
  settle: or(seconds, 0),
};

const remote = {
  embedded: flag,
  /** The URL of the service. */
  baseUrl: needed(serviceAddress),
  /** The user on the service. */
  userId: needed(id),
  /** The broadcast on the service. */
  broadcastId: needed(id),
  key: secret,
  keyA: secret,
  keyB: secret,
  /** The operations that the service offers. */
  profile: or(oneOf(PROFILES), 'documented'),
  /** Milliseconds until a list of the service shows the result of a request, at the latest. */
  settle: or(seconds, 60_000),
  /** `forward`: a sync must include what was synced before. `any`: several branches share the target. */
  history,
  /** Allows sending the key unencrypted to another machine. */
  allowHttp: or(flag, false),
};

interface Named {
  /** Its name in the configuration. */
  readonly name: string;
}

type EveryTarget = Named & ReceivedGroup<typeof everyTarget>;
type WrittenRemote = EveryTarget & ReceivedGroup<typeof remote>;

/** The settings that every target has. */
export interface TargetSettings extends EveryTarget, Omit<ReceivedGroup<typeof embedded>, 'embedded'> {}

/** The service embedded in gitcast. */
export interface EmbeddedTarget extends TargetSettings {
  readonly type: 'embedded';
}

/** A service somewhere else. */
export interface RemoteTarget extends Omit<WrittenRemote, 'embedded' | 'key' | 'keyA' | 'keyB'> {
  readonly type: 'remote';
  /** One key per surface; `key` in the file sets both. */
  readonly keys: { readonly a: SecretName; readonly b: SecretName };
}

/** A place that content is synced to. */
export type Target = EmbeddedTarget | RemoteTarget;

const target: FormsSetting<Target> = {
  type: 'forms',
  common: everyTarget,
  forms: {
    embedded: group(embedded, {
      takes: ({ embedded: _, ...rest }) => ({ type: 'embedded', ...rest }) as EmbeddedTarget,
    }),
    remote: group(remote, {
      takes: ({ embedded: _, key, keyA, keyB, ...rest }) =>
        ({ type: 'remote', ...rest, keys: { a: keyA ?? key, b: keyB ?? key } }) as unknown as RemoteTarget,
    }),
  },
  formOf: (name) => (name === LOCAL ? 'embedded' : 'remote'),
  words: {
    entry: (name) => `the target \`${name}\``,
    foreign: (_, setting) => ({
      message: `\`local\` is the embedded service and has no \`${setting}\``,
      suggestion: ANOTHER_NAME,
    }),
  },
};

export const ANOTHER_NAME = 'use a different name for a remote target';

const path = textThat('a path', (text) => text.trim() !== '' && !/[\0\n~]/.test(text));
/** The link to the current release, below `path`. */
const link = or(path, 'current');
/** Passed to ssh as an argument, so it must not look like an option. */
const hostName = textLike('a host name, such as web.example.org', /^[A-Za-z0-9][A-Za-z0-9._:-]*$/);

const PUBLISH_TO = ['folder', 'ssh', 's3', 'git'] as const;

const everyHost = {
  /** The kind of host. */
  to: needed(oneOf(PUBLISH_TO)),
  /** Milliseconds for which assets that the site no longer has stay published. */
  keepAssets: or(
    {
      ...numberThat('a number of days from 0 to 365', (number) => number >= 0 && number <= 365),
      takes: (days: number) => days * DAY,
    },
    7 * DAY,
  ),
  /** `forward`: a site must include what was published before. `any`: several branches publish there. */
  history,
};

const toFolder = {
  /** Absolute, or relative to the configuration. */
  path: needed(path),
  /** The link to the current release, below `path`. */
  link,
};

const toSsh = {
  /** Its name or address, or a name of the ssh configuration. */
  host: needed(hostName),
  /** Absolute. */
  path: needed({ ...path, takes: withoutSlash }),
  /** The link to the current release, below `path`. */
  link,
  /** The name to log in with. */
  user: textLike('a user name, such as deploy', /^[A-Za-z0-9_][A-Za-z0-9._-]*$/),
  /** The port of ssh. */
  port: numberThat('a port from 1 to 65535', (number) => Number.isSafeInteger(number) && number > 0 && number < 65_536),
};

const toS3 = {
  /** The address of the service. */
  endpoint: needed(address),
  /** The bucket. */
  bucket: needed(
    textLike(
      'the name of a bucket, of 3 to 63 lower-case letters, digits, hyphens and periods',
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    ),
  ),
  /** The key's identifier. */
  key: needed(secret),
  /** The key's secret part. */
  secret: needed(secret),
  /** Without slashes at the ends. */
  prefix: or({ ...textThat('a folder in the bucket, such as festivals/2027', isFolderBelow), takes: plainFolder }, ''),
  /** The region that requests are signed for. */
  region: or(textLike('the name of a region, such as eu-west-1', /^[a-z0-9][a-z0-9-]*$/), 'us-east-1'),
  /** The session token of temporary credentials. */
  token: secret,
  allowHttp: flag,
};

const toGit = {
  /** The branch. */
  branch: needed(textLike('the name of a branch, such as gh-pages', /^[A-Za-z0-9][A-Za-z0-9._/-]*$/)),
  /** The repository; by default the one of the checkout. */
  remote: remoteName,
};

type HostTo<To extends (typeof PUBLISH_TO)[number], S> = Named &
  Omit<ReceivedGroup<typeof everyHost>, 'to'> &
  Omit<ReceivedGroup<S>, 'allowHttp'> & {
    /** The kind of host. */
    readonly to: To;
  };

/** A folder of this machine. */
export interface PublishToFolder extends HostTo<'folder', typeof toFolder> {}
/** A server that is reached by ssh. */
export interface PublishToSsh extends HostTo<'ssh', typeof toSsh> {}
/** Storage with the interface of S3. */
export interface PublishToS3 extends HostTo<'s3', typeof toS3> {}
/** A branch of a repository, such as that of GitHub Pages. */
export interface PublishToGit extends HostTo<'git', typeof toGit> {}
/** A host for the built site. */
export type PublishTo = PublishToFolder | PublishToSsh | PublishToS3 | PublishToGit;

const publishTo: FormsSetting<PublishTo> = {
  type: 'forms',
  common: everyHost,
  forms: {
    folder: group(toFolder),
    ssh: group(toSsh),
    s3: group(toS3, { takes: ({ allowHttp: _, ...host }) => host }),
    git: group(toGit),
  } satisfies Record<(typeof PUBLISH_TO)[number], unknown>,
  formOf: (_, { to }) => PUBLISH_TO.find((each) => each === to),
  words: {
    entry: (name) => `\`publish.${name}\``,
    foreign: (to, setting, own) => ({
      message: `\`to: ${to}\` has no setting \`${setting}\``,
      suggestion: `remove it; \`to: ${to}\` uses ${inWords(own)}`,
    }),
  },
};

const language = textThat('the tag of a language, such as fr, de or pt-BR', isLanguage);

const colour = textLike('a colour in quotes, such as "#0C2B30"', /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i);
const scheme = group<Record<string, typeof colour>, Palette | false>(
  Object.fromEntries(PALETTE_COLOURS.map((name) => [name, colour])),
  { or: value<false>({ expected: '`false`', accepts: (given) => given === false }) },
);
const fontStack = oneOf(FONT_STACKS);
type Fonts = Readonly<Partial<Record<TextStyle, FontStack>>>;
const fonts = group<Record<string, typeof fontStack>, Fonts>(
  Object.fromEntries(TEXT_STYLES.map((name) => [name, fontStack])),
  {
    or: fontStack as ValueSetting<never>,
    // One name is for all text styles.
    takes: (given: string | Fonts): Fonts =>
      typeof given === 'string' ? Object.fromEntries(TEXT_STYLES.map((style) => [style, given])) : given,
  },
);

const site = {
  /** Absent until the site is published: an invented address would end up in feeds and on the wire. */
  url: siteAddress,
  /** The time zone of times without an offset. UTC is the only one that is the same on every machine. */
  timezone: or(timezone, 'UTC'),
  /** The languages of the site; the first is the default for texts. */
  locales: or(listOf('a list with at least one language', language), ['en']),
  /** Whether pages without a picture get a drawn link preview (default: if the site has at most 1,000 pages). */
  cards: flag,
  /** False: the site has no service worker, and an earlier one is removed from the devices of visitors. */
  offline: or(flag, true),
  /** False: code in texts has no colours. */
  highlight: or(flag, true),
  /** True: each page has a Markdown version beside it, and `/llms.txt` lists them. */
  markdown: or(flag, false),
  /** The look that the broadcast's own theme is applied to. */
  theme: or(oneOf(THEMES), 'standard'),
  /** System fonts that replace those of the theme, by text style. */
  fonts,
  /** Colours of the light scheme alone. False: the site has no light scheme. */
  light: scheme,
  /** Colours of the dark scheme alone. False: the site has no dark scheme. */
  dark: scheme,
};

/** The settings of the site. */
export interface Site extends ReceivedGroup<typeof site> {}

const deletes = {
  /** The most deletions, as a number. */
  count: or(
    numberThat('a whole number, 0 or more', (number) => Number.isSafeInteger(number) && number >= 0),
    10,
  ),
  /** The most deletions, as a part of the managed objects. */
  percent: or(
    numberThat('a number from 0 to 100', (number) => number >= 0 && number <= 100),
    30,
  ),
};

/** A plan that would delete more than this is refused. */
export interface DeleteLimits extends ReceivedGroup<typeof deletes> {}

const guard = { deletes: group<typeof deletes, DeleteLimits>(deletes) };

const all = {
  /** The content folder. */
  content: or(folder, 'content'),
  /** The folder of the built site. */
  output: or(folder, 'dist'),
  /** The target of calls that name none. */
  defaultTarget: or(
    textThat('the name of a target', (text) => text !== ''),
    LOCAL,
  ),
  /** Where the state of the last sync is kept. */
  state: or(oneOf(STATE_STORES), 'file'),
  /** The git remote that keeps the state; absent for the default one. */
  stateRemote: remoteName,
  /** The settings of the site. */
  site: group<typeof site, Site>(site),
  /** The limits above which a plan is refused. */
  guard: group(guard),
  /** The variables that documents may use as secrets. */
  secrets: or(listOf('a list of environment variable names', { ...variableName, hides: () => true }), []),
  /** Where the built site is published, by name. */
  publish: table(lowerCaseName, publishTo),
  // Accepted until version 0.4, whatever it holds.
  cache: { ...value<never>({ expected: 'absent', accepts: () => true }), retired: true } as const,
  /** The targets, by name. */
  targets: table(lowerCaseName, target),
};

export const settings = group(all);

/** The settings of the configuration file, with defaults for the rest. */
export type WrittenSettings = ReceivedGroup<typeof all>;

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
