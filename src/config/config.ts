/** Every setting of gitcast.config.yaml. The types of `Config` are derived from these declarations, with their comments. */
import { isObject } from '../values/json.ts';
import { isLanguage } from '../values/language.ts';
import * as is from '../values/shape.ts';
import { flag, optional, withDefault } from '../values/shape.ts';
import {
  byWord,
  form,
  group,
  listOf,
  numberThat,
  oneOf,
  orEmpty,
  table,
  textLike,
  textThat,
  timezone,
} from './setting-shapes.ts';

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

const folder = is.readAs(textThat('a folder below the one that contains this file', isFolderBelow), plainFolder);
const isCredentialIn = (url: unknown): boolean => /[@?]/.test(typeof url === 'string' ? url : JSON.stringify(url));
const writtenAddress = textThat('an http or https URL without user name, query, fragment or final dot', isPlainUrl, {
  isSecret: isCredentialIn,
});
const siteAddress = is.readAs(writtenAddress, (url) => withoutSlash(asUri(url)));
/** The version is part of every path that gitcast requests: if the base URL contains it too, every request is a 404. */
const serviceAddress = is.readAs(
  textThat(
    'the http or https URL of the service, without `/v1`, user name, query, fragment or final dot',
    (url) => isPlainUrl(url) && !VERSIONED.test(url),
    {
      isSecret: isCredentialIn,
      suggest: (given) => {
        if (typeof given !== 'string') return undefined;
        const above = given
          .replace(/[?#].*$/, '')
          .replace(VERSIONED, '')
          .replace(FINAL_DOT, '');
        return above !== given && isPlainUrl(above) ? `write \`baseUrl: ${above}\`` : undefined;
      },
    },
  ),
  withoutSlash,
);
const id = textLike('an id of 24 hexadecimal digits', /^[0-9a-f]{24}$/i);

const secret = is.shape<SecretName>(
  'the name of an environment variable, as { $env: NAME }, because this file is meant to be committed',
  isSecretName,
  {
    isSecret: () => true,
    suggest: (given) =>
      typeof given === 'string'
        ? 'put it in .env as GITCAST_KEY=KEY@HOST, rotate it if it was committed, and write { $env: GITCAST_KEY }'
        : undefined,
  },
);

const remoteName = textLike('the name of a git remote, such as origin', /^[A-Za-z0-9][A-Za-z0-9._/-]*$/);
const lowerCaseName = textLike('lower-case letters, digits and hyphens', /^[a-z0-9][a-z0-9-]*$/);
const variableName = textLike('the name of an environment variable, such as WEBHOOK_SECRET', VARIABLE, {
  isSecret: () => true,
});

const seconds = is.readAs(
  numberThat('a number of seconds from 0 to 3600', (number) => number >= 0 && number <= 3600),
  (number) => number * 1000,
);

const embedded = {
  /** `sharedIds`: an article has the same id on both surfaces. */
  articles: orEmpty(group({ sharedIds: withDefault(flag, true) })),
  /** The address of this target's site, if it is not `site.url`. */
  siteUrl: optional(siteAddress),
  /** The operations that the service offers. */
  profile: withDefault(oneOf(PROFILES), 'extended'),
  /** Milliseconds until the service shows the result of a request, in lists and by id, at the latest. */
  settle: withDefault(seconds, 0),
};

const remote = {
  ...embedded,
  /** The URL of the service. */
  baseUrl: serviceAddress,
  /** The user on the service. */
  userId: id,
  /** The broadcast on the service. */
  broadcastId: id,
  /** Its API key. */
  key: secret,
  /** The operations that the service offers. */
  profile: withDefault(oneOf(PROFILES), 'documented'),
  /** Milliseconds until the service shows the result of a request, in lists and by id, at the latest. */
  settle: withDefault(seconds, 60),
  /** `forward`: a sync must include what was synced before. `any`: several branches share the target. */
  history: withDefault(oneOf(HISTORIES), 'forward'),
};

interface Named {
  /** Its name in the configuration. */
  readonly name: string;
}

type Unnamed<T> = T extends Named ? Omit<T, 'name'> : never;

const named = <T extends Named>(entries: is.Shape<Readonly<Record<string, Unnamed<T>>>>) =>
  is.readAs(entries, (all) => {
    const withNames = Object.entries(all).map(([name, entry]) => [name, { name, ...entry }]);
    return Object.fromEntries(withNames) as Readonly<Record<string, T>>;
  });

/** The settings that every target has. */
export interface TargetSettings extends Named, is.ObjectOf<typeof embedded> {}

/** The service embedded in gitcast. */
export interface EmbeddedTarget extends TargetSettings {
  readonly type: 'embedded';
}

/** A service somewhere else. */
export interface RemoteTarget extends Named, is.ObjectOf<typeof remote> {
  readonly type: 'remote';
}

/** A place that content is synced to. */
export type Target = EmbeddedTarget | RemoteTarget;

const embeddedTarget = is.readAs(
  form(embedded, remote, (setting) => ({
    message: `\`local\` is the embedded service and has no \`${setting}\``,
    suggestion: 'use a different name for a remote target',
  })),
  (target) => ({ type: 'embedded' as const, ...target }),
);
const remoteTarget = is.readAs(group(remote), (target) => ({ type: 'remote' as const, ...target }));

const targetOf = (name: string): is.Shape<Unnamed<Target>> => (name === LOCAL ? embeddedTarget : remoteTarget);

const path = textThat('a path', (text) => text.trim() !== '' && !/[\0\n~]/.test(text));
/** The link to the current release, below `path`. */
const link = withDefault(path, 'current');
/** Passed to ssh as an argument, so it must not look like an option. */
const hostName = textLike('a host name, such as web.example.org', /^[A-Za-z0-9][A-Za-z0-9._:-]*$/);

const everyHost = {
  /** Milliseconds for which assets that the site no longer has stay published. */
  keepAssets: withDefault(
    is.readAs(
      numberThat('a number of days from 0 to 365', (number) => number >= 0 && number <= 365),
      (days) => days * DAY,
    ),
    7,
  ),
};

const toFolder = {
  /** The kind of host. */
  to: is.exactly('folder'),
  ...everyHost,
  /** Absolute, or relative to the configuration. */
  path,
  /** The link to the current release, below `path`. */
  link,
};

const toSsh = {
  /** The kind of host. */
  to: is.exactly('ssh'),
  ...everyHost,
  /** Its name or address, or a name of the ssh configuration. */
  host: hostName,
  /** Absolute. */
  path: is.readAs(path, withoutSlash),
  /** The link to the current release, below `path`. */
  link,
  /** The name to log in with. */
  user: optional(textLike('a user name, such as deploy', /^[A-Za-z0-9_][A-Za-z0-9._-]*$/)),
  /** The port of ssh. */
  port: optional(
    numberThat('a port from 1 to 65535', (number) => Number.isSafeInteger(number) && number > 0 && number < 65_536),
  ),
};

const toGit = {
  /** The kind of host. */
  to: is.exactly('git'),
  ...everyHost,
  /** The branch. */
  branch: textLike('the name of a branch, such as gh-pages', /^[A-Za-z0-9][A-Za-z0-9._/-]*$/),
  /** The repository; by default the one of the checkout. */
  remote: optional(remoteName),
};

/** A folder of this machine. */
export interface PublishToFolder extends Named, is.ObjectOf<typeof toFolder> {}
/** A server that is reached by ssh. */
export interface PublishToSsh extends Named, is.ObjectOf<typeof toSsh> {}
/** A branch of a repository, such as that of GitHub Pages. */
export interface PublishToGit extends Named, is.ObjectOf<typeof toGit> {}
/** A host for the built site. */
export type PublishTo = PublishToFolder | PublishToSsh | PublishToGit;

const publishHosts = { folder: toFolder, ssh: toSsh, git: toGit };
export const PUBLISH_TO = Object.keys(publishHosts);

const publishTo = byWord('to', publishHosts);

const importSettings = {
  /** A path relative to the configuration, or an https URL. */
  source: textThat('a path, or an https URL', (text) => text.trim() !== '' && !/[\0\n]/.test(text)),
  /** The format of the source, if it is not recognised. */
  format: optional(lowerCaseName),
  /** The kind of its main entries. */
  into: optional(textThat('a kind, such as session or event', (text) => text !== '')),
  /** The mapping of columns and values to fields, relative to the configuration. */
  map: optional(path),
  /** The time zone of its times without an offset. */
  timezone: optional(timezone),
  /** True: pictures on other hosts are copied to the media folder. */
  media: withDefault(flag, false),
  /** Sent as `Authorization` with requests for the source. */
  key: optional(secret),
};

/** A source that content is imported from. */
export interface Import extends Named, is.ObjectOf<typeof importSettings> {}

const language = textThat('the tag of a language, such as fr, de or pt-BR', isLanguage);

const eachOf = <Name extends string, T>(names: readonly Name[], shape: is.Shape<T>) =>
  Object.fromEntries(names.map((name) => [name, optional(shape)])) as Readonly<Record<Name, is.Optional<T>>>;
const colour = textLike('a colour in quotes, such as "#0C2B30"', /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i);
const palette = group(eachOf(PALETTE_COLOURS, colour));
const noScheme = is.shape<false>('`false`', (given) => given === false);
const scheme = orEmpty(is.orObject(noScheme, palette));
const fontStack = oneOf(FONT_STACKS);
const fonts = is.readAs(is.orObject(fontStack, group(eachOf(TEXT_STYLES, fontStack))), (given) =>
  // One name is for all text styles.
  typeof given === 'string' ? Object.fromEntries(TEXT_STYLES.map((style) => [style, given])) : given,
);

const anyText = textThat('a text', () => true);

export const site = {
  /** Absent until the site is published: an invented address would end up in feeds and on the wire. */
  url: optional(siteAddress),
  /** The time zone of times without an offset. UTC is the only one that is the same on every machine. */
  timezone: withDefault(timezone, 'UTC'),
  /** The languages of the site; the first is the default for texts. */
  locales: withDefault(listOf('a list with at least one language', language), ['en']),
  /** The picture that other sites show for pages without one of their own: a .jpg, .png or .webp file in media/. */
  picture: optional(textLike('a picture such as media/poster.jpg', /^media\/.+\.(?:jpe?g|png|webp)$/i)),
  /** False: the site has no service worker, and an earlier one is removed from the devices of visitors. */
  offline: withDefault(flag, true),
  /** False: code in texts has no colours. */
  highlight: withDefault(flag, true),
  /** Former paths and addresses that belong to no document, each with the path, document or https URL that it leads to. */
  redirects: orEmpty(table(anyText, () => anyText)),
  /** The git tags of the versions of the programme that the page of changes compares. Without any: the days with changes. */
  versions: withDefault(textLike('a pattern of tags, such as programme/*', /^[\w*][\w*./-]*$/), 'programme/*'),
  /** The look that the broadcast's own theme is applied to. */
  theme: withDefault(oneOf(THEMES), 'standard'),
  /** System fonts that replace those of the theme, by text style. */
  fonts: orEmpty(fonts),
  /** Colours of the light scheme alone. False: the site has no light scheme. */
  light: scheme,
  /** Colours of the dark scheme alone. False: the site has no dark scheme. */
  dark: scheme,
};

/** The settings of the site. */
export interface Site extends is.ObjectOf<typeof site> {}

const deletes = {
  /** The most deletions, as a number. */
  count: withDefault(
    numberThat('a whole number, 0 or more', (number) => Number.isSafeInteger(number) && number >= 0),
    10,
  ),
  /** The most deletions, as a part of the managed objects. */
  percent: withDefault(
    numberThat('a number from 0 to 100', (number) => number >= 0 && number <= 100),
    30,
  ),
};

/** A plan that would delete more than this is refused. */
export interface DeleteLimits extends is.ObjectOf<typeof deletes> {}

const REVIEWS = ['shown', 'off'] as const;

export const settings = {
  /** The content folder. */
  content: withDefault(folder, 'content'),
  /** The folder of the built site. */
  output: withDefault(folder, 'dist'),
  /** The target of calls that name none. */
  defaultTarget: withDefault(
    textThat('the name of a target', (text) => text !== ''),
    LOCAL,
  ),
  /** Where the state of the last sync is kept. */
  state: withDefault(oneOf(STATE_STORES), 'file'),
  /** The git remote that keeps the state; absent for the default one. */
  stateRemote: optional(remoteName),
  /** `off`: CI syncs every merge, although nobody may have read its plan. */
  review: withDefault(oneOf(REVIEWS), 'shown'),
  /** The settings of the site. */
  site: orEmpty<Site>(group(site)),
  /** The limits above which a plan is refused. */
  guard: orEmpty(group({ deletes: orEmpty<DeleteLimits>(group(deletes)) })),
  /** The variables that documents may use as secrets. */
  secrets: withDefault(listOf('a list of environment variable names', variableName), []),
  /** Where the built site is published, by name. */
  publish: orEmpty(named<PublishTo>(table(lowerCaseName, () => publishTo as is.Shape<Unnamed<PublishTo>>))),
  /** Where content is imported from, by name. */
  imports: orEmpty(named<Import>(table(lowerCaseName, () => group(importSettings)))),
  /** The targets, by name. */
  targets: orEmpty(named<Target>(table(lowerCaseName, targetOf))),
};

export const configShape = group(settings);

/** The settings of the configuration file, with defaults for those that it leaves out. */
export type WrittenSettings = is.ObjectOf<typeof settings>;

/** The parts of a configuration that do not come from its file. */
export interface Surroundings {
  /** The folder of the configuration file; other paths are relative to it. */
  readonly root: string;
  /** The name of the configuration file, in that folder. */
  readonly file: string;
  /** The folders of the workspace whose content and templates are below its own, the lowest first. */
  readonly sharedFolders: readonly string[];
  /** A variable from the environment or `.env`. A function, so that printing a Config shows no secrets. */
  readonly variable: (name: string) => string | undefined;
  /** A variable from the environment alone: `.env` is part of a checkout, and a pull request may add one. */
  readonly environment: (name: string) => string | undefined;
  /** The whole environment, for programs that gitcast starts, such as git. */
  readonly programEnvironment: () => Readonly<Record<string, string | undefined>>;
}

/** The settings from gitcast.config.yaml and the environment, with every default filled in. Immutable. */
export interface Config extends Surroundings, WrittenSettings {}

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
  // A key could not name such a host: it has one spelling.
  return url.username === '' && url.password === '' && !/[?#]/.test(text) && !url.hostname.endsWith('.');
}

/** Includes the path segments that people copy from an API example. */
const VERSIONED = /(?<=[^/])\/+v1(?:\/+(?:users|events|places|articles|webhooks)(?:\/.*)?)?\/*$/i;

const FINAL_DOT = /(?<=^https?:\/\/[^/]*)\.+(?=[:/]|$)/i;

function isSecretName(value: unknown): boolean {
  if (!isObject(value)) return false;
  const name = value['$env'];
  return Object.keys(value).length === 1 && typeof name === 'string' && VARIABLE.test(name);
}
