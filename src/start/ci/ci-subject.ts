/** The repository that `init` writes the files of a CI host for, and what CI has to know of its configuration. */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { targetNamed } from '../../repository/load-config.ts';

export const CI_HOSTS = ['github', 'gitlab', 'script', 'none'] as const;

/** A CI host that `init` has files for. */
export type CiHost = (typeof CI_HOSTS)[number];

/** The pages of the CI host, `publish` in the configuration, or a host that builds the website itself. */
export const CI_PUBLISH = ['pages', 'gitcast', 'none'] as const;

/** Where CI publishes the website. */
export type CiPublish = (typeof CI_PUBLISH)[number];

/** The choices of a person, which win over the configuration. */
export interface CiChoices {
  /** Where CI publishes the website (default: by `publish` in the configuration, else on the host's pages). */
  readonly publish?: CiPublish | undefined;
  /** The target that merges are promoted to; undefined to find it, `none` for no promotion. */
  readonly promote?: string | undefined;
}

export interface CiSubject extends CiChoices {
  /** Undefined in a new repository. */
  readonly config: Config | undefined;
  /** The branch that people merge into. */
  readonly branch: string;
  /** The configurations of all broadcasts, in a repository with several. */
  readonly workspace?: readonly Config[] | undefined;
}

export const configsOf = ({ config, workspace }: Pick<CiSubject, 'config' | 'workspace'>): readonly Config[] =>
  workspace ?? (config ? [config] : []);

export type CiFacts = ReturnType<typeof ciFacts>;

/** The variable of a target that is still to be configured. */
const KEY = 'GITCAST_KEY';

/** The facts about one broadcast, or all of a workspace, that `init` and each job need. */
export function ciFacts(
  subject: Pick<CiSubject, 'config' | 'workspace' | 'promote'> & {
    /** The target that merges go to (default: `defaultTarget`). */
    readonly target?: string | undefined;
  },
) {
  const { config, workspace, target: asked, promote } = subject;
  const configs = configsOf(subject);
  const found = configs.map((each) => targetOf(each, asked)).filter((each) => each !== undefined);
  // A command for all of them has one target name: the one that most broadcasts use.
  const byName = [...Map.groupBy(found, ({ name }) => name)].toSorted(([, a], [, b]) => b.length - a.length);
  const [target, some = []] = byName[0] ?? [];
  // The order of broadcasts says nothing, so the one of their variables is made stable; one configuration keeps its own.
  const inOrder = (names: readonly string[]) => (workspace ? [...new Set(names)].sort() : [...new Set(names)]);
  const from = config && { ...config, defaultTarget: asked ?? config.defaultTarget };
  const publishers = configs.map(({ publish }) => Object.values(publish)).filter((hosts) => hosts.length > 0);
  return {
    /** The remote target that merges go to; undefined if there is none yet. */
    target,
    /** The variables with its keys. */
    keys: target === undefined ? [KEY] : inOrder(some.map(({ key }) => key.$env)),
    /** The secrets that documents use. */
    secrets: inOrder(configs.flatMap((each) => each.secrets)),
    /** The variables with the keys of sources that are imported. */
    importKeys: inOrder(
      configs.flatMap(({ imports }) => Object.values(imports).flatMap(({ key }) => (key ? [key.$env] : []))),
    ),
    promotion: workspace ? undefined : promotionOf(from, promote),
    /** The hosts of the website of each broadcast that has one. */
    publishers,
  };
}

/** CI never syncs to the embedded service: until there is a remote target, it only checks and builds. */
function targetOf({ targets, defaultTarget }: Config, wanted = defaultTarget) {
  const target = targets[wanted];
  return target?.type === 'remote' ? target : undefined;
}

/** Merges go to one target, and a person promotes them to a second one. */
interface Promotion {
  /** The target that merges are promoted to. */
  readonly to: string;
  /** The variables with its keys. */
  readonly keys: readonly string[];
}

/** Nothing is promoted from a target with such a name. */
const LAST = /^(?:prod|production|live)$/i;

/** Found by itself if the configuration has two remote targets, and merges do not go to production already. */
function promotionOf(config: Config | undefined, wanted: string | undefined): Promotion | undefined {
  if (wanted === 'none') return undefined;
  if (wanted !== undefined) return promotionTo(config, wanted);
  const remote = Object.values(config?.targets ?? {}).filter(({ type }) => type === 'remote');
  const other = remote.find(({ name }) => name !== config?.defaultTarget);
  const hasFirst = remote.some(({ name }) => name === config?.defaultTarget);
  if (!config || !other || !hasFirst || remote.length !== 2 || LAST.test(config.defaultTarget)) return undefined;
  return promotionTo(config, other.name);
}

