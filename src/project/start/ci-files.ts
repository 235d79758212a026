/** The files of `init --ci`: one script with the logic, and the files of the host that start it. */
import type { Config, PublishTo } from '../../config/config.ts';
import type { CI_HOSTS, CI_PUBLISH } from '../calls/limits.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import { templateFiles } from './template-files.ts';
import type { FileTexts } from '../files/write-files.ts';
import { planKey } from './plan-key.ts';
import { promotionOf, withPromotion, type Promotion } from './promotion.ts';
import { bucketCredential, targetCredential } from '../settings/credentials.ts';

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

/** What the files have to know about the configuration, or about those of a workspace. */
interface Known {
  readonly target: string;
  readonly keys: readonly string[];
  readonly secrets: readonly string[];
  readonly promotion: Promotion | undefined;
}

export function ciFiles(host: CiHost, subject: CiSubject): FileTexts {
  if (host === 'none') return {};
  const publish = publishOf(subject);
  const { target, keys, secrets, promotion } = knownOf(subject);
  const files = Object.assign(
    {},
    ...templatesFor(host, { ...subject, publish, promotion }).map((name) => templateFiles(`ci/${name}`)),
  ) as FileTexts;
  const website = websiteVariables(publish, subject);
  const values: Readonly<Record<string, string>> = {
    '@TARGET@': target,
    '@KEYS@': keys.join(' '),
    '@FROM@': target,
    '@PROMOTE@': promotion?.to ?? '',
    '@PROMOTEKEYS@': promotion?.keys.join(' ') ?? '',
    '@ALL@': subject.workspace ? '--all' : '',
    '@BRANCH@': branchPattern(subject.branch),
    '@ENVIRONMENT@': environmentOf(target),
    '@PUBLISH@': publish === 'gitcast' ? publishNames(subject) : '',
    '@PACKAGES@': UPLOADS.includes(publish) ? '[/, /ci/upload]' : '[/]',
  };
  const filled = Object.entries(files).map(([path, bytes]) => {
    const text = Buffer.from(bytes).toString('utf8');
    const whole = withWebsite(text, { publish, website });
    const named = whole.replaceAll(/@[A-Z]+@/g, (name) => values[name] ?? name);
    return [path, withPromotion(withSecrets(named, { keys, secrets }), keys, promotion)];
  });
  return Object.fromEntries(filled.sort(([a], [b]) => (a! < b! ? -1 : 1)));
}

function knownOf({ config, promote, workspace }: CiSubject): Known {
  if (!workspace) {
    return { ...targetOf(config), secrets: config?.secrets ?? [], promotion: promotionOf(config, promote) };
  }
  const targets = workspace.map(targetOf).filter(({ target }) => target !== '');
  // A command for all of them has one target name: the one that most broadcasts use.
  const names = [...Map.groupBy(targets, ({ target }) => target)].toSorted(([, a], [, b]) => b.length - a.length);
  const [target = '', some = []] = names[0] ?? [];
  return {
    target,
    keys: target === '' ? [KEY] : [...new Set(some.flatMap((each) => each.keys))].sort(),
    secrets: [...new Set(workspace.flatMap((each) => each.secrets))].sort(),
    promotion: undefined,
  };
}

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
  const hasTarget = target !== '';
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

const KEY = 'GITCAST_KEY';

const environmentOf = (target: string): string => (target === '' ? 'production' : target);

/** CI never syncs to the embedded service: until there is a remote target, it only checks and builds. */
function targetOf(config: Config | undefined): { readonly target: string; readonly keys: readonly string[] } {
  const target = config?.targets[config.defaultTarget];
  if (target?.type !== 'remote') return { target: '', keys: [KEY] };
  return { target: target.name, keys: targetCredential(target).variables };
}

interface Chosen extends CiSubject {
  readonly publish: CiPublish;
  readonly promotion: Promotion | undefined;
}

