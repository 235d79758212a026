import { assertNever } from '../diagnostics/errors.ts';
import {
  LOCAL,
  type Config,
  TEXT_STYLES,
  type DeleteLimits,
  type FontStack,
  type History,
  type Locale,
  type Palette,
  type Profile,
  type PublishTo,
  type SecretName,
  type Site,
  type StateStore,
  type Target,
  type TextStyle,
  type ThemeName,
} from './config.ts';
import { DEFAULTS } from './defaults.ts';

/** The parts of a configuration that do not come from its file. */
export type Surroundings = Pick<
  Config,
  'root' | 'file' | 'sharedFolders' | 'variable' | 'environment' | 'programEnvironment'
>;

/** A configuration file that passed every check. A setting without a value counts as not set. */
export interface Written {
  readonly content?: string | null;
  readonly output?: string | null;
  readonly defaultTarget?: string | null;
  readonly state?: StateStore | null;
  readonly stateRemote?: string | null;
  readonly site?: {
    readonly url?: string | null;
    readonly timezone?: string | null;
    readonly locales?: readonly Locale[] | null;
    readonly cards?: boolean | null;
    readonly offline?: boolean | null;
    readonly highlight?: boolean | null;
    readonly markdown?: boolean | null;
    readonly theme?: ThemeName | null;
    readonly fonts?: FontStack | Readonly<Partial<Record<TextStyle, FontStack | null>>> | null;
    readonly light?: Palette | false | null;
    readonly dark?: Palette | false | null;
  } | null;
  readonly guard?: { readonly deletes?: { readonly [K in keyof DeleteLimits]?: number | null } | null } | null;
  readonly targets?: { readonly [name: string]: WrittenTarget | null } | null;
  readonly publish?: { readonly [name: string]: WrittenHost } | null;
  readonly cache?: unknown;
  readonly secrets?: readonly string[] | null;
}

interface WrittenTarget {
  readonly baseUrl?: string;
  readonly userId?: string;
  readonly broadcastId?: string;
  readonly key?: SecretName | null;
  readonly keyA?: SecretName | null;
  readonly keyB?: SecretName | null;
  readonly profile?: Profile | null;
  readonly articles?: { readonly sharedIds?: boolean | null } | null;
  readonly siteUrl?: string | null;
  readonly settle?: number | null;
  readonly history?: History | null;
  readonly allowHttp?: boolean | null;
}

interface WrittenHost {
  readonly to: PublishTo['to'];
  readonly path?: string;
  readonly link?: string | null;
  readonly host?: string;
  readonly user?: string | null;
  readonly port?: number | null;
  readonly branch?: string;
  readonly remote?: string | null;
  readonly keepAssets?: number | null;
  readonly history?: History | null;
  readonly endpoint?: string;
  readonly bucket?: string;
  readonly prefix?: string | null;
  readonly region?: string | null;
  readonly key?: SecretName;
  readonly secret?: SecretName;
  readonly token?: SecretName | null;
}

export function normalise(written: Written, surroundings: Surroundings): Config {
  const { deletes } = written.guard ?? {};
  const targets = { [LOCAL]: {}, ...written.targets };
  return deepFreeze({
    ...surroundings,
    content: folder(written.content ?? DEFAULTS.content),
    output: folder(written.output ?? DEFAULTS.output),
    defaultTarget: written.defaultTarget ?? DEFAULTS.defaultTarget,
    state: written.state ?? DEFAULTS.state,
    ...(written.stateRemote != null && { stateRemote: written.stateRemote }),
    site: site(written.site ?? {}),
    guard: {
      deletes: {
        count: deletes?.count ?? DEFAULTS.guard.deletes.count,
        percent: deletes?.percent ?? DEFAULTS.guard.deletes.percent,
      },
    },
    targets: Object.fromEntries(Object.entries(targets).map(([name, given]) => [name, target(name, given ?? {})])),
    publish: Object.fromEntries(
      Object.entries(written.publish ?? {}).map(([name, given]) => [name, publishTo(name, given)]),
    ),
    retired: written.cache == null ? [] : ['cache'],
    secrets: [...new Set(written.secrets ?? [])],
  });
}

