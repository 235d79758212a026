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
}

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
  readonly name: string;
  /** Milliseconds for which assets that the site no longer has stay published. */
  readonly keepAssets: number;
}

export interface PublishToFolder extends AnyHost {
  readonly to: 'folder';
  /** Absolute, or relative to the configuration. */
  readonly path: string;
  readonly link: string;
}

export interface PublishToSsh extends AnyHost {
  readonly to: 'ssh';
  readonly host: string;
  readonly user?: string;
  readonly port?: number;
  /** Absolute. */
  readonly path: string;
  readonly link: string;
}

export interface PublishToS3 extends AnyHost {
  readonly to: 's3';
  readonly endpoint: string;
  readonly bucket: string;
  /** Without slashes at the ends. */
  readonly prefix: string;
  readonly region: string;
  readonly key: SecretName;
  readonly secret: SecretName;
  /** Of temporary credentials. */
  readonly token?: SecretName;
}

export interface PublishToGit extends AnyHost {
  readonly to: 'git';
  readonly branch: string;
  readonly remote?: string;
}

export const PUBLISH_TO = ['folder', 'ssh', 's3', 'git'] as const satisfies readonly PublishTo['to'][];

/** A secret, identified by its environment variable and never by its value. */
export interface SecretName {
  /** The name of the variable. */
  readonly $env: string;
}

// The languages and profiles match kinds/, which config/ may not import. A test keeps the two lists equal.
export const LOCALES = ['fr', 'en', 'es'] as const;
/** A language of the site. */
export type Locale = (typeof LOCALES)[number];

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