function promotionTo(config: Config | undefined, to: string): Promotion {
  if (!config) {
    throw new UserError(`a new repository has no target ${to} yet`, {
      suggestion: `add it to gitcast.config.yaml, then run gitcast init --ci HOST --promote ${to}`,
    });
  }
  const target = targetNamed(config, to);
  const { defaultTarget } = config;
  if (config.targets[defaultTarget]?.type !== 'remote' || target.type !== 'remote') {
    throw new UserError('CI promotes from one remote target to another, and the embedded service is none', {
      suggestion: 'set defaultTarget to the target that merges go to, such as staging',
    });
  }
  if (to !== defaultTarget) return { to, keys: [target.key.$env] };
  throw new UserError(`merges already go to ${to}, the defaultTarget, so there is nothing to promote`, {
    suggestion: 'set defaultTarget to the target that merges go to, such as staging',
  });
}

/** The variable with the key that can only read: `GITCAST_PLAN_KEY` beside `GITCAST_KEY`. */
export const planKey = (key: string): string => key.replace(/(^|_)([^_]*)$/, '$1PLAN_$2');

export const publishOf = (subject: CiSubject): CiPublish =>
  subject.publish ?? (ciFacts(subject).publishers.length > 0 ? 'gitcast' : 'pages');

/** The pages of a repository show one website. */
export const hasSite = (subject: CiSubject): boolean =>
  publishOf(subject) === 'gitcast' || (publishOf(subject) === 'pages' && !subject.workspace);

/** The environment of the CI host that has the keys. */
export const environmentOf = (target = 'production'): string => target;

/** The choices that differ from what the configuration alone would say. */
export function ownChoices(subject: CiSubject): CiChoices {
  const { promotion } = ciFacts(subject);
  const publish = publishOf(subject);
  return {
    ...(publish !== publishOf({ ...subject, publish: undefined }) && { publish }),
    ...(promotion?.to !== ciFacts({ ...subject, promote: undefined }).promotion?.to && {
      promote: promotion?.to ?? 'none',
    }),
  };
}

/** The variables that publishing the website needs. */
export interface WebsiteVariables {
  /** Keys, for secrets of the CI host. */
  readonly secret: readonly string[];
  /** Everything else. */
  readonly open: readonly string[];
}

export function websiteVariables(subject: CiSubject): WebsiteVariables {
  const { publishers } = ciFacts(subject);
  const isSsh = publishOf(subject) === 'gitcast' && publishers.flat().some(({ to }) => to === 'ssh');
  return isSsh ? { secret: ['GITCAST_SSH_KEY'], open: ['GITCAST_KNOWN_HOSTS'] } : { secret: [], open: [] };
}

/** The settings of a CI host that are left to a person. */
export interface CiNeeds {
  /** The variables with the target's keys. */
  readonly keys: readonly string[];
  /** The variables with keys of the same target that can only read, for jobs that run the code of pull requests. */
  readonly planKeys: readonly string[];
  /** The secrets that documents use. */
  readonly secrets: readonly string[];
  /** The variables with the keys of sources that are imported. */
  readonly importKeys: readonly string[];
  /** The branch that people merge into. */
  readonly branch: string;
  /** The environment of the host that has the keys. */
  readonly environment: string;
  /** Where CI publishes the website. */
  readonly publish: CiPublish;
  /** The variables of the website's host. */
  readonly website: WebsiteVariables;
  /** True if there is a remote target to sync to. */
  readonly hasTarget: boolean;
  /** CI has to push the state to the branch that people merge into. */
  readonly commitsState: boolean;
  /** The needs of promoting to a second target. */
  readonly promotion?: Pick<CiNeeds, 'keys' | 'planKeys' | 'environment'>;
}

export function ciNeeds(subject: CiSubject): CiNeeds {
  const { target, keys, secrets, importKeys, promotion } = ciFacts(subject);
  const hasTarget = target !== undefined;
  return {
    ...(promotion && {
      promotion: { keys: promotion.keys, planKeys: promotion.keys.map(planKey), environment: promotion.to },
    }),
    keys,
    planKeys: keys.map(planKey),
    branch: subject.branch,
    environment: environmentOf(target),
    secrets,
    importKeys,
    publish: hasSite(subject) ? publishOf(subject) : 'none',
    website: websiteVariables(subject),
    hasTarget,
    commitsState: hasTarget && configsOf(subject).some(({ state }) => state === 'file'),
  };
}
