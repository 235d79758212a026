/** The settings from gitcast.config.yaml and the environment, with every default filled in. Immutable. */
export interface Config {
  /** The folder of the configuration file; other paths are relative to it. */
  readonly root: string;
  /** The name of the configuration file, in that folder. */
  readonly file: string;
  /** The folders of the workspace whose content and templates are below its own, the lowest first. */
  readonly sharedFolders: readonly string[];
  /** The content folder. */
  readonly content: string;
  /** The folder of the built site. */
  readonly output: string;
  /** The target of calls that name none. */
  readonly defaultTarget: string;
  /** Where the state of the last sync is kept. */
  readonly state: StateStore;
  /** The git remote that keeps the state; absent for the default one. */
  readonly stateRemote?: string;
  /** The settings of the site. */
  readonly site: Site;
  /** The limits above which a plan is refused. */
  readonly guard: { readonly deletes: DeleteLimits };
  /** The targets, by name. */
  readonly targets: Readonly<Record<string, Target>>;
  /** Where the built site is published, by name. */
  readonly publish: Readonly<Record<string, PublishTo>>;
  /** The settings in the file that do nothing any more, by name. */
  readonly retired: readonly string[];
  /** The variables that documents may use as secrets. */
  readonly secrets: readonly string[];
  /** A variable from the environment or `.env`. A function, so that printing a Config shows no secrets. */
  readonly variable: (name: string) => string | undefined;
  /** A variable from the environment alone: `.env` is part of a checkout, and a pull request may add one. */
  readonly environment: (name: string) => string | undefined;
  /** The whole environment, for programs that gitcast starts, such as git. */
  readonly programEnvironment: () => Readonly<Record<string, string | undefined>>;
}

/** The settings of the site. */
export interface Site {
  /** Absent until the site is published: an invented address would end up in feeds and on the wire. */
  readonly url?: string;
  /** The time zone of times without an offset. */
  readonly timezone: string;
  /** The languages of the site; the first is the default for texts. */
  readonly locales: readonly Locale[];
  /** Whether pages without a picture get a drawn link preview (default: if the site has at most 1,000 pages). */
  readonly cards?: boolean;
  /** False: the site has no service worker, and an earlier one is removed from the devices of visitors. */
  readonly offline: boolean;
  /** False: code in texts has no colours. */
  readonly highlight: boolean;
  /** True: each page has a Markdown version beside it, and `/llms.txt` lists them. */
  readonly markdown: boolean;
  /** The look that the broadcast's own theme is applied to. */
  readonly theme: ThemeName;
  /** System fonts that replace those of the theme, by text style. */
  readonly fonts: Readonly<Partial<Record<TextStyle, FontStack>>>;
  /** Colours of the light scheme alone. False: the site has no light scheme. */
  readonly light: Palette | false;
  /** Colours of the dark scheme alone. False: the site has no dark scheme. */
  readonly dark: Palette | false;
}

// These lists match render/, which config/ may not import. The compiler compares them where project/ passes them on.
export const THEMES = ['standard', 'tech', 'mono'] as const;
/** A look that comes with gitcast. */
export type ThemeName = (typeof THEMES)[number];

export const FONT_STACKS = ['system', 'humanist', 'geometric', 'rounded', 'serif', 'slab', 'mono'] as const;
/** Fonts that devices have, so that visitors load none. */
export type FontStack = (typeof FONT_STACKS)[number];

export const TEXT_STYLES = ['title', 'subtitle', 'body', 'button'] as const;
/** A group of texts with the same font. */
export type TextStyle = (typeof TEXT_STYLES)[number];

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
/** Colours of one scheme, such as `#0C2B30`. */
export type Palette = Readonly<Partial<Record<(typeof PALETTE_COLOURS)[number], string>>>;

/** A plan that would delete more than this is refused. */
export interface DeleteLimits {
  /** The most deletions, as a number. */
  readonly count: number;
  /** The most deletions, as a part of the managed objects. */
  readonly percent: number;
}

/** A place that content is synced to. */
export type Target = EmbeddedTarget | RemoteTarget;

