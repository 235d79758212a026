import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import type { Config } from '../../config/config.ts';
import { defaultBranch, firstBranches } from '../../git/default-branch.ts';
import { repositoryAround } from '../../git/repository.ts';
import { shownFrom } from '../files/repository.ts';
import { writeFiles, type FileTexts, isSame, refuseTaken } from '../files/write-files.ts';
import type { Environment } from '../outside.ts';
import { loadConfig } from '../settings/load-config.ts';
import { CI_PUBLISH } from '../calls/limits.ts';
import { ciFiles, ciNeeds, isOptional, type CiHost, type CiPublish, type CiSubject } from './ci-files.ts';
import type { Initialised } from './initialised.ts';
import { lockGitcast, type PinAsked } from './lock-gitcast.ts';
import { workspaceAbove, WORKSPACE_FILE } from '../settings/workspace-file.ts';
import { findBroadcasts } from '../workspace/find-broadcasts.ts';
import { joinWorkspace } from './join-workspace.ts';
import { installHook, preCommitHook } from './pre-commit-hook.ts';

export interface InitAsked extends PinAsked {
  /** Where CI publishes the website, if that was asked for. */
  readonly publish: CiPublish | undefined;
  readonly hooks: boolean;
  readonly force: boolean;
  /** The target that merges are promoted to, if it is not found by itself; `none` for no promotion. */
  readonly promote: string | undefined;
}

export interface Where {
  readonly cwd: string;
  readonly env: Environment;
  readonly folder: string;
}

/**
 * Adds missing files to an existing repository, and updates those that `init` wrote before there was a target or a branch.
 * Files that were edited since are never touched. In a workspace the files of the host are at its root, for all broadcasts.
 */
export async function addToProject(asked: InitAsked, { cwd, env, folder }: Where): Promise<Initialised> {
  const { host, publish, hooks, force, promote } = asked;
  const joined = joinWorkspace(folder);
  const isHosted = host !== undefined && host !== 'none';
  const root = isHosted && joined && joined.others.length > 0 ? joined.root : folder;
  const repository = host === 'github' || host === 'gitlab' ? repositoryAround(folder, env) : undefined;
  if (repository && realpathSync(repository.root) !== realpathSync(root)) refuseBelowRoot(repository.root, host);
  const branch = defaultBranch(folder, env);
  const subject: CiSubject =
    root === folder && !existsSync(join(root, WORKSPACE_FILE))
      ? { config: loadConfig({ cwd: folder, env }), branch, publish, promote }
      : { config: undefined, branch, publish, workspace: configsBelow(root, env) };
  if (subject.workspace && promote !== undefined) refusePromotion();
  if (subject.workspace && (publish === 'netlify' || publish === 'cloudflare')) refuseUpload(publish);
  const files = host === undefined ? {} : ciFiles(host, subject);
  const due = Object.entries(files).filter(
    ([path, text]) => !isSame(join(root, path), text) && !(isOptional(path) && existsSync(join(root, path))),
  );
  const there = due.map(([path]) => path).filter((path) => existsSync(join(root, path)));
  if (host !== undefined && !force && there.length > 0) {
    const older = olderFiles(host, { folder, env }, subject);
    refuseTaken(
      there.filter((path) => !older.some(({ [path]: text }) => text !== undefined && isSame(join(root, path), text))),
      'compare them with what you need',
    );
  }
  const hook = hooks ? preCommitHook({ folder, env }, joined) : undefined;
  writeFiles(root, Object.fromEntries(due));
  const before = new Set(['package.json', 'package-lock.json'].filter((path) => existsSync(join(root, path))));
  const { files: locked, problems } = await lockGitcast(root, { ...asked, env });
  const written = [...[...due.map(([path]) => path), ...locked].map((path) => join(root, path)), ...installHook(hook)];
  return {
    type: 'added',
    report: { files: written.map((path) => shownFrom(cwd, path)), ...(problems.length > 0 && { problems }) },
    renewed: there.length + locked.filter((path) => before.has(path)).length,
    host,
    needs: ciNeeds(subject),
  };
}

/** Those of all broadcasts in the workspace. */
function configsBelow(root: string, env: Environment): readonly Config[] {
  const broadcasts = findBroadcasts(root, workspaceAbove(root, root));
  return broadcasts.map((each) => loadConfig({ cwd: join(root, each), env }));
}

function refusePromotion(): never {
  throw new UserError('CI promotes one broadcast, and this repository has several', {
    suggestion: 'leave out the option, and run gitcast promote in the folder of a broadcast',
  });
}

function refuseUpload(publish: CiPublish): never {
  throw new UserError(`CI uploads one website to ${publish}, and this repository has several broadcasts`, {
    suggestion: 'leave out the option, and add `publish:` to the configuration of each broadcast with a website',
  });
}

/** The files that an earlier `init` wrote without knowing the targets, the secrets or the repository. */
const olderFiles = (
  host: CiHost,
  { folder, env }: Omit<Where, 'cwd'>,
  { config, branch, promote, workspace }: CiSubject,
): readonly FileTexts[] =>
  [...new Set([branch, ...firstBranches(folder, env)])].flatMap((each) => [
    ...CI_PUBLISH.map((publish) => ciFiles(host, { config: undefined, branch: each, publish })),
    ...(workspace ?? []).map((one) => ciFiles(host, { config: one, branch: each })),
    ...(workspace
      ? [[], workspace.map((one) => ({ ...one, publish: {} }))].map((before) =>
          ciFiles(host, { config: undefined, branch: each, workspace: before }),
        )
      : []),
    ...[config, config && { ...config, secrets: [] }, config && { ...config, publish: {} }].flatMap((known) =>
      [promote, 'none'].flatMap((to) =>
        CI_PUBLISH.map((publish) => ciFiles(host, { config: known, branch: each, publish, promote: to })),
      ),
    ),
  ]);

/** Hosts read their files only at the root of a repository. */
export function refuseBelowRoot(root: string, host: CiHost | undefined): never {
  const name = host === 'gitlab' ? 'GitLab' : 'GitHub';
  throw new UserError(`${name} looks for its files at the root of the git repository, ${root}, not here`, {
    suggestion: worded`write the script with ${option('ci', 'script')}, and run ci/gitcast.sh from your own workflow`,
  });
}