/** `./content/` and `content` are the same folder. */
const folder = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');

function site({
  url,
  timezone,
  locales,
  cards,
  offline,
  highlight,
  markdown,
  ...look
}: NonNullable<Written['site']>): Site {
  return {
    ...(url != null && { url: withoutSlash(asUri(url)) }),
    timezone: timezone ?? DEFAULTS.site.timezone,
    locales: [...new Set(locales ?? DEFAULTS.site.locales)],
    ...(cards != null && { cards }),
    offline: offline ?? DEFAULTS.site.offline,
    highlight: highlight ?? DEFAULTS.site.highlight,
    markdown: markdown ?? DEFAULTS.site.markdown,
    theme: look.theme ?? DEFAULTS.site.theme,
    fonts: fontsOf(look.fonts ?? DEFAULTS.site.fonts),
    light: look.light ?? DEFAULTS.site.light,
    dark: look.dark ?? DEFAULTS.site.dark,
  };
}

/** One name is for all text styles. */
function fontsOf(written: NonNullable<NonNullable<Written['site']>['fonts']>): Site['fonts'] {
  if (typeof written === 'string') return Object.fromEntries(TEXT_STYLES.map((style) => [style, written]));
  return Object.fromEntries(Object.entries(written).filter(([, stack]) => stack !== null));
}

/** Targets accept only ASCII in addresses. ASCII stays as written. */
const asUri = (url: string): string => (/[^\x21-\x7e]/.test(url) ? new URL(url).href : url);

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function target(name: string, given: WrittenTarget): Target {
  const common = {
    name,
    articles: { sharedIds: given.articles?.sharedIds ?? true },
    // The embedded service shows changes immediately.
    settle: (given.settle ?? (name === LOCAL ? 0 : DEFAULTS.settle)) * 1000,
    ...(given.siteUrl != null && { siteUrl: withoutSlash(asUri(given.siteUrl)) }),
  };
  if (name === LOCAL) return { type: 'embedded', profile: given.profile ?? 'extended', ...common };
  return {
    type: 'remote',
    baseUrl: withoutSlash(given.baseUrl!),
    userId: given.userId!,
    broadcastId: given.broadcastId!,
    keys: { a: (given.keyA ?? given.key)!, b: (given.keyB ?? given.key)! },
    profile: given.profile ?? 'documented',
    history: given.history ?? 'forward',
    allowHttp: given.allowHttp ?? false,
    ...common,
  };
}

const DAY = 24 * 60 * 60 * 1000;

function publishTo(name: string, given: WrittenHost): PublishTo {
  const common = {
    name,
    keepAssets: (given.keepAssets ?? DEFAULTS.keepAssets) * DAY,
    history: given.history ?? 'forward',
  };
  const { path = '', link } = given;
  switch (given.to) {
    case 'folder':
      return { to: 'folder', path, link: link ?? DEFAULTS.link, ...common };
    case 'ssh': {
      const { host = '', user, port } = given;
      const account = { host, ...(user != null && { user }), ...(port != null && { port }) };
      return { to: 'ssh', ...account, path: withoutSlash(path), link: link ?? DEFAULTS.link, ...common };
    }
    case 's3': {
      const { bucket, prefix, region, key, secret, token } = given;
      return {
        to: 's3',
        endpoint: withoutSlash(given.endpoint!),
        bucket: bucket!,
        prefix: folder(prefix ?? ''),
        region: region ?? DEFAULTS.region,
        key: key!,
        secret: secret!,
        ...(token != null && { token }),
        ...common,
      };
    }
    case 'git':
      return { to: 'git', branch: given.branch!, ...(given.remote != null && { remote: given.remote }), ...common };
    default:
      return assertNever(given.to);
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(value);
}
