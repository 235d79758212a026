/** The files of `init --ci`: one script with the logic, and the files of the host that start it. */
import type { Config } from '../../config/config.ts';
import type { CI_HOSTS } from '../calls/limits.ts';
import { templateFiles } from './template-files.ts';
import type { FileTexts } from '../files/write-files.ts';
import { planKey } from './plan-key.ts';
import { promotionOf, withPromotion, type Promotion } from './promotion.ts';
import { variablesOf } from '../settings/targets.ts';

/** A CI host that `init` has files for. */
export type CiHost = (typeof CI_HOSTS)[number];

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
  const { target, keys, secrets, promotion } = knownOf(subject);
  const files = {
    ...templateFiles('ci/common'),
    ...(host !== 'script' && templateFiles(`ci/${host}`)),
    ...(host !== 'script' && promotion && templateFiles(`ci/${host}-promote`)),
    ...(host === 'github' && subject.workspace && templateFiles('ci/github-workspace')),
  };
  const values: Readonly<Record<string, string>> = {
    '@TARGET@': target,
    '@KEYS@': keys.join(' '),
    '@FROM@': target,
    '@PROMOTE@': promotion?.to ?? '',
    '@PROMOTEKEYS@': promotion?.keys.join(' ') ?? '',
    '@ALL@': subject.workspace ? '--all' : '',
    '@BRANCH@': branchPattern(subject.branch),
    '@ENVIRONMENT@': environmentOf(target),
    '@CONTENT@': quotable(subject.config?.content ?? 'content'),
  };
  const filled = Object.entries(files).map(([path, bytes]) => {
    const text = Buffer.from(bytes).toString('utf8');
    const named = text.replaceAll(/@[A-Z]+@/g, (name) => values[name] ?? name);
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
  /** The environment of the host that has the keys. */
  readonly environment: string;
  /** True if there is a remote target to sync to. */
  readonly hasTarget: boolean;
  /** CI has to push the state to the branch that people merge into. */
  readonly commitsState: boolean;
  /** What promoting to a second target needs. */
  readonly promotion?: Pick<CiNeeds, 'keys' | 'planKeys' | 'environment'>;
}

export function ciNeeds(subject: CiSubject): CiNeeds {
  const { target, keys, secrets, promotion } = knownOf(subject);
  const hasTarget = target !== '';
  const configs = subject.workspace ?? [subject.config];
  return {
    ...(promotion && {
      promotion: { keys: promotion.keys, planKeys: promotion.keys.map(planKey), environment: promotion.to },
    }),
    keys,
    planKeys: keys.map(planKey),
    environment: environmentOf(target),
    secrets,
    hasTarget,
    commitsState: hasTarget && configs.some((config) => config?.state === 'file'),
  };
}

const KEY = 'GITCAST_KEY';

const environmentOf = (target: string): string => (target === '' ? 'production' : target);

/** CI never syncs to the embedded service: until there is a remote target, it only checks and builds. */
function targetOf(config: Config | undefined): { readonly target: string; readonly keys: readonly string[] } {
  const target = config?.targets[config.defaultTarget];
  if (target?.type !== 'remote') return { target: '', keys: [KEY] };
  return { target: target.name, keys: variablesOf(target) };
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

/** Escapes a text for single quotes in a shell. */
const quotable = (text: string): string => text.replaceAll("'", String.raw`'\''`);

/** A branch name as an item of a YAML list, which GitHub reads as a pattern. */
function branchPattern(name: string): string {
  const pattern = name.replaceAll(/[+!]/g, String.raw`\$&`);
  const isPlain = /^[a-z][\w./-]*$/i.test(pattern) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(pattern);
  return isPlain ? pattern : `'${pattern.replaceAll("'", "''")}'`;
}
