/** Brings the files of a CI host in a repository up to date. */
import { constants, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstBranches } from '../../git/repository.ts';
import { refuseLinkOutOf } from '../../machine/symbolic-links.ts';
import { diskFolder } from '../../pull/files/folder.ts';
import type { FileTexts } from '../../machine/write-files.ts';
import type { Environment } from '../../repository/caller.ts';
import { ciFiles, isOptional } from './ci-files.ts';
import { CI_PUBLISH, type CiHost, type CiSubject, type CiChoices } from './ci-subject.ts';
import { earlierChoices, type Present, type EarlierChoices } from './earlier-choices.ts';
import { formerCiFiles, formerTemplates, FORMER_SCRIPT } from './former-ci-files.ts';
import { planCiUpdate, type CiUpdate } from './plan-ci-update.ts';
import { pipelinesIn } from './found-ci-files.ts';
import { loadConfig } from '../../repository/load-config.ts';
import { workspaceAbove, WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { findBroadcasts } from '../../repository/find-broadcasts.ts';

interface CiFolder {
  /** The folder with the files of the host. */
  readonly root: string;
  readonly env: Environment;
}

export const presentIn =
  (root: string): Present =>
  (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;

export function ciUpdateFor(
  ciHost: CiHost,
  subject: CiSubject,
  { root, env, force }: CiFolder & { readonly force: boolean },
): CiUpdate {
  const wanted = ciFiles(ciHost, subject);
  let forms: readonly FileTexts[] | undefined;
  return planCiUpdate({
    wanted,
    obsolete: ciHost === 'none' ? [] : obsoletePaths(ciHost, wanted),
    former: () => (forms ??= formerForms(ciHost, subject, { root, env })),
    script: String(ciFiles('script', subject)[FORMER_SCRIPT]),
    pipelines: ciHost === 'none' ? [] : pipelinesIn(root),
    present: presentIn(root),
    force,
  });
}

/** Nothing is lost if the process is killed: edited texts are copied first, and files are removed last. */
export async function applyCiUpdate(root: string, { writes, removals, originals }: CiUpdate): Promise<void> {
  for (const path of [...Object.keys(writes), ...removals, ...originals.map(({ original }) => original)]) {
    refuseLinkOutOf(root, path);
  }
  for (const { file, original } of originals) {
    if (!existsSync(join(root, original)))
      copyFileSync(join(root, file), join(root, original), constants.COPYFILE_EXCL);
  }
  const folder = diskFolder(root);
  for (const [path, text] of Object.entries(writes)) await folder.write(path, text);
  for (const path of removals) await folder.remove(path);
}

/** The settings of update tools stay: they do no harm. An upload tool would be asked to publish the website. */
const obsoletePaths = (ciHost: CiHost, wanted: FileTexts): readonly string[] =>
  [...formerTemplates(ciHost).keys()].filter((path) => wanted[path] === undefined && !isOptional(path)).sort();

/** The files of an earlier `init`, which perhaps knew neither the targets nor the secrets nor the repository. */
function formerForms(ciHost: CiHost, subject: CiSubject, { root, env }: CiFolder): readonly FileTexts[] {
  const { config, workspace, promote, target } = subject;
  // The former files knew a target other than the default one only in the head of their script.
  const promotions = [...new Set([target === undefined ? promote : undefined, undefined, 'none'])];
  const configs = [undefined, config, config && { ...config, secrets: [] }, config && { ...config, publish: {} }];
  const workspaces = workspace ? [workspace, [], workspace.map((one) => ({ ...one, publish: {} }))] : [];
  return [...new Set([subject.branch, ...firstBranches(root, env)])]
    .flatMap((branch) =>
      CI_PUBLISH.flatMap((publish) => [
        ...configs.flatMap((each) => promotions.map((to) => ({ config: each, branch, publish, promote: each && to }))),
        ...(workspace ?? []).map((each) => ({ config: each, branch, publish })),
        ...workspaces.map((each) => ({ config: undefined, branch, publish, workspace: each })),
      ]),
    )
    .map((former) => formerCiFiles(ciHost, former));
}

interface Repository {
  /** The folder with the files of the host: that of the broadcast, or the root of a workspace. */
  readonly root: string;
  readonly env: Environment;
  /** The branch that people merge into. */
  readonly branch: string;
  readonly isWorkspace: boolean;
}

export function repositorySubject(
  ciHost: CiHost,
  { root, env, branch, isWorkspace }: Repository,
  { publish, promote }: Pick<CiChoices, 'publish' | 'promote'> = {},
): { readonly subject: CiSubject } & Pick<EarlierChoices, 'settings'> {
  const configured: CiSubject = isWorkspace
    ? { config: undefined, branch, publish, workspace: configsBelow(root, env) }
    : { config: loadConfig({ cwd: root, env }), branch, publish, promote };
  const { choices, settings } = earlierChoices(ciHost, configured, presentIn(root));
  return {
    subject: { ...configured, ...choices, publish: publish ?? choices.publish, promote: promote ?? choices.promote },
    settings,
  };
}

export const isWorkspaceRoot = (folder: string): boolean => existsSync(join(folder, WORKSPACE_FILE));

/** Those of all broadcasts in the workspace. */
const configsBelow = (root: string, env: Environment) =>
  findBroadcasts(root, workspaceAbove(root, root)).map((each) => loadConfig({ cwd: join(root, each), env }));
