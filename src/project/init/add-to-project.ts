import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { defaultBranch, repositoryAround } from '../../git/repository.ts';
import { shownFrom } from '../../repository/repository.ts';
import type { Environment } from '../../repository/caller.ts';
import { ciNeeds, type CiHost, type CiPublish } from '../../start/ci/ci-subject.ts';
import type { Initialised } from './initialised.ts';
import { lockGitcast, type PinAsked } from '../../start/pinned-package.ts';
import { joinWorkspace } from '../../start/join-workspace.ts';
import { installHook, preCommitHook } from '../../start/pre-commit-hook.ts';
import { applyCiUpdate, ciUpdateFor, isWorkspaceRoot, repositorySubject } from '../../start/ci/update-ci-files.ts';

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
 * Adds missing files to an existing repository, and brings those that `init` wrote before up to date. In a workspace the files
 * of the host are at its root, for all broadcasts.
 */
export async function addToProject(asked: InitAsked, { cwd, env, folder }: Where): Promise<Initialised> {
  const { host, publish, hooks, force, promote } = asked;
  const joined = joinWorkspace(folder);
  const isHosted = host !== undefined && host !== 'none';
  const root = isHosted && joined && joined.others.length > 0 ? joined.root : folder;
  const repository = host === 'github' || host === 'gitlab' ? repositoryAround(folder, env) : undefined;
  if (repository && realpathSync(repository.root) !== realpathSync(root)) refuseBelowRoot(repository.root, host);
  const isWorkspace = root !== folder || isWorkspaceRoot(root);
  if (isWorkspace && promote !== undefined) refusePromotion();
  if (isWorkspace && (publish === 'netlify' || publish === 'cloudflare')) refuseUpload(publish);
  const repositoryHere = { root, env, branch: defaultBranch(folder, env), isWorkspace };
  const { subject, settings } = repositorySubject(host ?? 'none', repositoryHere, { publish, promote });
  const hook = hooks ? preCommitHook({ folder, env }, joined) : undefined;
  const update = ciUpdateFor(host ?? 'none', subject, { root, env, force });
  const paths = [...Object.keys(update.writes), 'package.json', 'package-lock.json'];
  const before = new Set(paths.filter((path) => existsSync(join(root, path))));
  await applyCiUpdate(root, update);
  const { files: locked, problems } = await lockGitcast(root, { ...asked, env });
  const written = [...Object.keys(update.writes), ...locked];
  const shown = (path: string): string => shownFrom(cwd, join(root, path));
  return {
    type: 'added',
    report: {
      files: [...written.map((path) => join(root, path)), ...installHook(hook)].map((path) => shownFrom(cwd, path)),
      removed: update.removals.map(shown),
      kept: update.kept.map((each) => ({ ...each, file: shown(each.file) })),
      originals: update.originals.map((each) => ({ ...each, file: shown(each.file), original: shown(each.original) })),
      settings,
      ...(problems.length > 0 && { problems }),
    },
    renewed: written.filter((path) => before.has(path)).length,
    host,
    needs: ciNeeds(subject),
  };
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

/** Hosts read their files only at the root of a repository. */
export function refuseBelowRoot(root: string, host: CiHost | undefined): never {
  const name = host === 'gitlab' ? 'GitLab' : 'GitHub';
  throw new UserError(`${name} looks for its files at the root of the git repository, ${root}, not here`, {
    suggestion: worded`write the script with ${option('ci', 'script')}, and run ci/gitcast.sh from your own workflow`,
  });
}