/** The folders of templates/ci/ for a host, by what it publishes and promotes. A later one replaces files of those before. */
function templatesFor(host: Exclude<CiHost, 'none'>, { publish, promotion, workspace }: Chosen): readonly string[] {
  const upload = UPLOADS.filter((name) => name === publish);
  if (host === 'script') return ['common', ...upload];
  const site = publish === 'pages' ? `${host}-pages` : `${host}-publish`;
  const isGithub = host === 'github';
  return [
    'common',
    host,
    // The pages of a repository show one website.
    ...(isGithub && workspace && publish === 'pages' ? [] : [site]),
    ...(isGithub ? [workspace ? 'github-workspace' : 'github-schedule'] : []),
    ...(promotion ? [`${host}-promote`] : []),
    ...upload,
    ...(isGithub && !workspace && upload.length > 0 ? ['github-preview'] : []),
  ];
}

/** Hosts with an upload tool of their own. */
const UPLOADS: readonly CiPublish[] = ['netlify', 'cloudflare'];

const publishOf = (subject: CiSubject): CiPublish =>
  subject.publish ?? (publishersIn(subject).length > 0 ? 'gitcast' : 'pages');

const configsOf = ({ config, workspace }: CiSubject): readonly Config[] => workspace ?? (config ? [config] : []);

/** The hosts of each broadcast that has one. */
const publishersIn = (subject: CiSubject): readonly (readonly PublishTo[])[] =>
  configsOf(subject)
    .map(({ publish }) => Object.values(publish))
    .filter((hosts) => hosts.length > 0);

/** In a workspace, `all` if no broadcast has several names to choose from. */
function publishNames(subject: CiSubject): string {
  const publishers = publishersIn(subject);
  if (subject.workspace && publishers.every((hosts) => hosts.length === 1)) return 'all';
  return [...new Set(publishers.flat().map(({ name }) => name))].join(' ');
}

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
      const hosts = publishersIn(subject).flat();
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

/** Adds the variables where the template has their mark, and takes the permissions for Pages away if they are not needed. */
function withWebsite(text: string, { publish, website }: { publish: CiPublish; website: WebsiteVariables }): string {
  const lines = [
    ...website.secret.map((name) => `${name}: \${{ secrets.${name} }}`),
    ...website.open.map((name) => `${name}: \${{ vars.${name} }}`),
  ];
  const named = [
    ...website.secret.map((name) => `# - ${name}, *protected*: publishes the website.`),
    ...website.open.map((name) => `# - ${name}, for the website.`),
  ];
  const marked = text
    .replaceAll(/^ +# @SITE@\n([^]*?)^ +# @END@\n/gm, (_, job: string) => (publish === 'pages' ? '' : job))
    .replaceAll(/^( +)# @PUBLISH@\n/gm, (_, indent: string) => lines.map((line) => `${indent}${line}\n`).join(''))
    .replaceAll(/^# @VARIABLES@\n/gm, named.map((line) => `${line}\n`).join(''));
  return publish === 'pages' ? marked : marked.replaceAll(/^ +\S+: write # GitHub Pages\n/gm, '');
}

interface Names {
  readonly keys: readonly string[];
  readonly secrets: readonly string[];
}

/**
 * Repeats the template's lines for `GITCAST_KEY` for each key, and adds the secrets that documents use where the template
 * has their mark: in no job that runs the code of a pull request.
 */
const withSecrets = (text: string, { keys, secrets }: Names): string =>
  text
    .replaceAll(
      /^( +)GITCAST_KEY: \$\{\{ secrets\.(GITCAST_KEY|GITCAST_PLAN_KEY) \}\}$/gm,
      (_, indent: string, of: string) =>
        keys.map((key) => `${indent}${key}: \${{ secrets.${of === KEY ? key : planKey(key)} }}`).join('\n'),
    )
    .replaceAll(/^( +)# @SECRETS@\n/gm, (_, indent: string) =>
      secrets.map((name) => `${indent}${name}: \${{ secrets.${name} }}\n`).join(''),
    );

/** A branch name as an item of a YAML list, which GitHub reads as a pattern. */
function branchPattern(name: string): string {
  const pattern = name.replaceAll(/[+!]/g, String.raw`\$&`);
  const isPlain = /^[a-z][\w./-]*$/i.test(pattern) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(pattern);
  return isPlain ? pattern : `'${pattern.replaceAll("'", "''")}'`;
}
