/** The repository that `init` writes the files of a CI host for. */
import type { Config } from '../../config/config.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import { bucketCredential } from '../../config/credentials.ts';
import { knownForCi, planKey } from './known-for-ci.ts';

export const CI_HOSTS = ['github', 'gitlab', 'script', 'none'] as const;

/** A CI host that `init` has files for. */
export type CiHost = (typeof CI_HOSTS)[number];

/** The pages of the CI host, `publish` in the configuration, or an upload tool. */
export const CI_PUBLISH = ['pages', 'gitcast', 'netlify', 'cloudflare'] as const;

/** Where CI publishes the website. */
export type CiPublish = (typeof CI_PUBLISH)[number];

/** What a person chose instead of what the configuration says. */
export interface CiChoices {
  /** Where CI publishes the website (default: by `publish` in the configuration, else on the host's pages). */
  readonly publish?: CiPublish | undefined;
  /** The target that merges are promoted to; undefined to find it, `none` for no promotion. */
  readonly promote?: string | undefined;
  /** The target that merges go to (default: `defaultTarget`). */
  readonly target?: string | undefined;
  /** The names below `publish` that CI publishes the website to (default: all). */
  readonly publishTo?: string | undefined;
}

export interface CiSubject extends CiChoices {
  /** Undefined in a new repository. */
  readonly config: Config | undefined;
  /** The branch that people merge into. */
  readonly branch: string;
  /** The configurations of all broadcasts, in a repository with several. */
  readonly workspace?: readonly Config[] | undefined;
}

export const configsOf = ({ config, workspace }: CiSubject): readonly Config[] => workspace ?? (config ? [config] : []);

export const publishOf = (subject: CiSubject): CiPublish =>
  subject.publish ?? (knownForCi(subject).publishers.length > 0 ? 'gitcast' : 'pages');

/** The upload tool of the website's host, if it has one of its own. */
export const uploadOf = (subject: CiSubject): 'netlify' | 'cloudflare' | undefined => {
  const publish = publishOf(subject);
  return publish === 'netlify' || publish === 'cloudflare' ? publish : undefined;
};

/** The environment of the host that has the keys. */
export const environmentOf = (target = 'production'): string => target;

/** The choices that differ from what the configuration alone would say. */
export function ownChoices(subject: CiSubject): CiChoices {
  const plain = { ...subject, publish: undefined, target: undefined, promote: 'none' };
  const { target, promotion } = knownForCi(subject);
  // Jobs look for a promotion from the target that merges go to.
  const found = knownForCi({ ...subject, promote: undefined }).promotion;
  return {
    ...(publishOf(subject) !== publishOf(plain) && { publish: publishOf(subject) }),
    ...(promotion?.to !== found?.to && { promote: promotion?.to ?? 'none' }),
    ...(target !== knownForCi(plain).target && { target }),
    ...(subject.publishTo !== undefined && { publishTo: subject.publishTo }),
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
  const publish = publishOf(subject);
  switch (publish) {
    case 'pages':
      return { secret: [], open: [] };
    case 'netlify':
      return { secret: ['NETLIFY_AUTH_TOKEN'], open: ['NETLIFY_SITE_ID'] };
    case 'cloudflare':
      return {
        secret: ['CLOUDFLARE_API_TOKEN'],
        open: ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_PROJECT', 'CLOUDFLARE_BRANCH'],
      };
    case 'gitcast': {
      const hosts = knownForCi(subject).publishers.flat();
      const isSsh = hosts.some(({ to }) => to === 'ssh');
      const keys = hosts.flatMap((to) => (to.to === 's3' ? bucketCredential(to).variables : []));
      return {
        secret: [...new Set([...keys, ...(isSsh ? ['GITCAST_SSH_KEY'] : [])])],
        open: [...(isSsh ? ['GITCAST_KNOWN_HOSTS'] : []), 'GITCAST_PUBLISH_DELETES'],
      };
    }
    default:
      return assertNever(publish);
  }
}

/** The settings of a CI host that are left to a person. */
export interface CiNeeds {
  /** The variables with the target's keys. */
  readonly keys: readonly string[];
  /** The variables with keys of the same target that can only read, for jobs that run the code of pull requests. */
  readonly planKeys: readonly string[];
  /** The secrets that documents use. */
  readonly secrets: readonly string[];
  /** The branch that people merge into. */
  readonly branch: string;
  /** The check of a pull request that a merge should require. */
  readonly check: string;
  /** The environment of the host that has the keys. */
  readonly environment: string;
  /** Where CI publishes the website; undefined if it does not. */
  readonly publish: CiPublish | undefined;
  /** The variables of the website's host. */
  readonly website: WebsiteVariables;
  /** True if there is a remote target to sync to. */
  readonly hasTarget: boolean;
  /** CI has to push the state to the branch that people merge into. */
  readonly commitsState: boolean;
  /** What promoting to a second target needs. */
  readonly promotion?: Pick<CiNeeds, 'keys' | 'planKeys' | 'environment'>;
}

export function ciNeeds(subject: CiSubject): CiNeeds {
  const { target, keys, secrets, promotion } = knownForCi(subject);
  const publish = publishOf(subject);
  const hasTarget = target !== undefined;
  return {
    ...(promotion && {
      promotion: { keys: promotion.keys, planKeys: promotion.keys.map(planKey), environment: promotion.to },
    }),
    keys,
    planKeys: keys.map(planKey),
    branch: subject.branch,
    check: subject.workspace ? 'collect' : 'plan',
    environment: environmentOf(target),
    secrets,
    publish: subject.workspace && publish === 'pages' ? undefined : publish,
    website: websiteVariables(subject),
    hasTarget,
    commitsState: hasTarget && configsOf(subject).some(({ state }) => state === 'file'),
  };
}
