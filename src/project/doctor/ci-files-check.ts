import type { Config } from '../../config/config.ts';
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { defaultBranch, firstBranches, certainDefaultBranch } from '../../git/repository.ts';
import { workspaceAbove } from '../../repository/workspace-file.ts';
import { ciFiles } from '../../start/ci/ci-files.ts';
import { findCiFiles, type FoundCiFile, type Present } from '../../start/ci/found-ci-files.ts';
import { presentIn, isWorkspaceRoot, repositorySubject } from '../../start/ci/update-ci-files.ts';
import { markIn } from '../../start/ci/written-mark.ts';
import { check, type Finding } from './check.ts';
import { readYaml } from '../../content/yaml-tree.ts';
import { valueAt } from '../../values/json.ts';

/** The files of CI fit the configuration, and the branch that people merge into. Nothing without CI. */
export async function ciFilesChecks(config: Config): Promise<readonly Finding[]> {
  const folder = workspaceAbove(config.root, config.root)?.root ?? config.root;
  const present = presentIn(folder);
  const files = findCiFiles(present);
  const look = (): string => {
    refuseOtherBranch(config, files, present);
    refuseOtherFiles(config, folder, files);
    const edited = files.filter(({ isEdited }) => isEdited).map(({ path }) => path);
    return `as gitcast writes them${edited.length === 0 ? '' : `; edited since: ${edited.join(', ')}`}`;
  };
  return files.length === 0 ? [] : [await check('CI files', look)];
}

/** They name the variables, targets and hosts of the configuration, and both this and gitcast may have changed since. */
function refuseOtherFiles(config: Config, root: string, files: readonly FoundCiFile[]): void {
  const env = config.programEnvironment();
  const branches = [...new Set([defaultBranch(root, env), ...firstBranches(root, env)])];
  for (const host of new Set(files.flatMap((file) => file.host ?? []))) {
    const differing = branches.map((branch) => {
      const subject = repositorySubject(host, { root, env, branch, isWorkspace: isWorkspaceRoot(root) });
      return Object.entries(ciFiles(host, subject)).flatMap(([path, text]) =>
        isFor(presentIn(root)(path), String(text)) ? [] : [path],
      );
    });
    // Those for another branch are not about the configuration.
    const [first, ...more] = differing.toSorted((one, other) => one.length - other.length)[0] ?? [];
    if (first === undefined) continue;
    const paths = more.length === 0 ? `${first} is` : `${first} and ${count(more.length, 'more file')} are`;
    throw new UserError(`${paths} not what this gitcast writes for this configuration`, {
      suggestion: `run gitcast init --ci ${host}`,
    });
  }
}

/** Without the edits of a person, `init` would write the file as it is. Files of somebody else may do anything. */
function isFor(text: string | undefined, fresh: string): boolean {
  const mark = markIn(text ?? '');
  return mark ? mark.digest === markIn(fresh)?.digest : text !== undefined;
}

/** GitHub starts the deployment for the branches that its workflow lists, and its jobs run for the default branch only. */
const WORKFLOW = '.github/workflows/gitcast-deploy.yml';

function refuseOtherBranch(
  { root, programEnvironment }: Config,
  files: readonly FoundCiFile[],
  present: Present,
): void {
  const isThere = files.some(({ path }) => path === WORKFLOW);
  const branches = isThere ? branchesIn(present(WORKFLOW) ?? '') : undefined;
  const branch = branches && certainDefaultBranch(root, programEnvironment());
  if (!branches || branch === undefined || branches.includes(branch)) return;
  throw new UserError(`${WORKFLOW} deploys ${branches.join(' and ')}, and the default branch is ${branch}`, {
    suggestion: 'run gitcast init --ci github',
  });
}

/** Undefined if the workflow runs for all branches, or for those that match a pattern. */
function branchesIn(text: string): readonly string[] | undefined {
  const listed = [valueAt(readYaml(text).data, ['on', 'push', 'branches'])].flat();
  const isNamed = listed.every((each) => typeof each === 'string' && !/[*?+[\]!]/.test(each.replaceAll(/\\./g, '')));
  return isNamed ? listed.map((each) => String(each).replaceAll(/\\(.)/g, '$1')) : undefined;
}
