import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
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
import { joinWorkspace } from './join-workspace.ts';
import { installHook, preCommitHook } from './pre-commit-hook.ts';

export interface InitAsked extends PinAsked {
  /** Where CI publishes the website, if that was asked for. */
  readonly publish: CiPublish | undefined;
  readonly hooks: boolean;
  readonly force: boolean;
}

export interface Where {
  readonly cwd: string;
  readonly env: Environment;
  readonly folder: string;
}

/**
 * Adds missing files to an existing repository, and updates those that `init` wrote before there was a target or a branch.
 * Files that were edited since are never touched.
 */
export async function addToProject(asked: InitAsked, { cwd, env, folder }: Where): Promise<Initialised> {
  const { host, publish, hooks, force } = asked;
  const config = loadConfig({ cwd: folder, env });
  const repository = host === 'github' || host === 'gitlab' ? repositoryAround(folder, env) : undefined;
  if (repository && realpathSync(repository.root) !== realpathSync(folder)) refuseBelowRoot(repository.root, host);
  const subject = { config, branch: defaultBranch(folder, env), publish };
  const files = host === undefined ? {} : ciFiles(host, subject);
  const older = host === undefined ? [] : olderFiles(host, { folder, env }, subject);
  const due = Object.entries(files).filter(
    ([path, text]) => !isSame(join(folder, path), text) && !(isOptional(path) && existsSync(join(folder, path))),
  );
  const there = due.map(([path]) => path).filter((path) => existsSync(join(folder, path)));
  refuseTaken(
    there.filter(
      (path) =>
        !force && !older.some((before) => before[path] !== undefined && isSame(join(folder, path), before[path])),
    ),
    'compare them with what you need',
  );
  const hook = hooks ? preCommitHook({ folder, env }, joinWorkspace(folder)) : undefined;
  writeFiles(folder, Object.fromEntries(due));
  const before = new Set(['package.json', 'package-lock.json'].filter((path) => existsSync(join(folder, path))));
  const { files: locked, problems } = await lockGitcast(folder, { ...asked, env });
  const written = [
    ...[...due.map(([path]) => path), ...locked].map((path) => join(folder, path)),
    ...installHook(hook),
  ];
  return {
    type: 'added',
    report: { files: written.map((path) => shownFrom(cwd, path)), ...(problems.length > 0 && { problems }) },
    renewed: there.length + locked.filter((path) => before.has(path)).length,
    host,
    needs: ciNeeds(config, publish),
  };
}

/** The files that an earlier `init` wrote without knowing the target, the secrets or the repository. */
const olderFiles = (
  host: CiHost,
  { folder, env }: Omit<Where, 'cwd'>,
  { config, branch }: CiSubject,
): readonly FileTexts[] =>
  [branch, ...firstBranches(folder, env)].flatMap((each) =>
    [undefined, config, config && { ...config, secrets: [] }, config && { ...config, publish: {} }].flatMap((known) =>
      CI_PUBLISH.map((publish) => ciFiles(host, { config: known, branch: each, publish })),
    ),
  );

/** Hosts read their files only at the root of a repository. */
export function refuseBelowRoot(root: string, host: CiHost | undefined): never {
  const name = host === 'gitlab' ? 'GitLab' : 'GitHub';
  throw new UserError(`${name} looks for its files at the root of the git repository, ${root}, not here`, {
    suggestion: worded`write the script with ${option('ci', 'script')}, and run ci/gitcast.sh from your own workflow`,
  });
}
