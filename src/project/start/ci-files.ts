/** The files of `init --ci`: those that the host reads, and the one that installs gitcast before they start it. */
import type { Config } from '../../config/config.ts';
import type { CI_HOSTS, CI_PUBLISH } from '../calls/limits.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import { templateFiles } from './template-files.ts';
import type { FileTexts } from '../files/write-files.ts';
import { planKey } from './plan-key.ts';
import { fillTemplate, type Filling } from './fill-template.ts';
import { knownForCi, type KnownForCi } from './known-for-ci.ts';
import { bucketCredential } from '../settings/credentials.ts';

/** A CI host that `init` has files for. */
export type CiHost = (typeof CI_HOSTS)[number];

/** Where CI publishes the website. */
export type CiPublish = (typeof CI_PUBLISH)[number];

/** The repository that the files are made for. */
export interface CiSubject {
  /** Undefined in a new repository. */
  readonly config: Config | undefined;
  /** The branch that people merge into. */
  readonly branch: string;
  /** The target that merges are promoted to; undefined to find it, `none` for no promotion. */
  readonly promote?: string | undefined;
  /** The configurations of all broadcasts, in a repository with several. */
  readonly workspace?: readonly Config[] | undefined;
  /** Where CI publishes the website (default: by `publish` in the configuration, else on the host's pages). */
  readonly publish?: CiPublish | undefined;
}

export function ciFiles(host: CiHost, subject: CiSubject): FileTexts {
  if (host === 'none') return {};
  const publish = publishOf(subject);
  const upload = UPLOADS.filter((name) => name === publish);
  return filledFiles(['common', host, ...upload], subject);
}

/** The files of some folders of templates/ci/, for this repository. */
export function filledFiles(folders: readonly string[], subject: CiSubject): FileTexts {
  const filling = fillingOf(subject);
  const templates = folders.map((folder) => Object.entries(templateFiles(`ci/${folder}`)));
  const filled = templates
    .flat()
    .map(([path, bytes]) => [path, fillTemplate(Buffer.from(bytes).toString('utf8'), filling)]);
  return Object.fromEntries(filled.toSorted(([a], [b]) => (a! < b! ? -1 : 1)));
}

function fillingOf(subject: CiSubject): Filling {
  const publish = publishOf(subject);
  const { target, keys, secrets, promotion, publishNames } = knownOf(subject);
  const isWorkspace = subject.workspace !== undefined;
  const isUploaded = UPLOADS.includes(publish);
  const website = websiteVariables(publish, subject);
  const later = promotion?.keys ?? [];
  return {
    parts: {
      single: !isWorkspace,
      workspace: isWorkspace,
      // The pages of a repository on GitHub show one website.
      site: !isWorkspace || publish !== 'pages',
      pages: publish === 'pages',
      hosted: publish !== 'pages',
      upload: isUploaded,
      preview: isUploaded && !isWorkspace,
      promotion: promotion !== undefined,
      'no-promotion': promotion === undefined,
    },
    lines: {
      'read-keys': keys.map((key) => secretLine(key, planKey(key))),
      'write-keys': keys.map((key) => secretLine(key)),
      // A promotion reads its first target, and a target and the one it is promoted to may use one variable.
      'approved-keys': [
        ...keys.map((key) => (promotion && !later.includes(key) ? eitherLine(key) : secretLine(key))),
        ...without(later, keys).map((key) => secretLine(key)),
      ],
      'promotion-read': without(later, keys).map((key) => secretLine(key, planKey(key))),
      'promotion-from': without(keys, later).map((key) => secretLine(key, planKey(key))),
      'promotion-write': later.map((key) => secretLine(key)),
      // In no job that runs the code of a pull request.
      secrets: secrets.map((name) => secretLine(name)),
      website: [
        ...website.secret.map((name) => secretLine(name)),
        ...website.open.map((name) => `${name}: \${{ vars.${name} }}`),
      ],
      variables: [
        ...website.secret.map((name) => `# - ${name}, *protected*: publishes the website.`),
        ...website.open.map((name) => `# - ${name}, for the website.`),
      ],
    },
    words: {
      '@TARGET@': target ?? '',
      '@KEYS@': keys.join(' '),
      '@FROM@': target ?? '',
      '@PROMOTE@': promotion?.to ?? '',
      '@PROMOTEKEYS@': later.join(' '),
      '@ALL@': isWorkspace ? '--all' : '',
      '@BRANCH@': branchPattern(subject.branch),
      '@ENVIRONMENT@': environmentOf(target),
      '@PUBLISH@': publish === 'gitcast' ? [publishNames].flat().join(' ') : '',
      '@PACKAGES@': isUploaded ? '[/, /ci/upload]' : '[/]',
    },
  };
}

const secretLine = (name: string, secret = name): string => `${name}: \${{ secrets.${secret} }}`;

const eitherLine = (key: string): string =>
  `${key}: \${{ matrix.job == 'promote' && secrets.${planKey(key)} || secrets.${key} }}`;

const without = (names: readonly string[], others: readonly string[]): readonly string[] =>
  names.filter((name) => !others.includes(name));

const knownOf = (subject: CiSubject): KnownForCi => knownForCi(subject, subject);

/** Files that a repository often has already: those are left as they are. */
export const isOptional = (path: string): boolean => ['.github/dependabot.yml', 'renovate.json'].includes(path);

/** The settings that are left to a person. */
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
  const { target, keys, secrets, promotion } = knownOf(subject);
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
    website: websiteVariables(publish, subject),
    hasTarget,
    commitsState: hasTarget && configsOf(subject).some(({ state }) => state === 'file'),
  };
}

const environmentOf = (target = 'production'): string => target;

/** Hosts with an upload tool of their own. */
const UPLOADS: readonly CiPublish[] = ['netlify', 'cloudflare'];

const publishOf = (subject: CiSubject): CiPublish =>
  subject.publish ?? (knownOf(subject).publishers.length > 0 ? 'gitcast' : 'pages');

const configsOf = ({ config, workspace }: CiSubject): readonly Config[] => workspace ?? (config ? [config] : []);

/** The variables that publishing the website needs. */
export interface WebsiteVariables {
  /** Keys, for secrets of the CI host. */
  readonly secret: readonly string[];
  /** Everything else. */
  readonly open: readonly string[];
}

function websiteVariables(publish: CiPublish, subject: CiSubject): WebsiteVariables {
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
      const hosts = knownOf(subject).publishers.flat();
      const isSsh = hosts.some(({ to }) => to === 'ssh');
      return {
        secret: [
          ...new Set([
            ...hosts.flatMap((to) => (to.to === 's3' ? bucketCredential(to).variables : [])),
            ...(isSsh ? ['GITCAST_SSH_KEY'] : []),
          ]),
        ],
        open: [...(isSsh ? ['GITCAST_KNOWN_HOSTS'] : []), 'GITCAST_PUBLISH_DELETES'],
      };
    }
    default:
      return assertNever(publish);
  }
}

/** A branch name as an item of a YAML list, which GitHub reads as a pattern. */
function branchPattern(name: string): string {
  const pattern = name.replaceAll(/[+!]/g, String.raw`\$&`);
  const isPlain = /^[a-z][\w./-]*$/i.test(pattern) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(pattern);
  return isPlain ? pattern : `'${pattern.replaceAll("'", "''")}'`;
}