/** The settings that every target has. */
export interface TargetSettings {
  /** The target's name. */
  readonly name: string;
  /** The operations that the service offers. */
  readonly profile: Profile;
  /** `sharedIds`: an article has the same id on both surfaces. */
  readonly articles: { readonly sharedIds: boolean };
  /** Milliseconds until a list of the service shows the result of a request, at the latest. */
  readonly settle: number;
  /** The address of this target's site, if it is not `site.url`. */
  readonly siteUrl?: string;
}

/** The service embedded in gitcast. */
export interface EmbeddedTarget extends TargetSettings {
  readonly type: 'embedded';
}

/** A service somewhere else. */
export interface RemoteTarget extends TargetSettings {
  readonly type: 'remote';
  /** The URL of the service. */
  readonly baseUrl: string;
  /** The user on the service. */
  readonly userId: string;
  /** The broadcast on the service. */
  readonly broadcastId: string;
  /** One key per surface; `key` in the file sets both. */
  readonly keys: { readonly a: SecretName; readonly b: SecretName };
  /** `forward`: a sync must include what was synced before. `any`: several branches share the target. */
  readonly history: History;
  /** Allows sending the key unencrypted to another machine. */
  readonly allowHttp: boolean;
}

/** A host for the built site. */
export type PublishTo = PublishToFolder | PublishToSsh | PublishToS3 | PublishToGit;

interface AnyHost {
  /** Its name under `publish:`. */
  readonly name: string;
  /** Milliseconds for which assets that the site no longer has stay published. */
  readonly keepAssets: number;
  /** `forward`: a site must include what was published before. `any`: several branches publish there. */
  readonly history: History;
}

/** A folder of this machine. */
export interface PublishToFolder extends AnyHost {
  /** The kind of host. */
  readonly to: 'folder';
  /** Absolute, or relative to the configuration. */
  readonly path: string;
  /** The link to the current release, below `path`. */
  readonly link: string;
}

/** A server that is reached by ssh. */
export interface PublishToSsh extends AnyHost {
  /** The kind of host. */
  readonly to: 'ssh';
  /** Its name or address, or a name of the ssh configuration. */
  readonly host: string;
  /** The name to log in with. */
  readonly user?: string;
  /** The port of ssh. */
  readonly port?: number;
  /** Absolute. */
  readonly path: string;
  /** The link to the current release, below `path`. */
  readonly link: string;
}

/** Storage with the interface of S3. */
export interface PublishToS3 extends AnyHost {
  /** The kind of host. */
  readonly to: 's3';
  /** The address of the service. */
  readonly endpoint: string;
  /** The bucket. */
  readonly bucket: string;
  /** Without slashes at the ends. */
  readonly prefix: string;
  /** The region that requests are signed for. */
  readonly region: string;
  /** The key's identifier. */
  readonly key: SecretName;
  /** The key's secret part. */
  readonly secret: SecretName;
  /** Of temporary credentials. */
  readonly token?: SecretName;
}

/** A branch of a repository, such as that of GitHub Pages. */
export interface PublishToGit extends AnyHost {
  /** The kind of host. */
  readonly to: 'git';
  /** The branch. */
  readonly branch: string;
  /** The repository; by default the one of the checkout. */
  readonly remote?: string;
}

export const PUBLISH_TO = ['folder', 'ssh', 's3', 'git'] as const satisfies readonly PublishTo['to'][];

/** A secret, identified by its environment variable and never by its value. */
export interface SecretName {
  /** The name of the variable. */
  readonly $env: string;
}

/** A language of the site, by its tag, such as `fr` or `pt-BR`. */
export type Locale = string;

// The profiles match kinds/, which config/ may not import. A test keeps the two lists equal.
export const PROFILES = ['documented', 'extended'] as const;
/** `documented`: only operations that the interface shows. `extended`: the conventional ones too. */
export type Profile = (typeof PROFILES)[number];

export const STATE_STORES = ['file', 'git'] as const;
/** `file`: in `.gitcast/state/`. `git`: on a ref that all clones share. */
export type StateStore = (typeof STATE_STORES)[number];

export const HISTORIES = ['forward', 'any'] as const;
/** The order in which commits may be synced to a target. */
export type History = (typeof HISTORIES)[number];

/** The target that always exists. */
export const LOCAL = 'local';
