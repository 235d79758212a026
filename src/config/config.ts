/** What gitcast.config.yaml and the environment say, with every default filled in. Nothing changes it. */
export interface Config {
  /** The folder of the configuration file; the other paths are below it. */
  readonly root: string;
  /** The name of the configuration file, in that folder. */
  readonly file: string;
  readonly content: string;
  readonly output: string;
  readonly defaultTarget: string;
  readonly state: StateStore;
  /** The git remote that keeps the state; absent where it is the usual one. */
  readonly stateRemote?: string;
  readonly site: Site;
  readonly guard: { readonly deletes: DeleteLimits };
  readonly targets: Readonly<Record<string, Target>>;
  /** The variables that documents may name as secrets. */
  readonly secrets: readonly string[];
  /** A variable of the environment or of `.env`. A function, so that no secret is printed along with a Config. */
  readonly variable: (name: string) => string | undefined;
  /** A variable of the environment alone: `.env` is part of a checkout, and a pull request may bring one along. */
  readonly environment: (name: string) => string | undefined;
}

export interface Site {
  /** Absent until it is published somewhere: a made-up address would end up in feeds and on the wire. */
  readonly url?: string;
  /** Times without an offset are read in it. */
  readonly timezone: string;
  /** The languages of the site; the first is that of texts that name none. */
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
  /** How many milliseconds after a request was sent a list of the service shows what it made, at the latest. */
  readonly settle: number;
  /** Where the site of this target is published, when that is not `site.url`. */
  readonly siteUrl?: string;
}

/** The service that gitcast brings along. */
interface EmbeddedTarget extends AnyTarget {
  readonly type: 'embedded';
}

export interface RemoteTarget extends AnyTarget {
  readonly type: 'remote';
  readonly baseUrl: string;
  readonly userId: string;
  readonly broadcastId: string;
  /** One a surface: `key` in the file is short for the same key on both. */
  readonly keys: { readonly a: SecretName; readonly b: SecretName };
  /** `forward`: a sync has to know what was synced before it. `any`: several branches share the target. */
  readonly history: History;
  /** Whether the key may be sent without encryption to another machine. */
  readonly allowHttp: boolean;
}

/** A secret by the name of its environment variable, never by its value. */
export interface SecretName {
  readonly $env: string;
}

// The languages and profiles are those of kinds/, which config/ may not import. A test holds the two lists together.
export const LOCALES = ['fr', 'en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

export const PROFILES = ['documented', 'extended'] as const;
export type Profile = (typeof PROFILES)[number];

export const STATE_STORES = ['file', 'git'] as const;
export type StateStore = (typeof STATE_STORES)[number];

export const HISTORIES = ['forward', 'any'] as const;
export type History = (typeof HISTORIES)[number];

/** The target that is always there. */
export const LOCAL = 'local';
