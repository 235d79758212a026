import type { Config } from '../../config/config.ts';
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import { defaultBranch, firstBranches, certainDefaultBranch } from '../../git/repository.ts';
import { workspaceAbove } from '../../repository/workspace-file.ts';
import { isOptional } from '../../start/ci/ci-files.ts';
import { FORMER_SCRIPT } from '../../start/ci/former-ci-files.ts';
import {
  findCiFiles,
  findScriptStarters,
  pipelinesIn,
  type FoundCiFile,
  type ScriptStarter,
} from '../../start/ci/found-ci-files.ts';
import { lockedVersion } from '../../start/pinned-package.ts';
import { ciUpdateFor, presentIn, isWorkspaceRoot, repositorySubject } from '../../start/ci/update-ci-files.ts';
import { version } from '../../machine/program.ts';
import { check, type Finding } from './check.ts';
import { readYaml } from '../../content/yaml-tree.ts';
import { valueAt } from '../../values/json.ts';
import type { Present } from '../../start/ci/earlier-choices.ts';

/**
 * The files of CI start the gitcast that the lockfile pins, and all of them have to be of one version, for the branch that people
 * merge into. Nothing without CI.
 */
export async function ciFilesChecks(config: Config): Promise<readonly Finding[]> {
  const folder = workspaceAbove(config.root, config.root)?.root ?? config.root;
  const present = presentIn(folder);
  const files = findCiFiles(present);
  const look = (): string => {
    refuseOtherVersions(files, lockedVersion(folder));
    const starters = findScriptStarters(pipelinesIn(folder), present);
    refuseMissing(starters.filter(({ script }) => present(script) === undefined));
    refuseOtherBranch(config, files, present);
    refuseOtherConfiguration(config, folder, files);
    return stateOf(files, starters);
  };
  return files.length === 0 ? [] : [await check('CI files', look)];
}

const byVersion = new Intl.Collator('en', { numeric: true });

function refuseOtherVersions(files: readonly FoundCiFile[], locked: string | undefined): void {
  const own = version();
  const host = files.find((file) => file.host !== undefined)?.host ?? 'script';
  const others = files.filter((file) => file.version !== own);
  const newest = others
    .map((file) => file.version ?? '')
    .toSorted(byVersion.compare)
    .at(-1);
  if (newest !== undefined) {
    throw new UserError(`${named(others)} written by ${writers(others)}, and this is ${own}`, {
      suggestion:
        byVersion.compare(newest, own) > 0
          ? `use gitcast ${newest} on this machine too`
          : worded`run ${call('initProject', { ci: others.find((file) => file.host)?.host ?? host })}`,
    });
  }
  if (locked !== undefined && locked !== own) {
    throw new UserError(`the CI files are for gitcast ${own}, and package-lock.json pins ${locked}`, {
      suggestion: worded`run ${call('initProject', { ci: host, package: own })}`,
    });
  }
}

function refuseMissing(starters: readonly ScriptStarter[]): void {
  if (starters.length === 0) return;
  const started = starters.map(({ file, script }) => `${file} starts ${script}`).join(', ');
  throw new UserError(`${started}, which ${starters.length === 1 ? 'is' : 'are'} gone`, {
    suggestion: 'start a job of gitcast ci there, or delete the file; gitcast ci --help lists the jobs',
  });
}

/** They name the variables, targets and hosts of the configuration, which may have changed since `init` wrote them. */
function refuseOtherConfiguration(config: Config, root: string, files: readonly FoundCiFile[]): void {
  const env = config.programEnvironment();
  const branches = [...new Set([defaultBranch(root, env), ...firstBranches(root, env)])];
  for (const host of new Set(files.flatMap((file) => file.host ?? []))) {
    const differing = branches.map((branch) => {
      const { subject } = repositorySubject(host, { root, env, branch, isWorkspace: isWorkspaceRoot(root) });
      const { writes, removals } = ciUpdateFor(host, subject, { root, env, force: false });
      return [...Object.keys(writes), ...removals].filter((path) => !isOptional(path));
    });
    // Those for another branch are not about the configuration.
    const [first, ...more] = differing.toSorted((one, other) => one.length - other.length)[0] ?? [];
    if (first === undefined) continue;
    const paths = more.length === 0 ? `${first} does` : `${first} and ${count(more.length, 'more file')} do`;
    throw new UserError(`${paths} not fit the configuration, which has changed since`, {
      suggestion: worded`run ${call('initProject', { ci: host })}`,
    });
  }
}

function stateOf(files: readonly FoundCiFile[], starters: readonly ScriptStarter[]): string {
  const edited = files.filter(({ isEdited }) => isEdited).map(({ path }) => path);
  const hasScript = files.some(({ path }) => path === FORMER_SCRIPT);
  const starting = starters.filter(({ script }) => hasScript && script === FORMER_SCRIPT).map(({ file }) => file);
  return [
    `written by gitcast ${version()}`,
    ...(edited.length === 0 ? [] : [`edited since: ${edited.join(', ')}`]),
    ...(starting.length === 0
      ? []
      : [`${FORMER_SCRIPT}, which starts gitcast ci, is started by ${starting.join(', ')}`]),
  ].join('; ');
}

function named(files: readonly FoundCiFile[]): string {
  const [first, ...more] = files.map(({ path }) => path);
  return more.length === 0 ? `${first} was` : `${first} and ${count(more.length, 'more file')} were`;
}

function writers(files: readonly FoundCiFile[]): string {
  const [first, ...more] = new Set(files.map((file) => file.version));
  if (more.length > 0) return 'other versions of gitcast';
  return first === undefined ? 'an earlier gitcast' : `gitcast ${first}`;
}

/** GitHub starts the deployment for the branches that its workflow lists, and its jobs run for the default branch only. */
const WORKFLOW = '.github/workflows/gitcast-deploy.yml';

function refuseOtherBranch(
  { root, programEnvironment }: Config,
  files: readonly FoundCiFile[],
  present: Present,
): void {
  const workflow = files.find(({ path }) => path === WORKFLOW);
  const branches = workflow && branchesIn(present(WORKFLOW) ?? '');
  const branch = branches && certainDefaultBranch(root, programEnvironment());
  if (!branches || branch === undefined || branches.includes(branch)) return;
  const init = workflow.isEdited
    ? worded`add the branch to ${WORKFLOW}, or run ${call('initProject', { ci: 'github', force: true })}`
    : worded`run ${call('initProject', { ci: 'github' })}`;
  throw new UserError(`${WORKFLOW} deploys ${branches.join(' and ')}, and the default branch is ${branch}`, {
    suggestion: init,
  });
}

/** Undefined if the workflow runs for all branches, or for those that match a pattern. */
function branchesIn(text: string): readonly string[] | undefined {
  const listed = [valueAt(readYaml(text).data, ['on', 'push', 'branches'])].flat();
  const isNamed = listed.every((each) => typeof each === 'string' && !/[*?+[\]!]/.test(each.replaceAll(/\\./g, '')));
  return isNamed ? listed.map((each) => String(each).replaceAll(/\\(.)/g, '$1')) : undefined;
}
