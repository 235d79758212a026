/** GitHub starts the deployment for the branches that its workflow lists, and its jobs run for the default branch only. */
import type { Config } from '../../config/config.ts';
import { readYaml } from '../../content/yaml-tree.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import { certainDefaultBranch } from '../../git/repository.ts';
import { valueAt } from '../../values/json.ts';
import type { Present } from '../start/ci/earlier-choices.ts';
import type { FoundCiFile } from '../start/ci/found-ci-files.ts';

const WORKFLOW = '.github/workflows/gitcast-deploy.yml';

export function refuseOtherBranch(
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
