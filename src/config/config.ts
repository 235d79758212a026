/** The settings from gitcast.config.yaml and the environment, with every default filled in. Immutable. */
export interface Config {
  /** The folder of the configuration file; other paths are relative to it. */
  readonly root: string;
  /** The name of the configuration file, in that folder. */
  readonly file: string;
  readonly content: string;
  readonly output: string;
  readonly defaultTarget: string;
  readonly state: StateStore;
  /** The git remote that keeps the state; absent for the default one. */
  readonly stateRemote?: string;
  readonly site: Site;
  readonly guard: { readonly deletes: DeleteLimits };
  readonly targets: Readonly<Record<string, Target>>;
  /** The variables that documents may use as secrets. */
  readonly secrets: readonly string[];
  /** A variable from the environment or `.env`. A function, so that printing a Config shows no secrets. */
  readonly variable: (name: string) => string | undefined;
  /** A variable from the environment alone: `.env` is part of a checkout, and a pull request may add one. */
  readonly environment: (name: string) => string | undefined;
  /** The whole environment, for programs that gitcast starts, such as git. */
  readonly programEnvironment: () => Readonly<Record<string, string | undefined>>;
}

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
  readonly count: number;
  readonly percent: number;
}

export type Target = EmbeddedTarget | RemoteTarget;

interface AnyTarget {
  readonly name: string;
  readonly profile: Profile;
  readonly articles: { readonly sharedIds: boolean };
  /** Milliseconds until a list of the service shows the result of a request, at the latest. */
  readonly settle: number;
  /** The address of this target's site, if it is not `site.url`. */
  readonly siteUrl?: string;
}

/** The service embedded in gitcast. */
interface EmbeddedTarget extends AnyTarget {
  readonly type: 'embedded';
}

export interface RemoteTarget extends AnyTarget {
  readonly type: 'remote';
  readonly baseUrl: string;
  readonly userId: string;
  readonly broadcastId: string;
  /** One key per surface; `key` in the file sets both. */
  readonly keys: { readonly a: SecretName; readonly b: SecretName };
  /** `forward`: a sync must include what was synced before. `any`: several branches share the target. */
  readonly history: History;
  /** Allows sending the key unencrypted to another machine. */
  readonly allowHttp: boolean;
}

/** A secret, identified by its environment variable and never by its value. */
export interface SecretName {
  readonly $env: string;
}

// The languages and profiles match kinds/, which config/ may not import. A test keeps the two lists equal.
export const LOCALES = ['fr', 'en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

export const PROFILES = ['documented', 'extended'] as const;
export type Profile = (typeof PROFILES)[number];

export const STATE_STORES = ['file', 'git'] as const;
export type StateStore = (typeof STATE_STORES)[number];

export const HISTORIES = ['forward', 'any'] as const;
export type History = (typeof HISTORIES)[number];

/** The target that always exists. */
export const LOCAL = 'local';
