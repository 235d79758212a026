import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as is from '../../values/shape.ts';
import { checkOptions } from '../calls/call.ts';
import { flag, needed, oneOf, pathShape, text, unwritten, type OptionsOf } from '../calls/option.ts';
import { environment } from '../calls/shared-options.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded, option } from '../../diagnostics/wording.ts';
import { createRepository, defaultBranch, isInRepository, repositoryAround } from '../../git/repository.ts';
import { shownFrom } from '../../repository/repository.ts';
import { writeFiles, refuseTaken } from '../../machine/write-files.ts';
import { WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { ciFiles } from '../../start/ci/ci-files.ts';
import { CI_HOSTS, CI_PUBLISH, ciNeeds, type CiHost, type CiPublish, type CiNeeds } from '../../start/ci/ci-subject.ts';
import { joinWorkspace } from '../../start/join-workspace.ts';
import { isLocked, pinOf, lockGitcast, type PinAsked, type LockProblem } from '../../start/pinned-package.ts';
import { installHook, preCommitHook } from '../../start/pre-commit-hook.ts';
import { starterFiles } from '../../start/template-files.ts';
import type { Environment } from '../../repository/caller.ts';
import { applyCiUpdate, ciUpdateFor, isWorkspaceRoot, repositorySubject } from '../../start/ci/update-ci-files.ts';
import type { FormerSetting } from '../../start/ci/earlier-choices.ts';
import type { CiOriginal, KeptCiFile } from '../../start/ci/plan-ci-update.ts';

export const initOptions = {
  folder: needed(unwritten(pathShape, 'The folder that shown file names, `dir` and `package` are relative to')),
  dir: unwritten(pathShape, 'The folder to create it in (default: the current folder)'),
  env: needed(environment),
  ci: oneOf('HOST', CI_HOSTS, `The CI host: ${CI_HOSTS.join(', ')}; github for a new repository`),
  publish: oneOf(
    'WHERE',
    CI_PUBLISH,
    `Where CI publishes the website: ${CI_PUBLISH.join(', ')}; gitcast if the configuration has \`publish\`, else pages`,
  ),
  hooks: flag('Install a pre-commit hook that checks what is staged'),
  package: text(
    'VERSION|FILE',
    'The gitcast that CI installs: a version, or a tarball from npm pack (default: the running version)',
    { shape: is.filledText },
  ),
  promote: text(
    'TARGET|none',
    'The target that CI promotes merges to (default: the second of two, unless merges go to production)',
    { shape: is.filledText },
  ),
  force: flag('Overwrite existing files, except git hooks; edited files of CI are kept as FILE.orig'),
};

/** The options of `initProject`. */
export interface InitOptions extends OptionsOf<typeof initOptions> {}

/** Creates a repository with example content, or adds CI and hooks to an existing one. */
export async function initProject(given: InitOptions): Promise<Initialised> {
  const options = checkOptions('initProject', given, initOptions);
  const folder = resolve(options.folder, options.dir ?? '.');
  const { ci: host, publish, hooks = false, force = false } = options;
  const pin = pinOf(options.package, options.folder);
  const { promote } = options;
  const asked = { host, publish, hooks, force, promote, pin, isPinAsked: options.package !== undefined };
  const isThere = isBroadcast(folder) || existsSync(join(folder, WORKSPACE_FILE));
  return isThere && (host !== undefined || hooks)
    ? addToProject(asked, { cwd: options.folder, env: options.env, folder })
    : start(asked, { cwd: options.folder, env: options.env, folder });
}

const isBroadcast = (folder: string): boolean =>
  ['gitcast.config.yaml', 'content/broadcast.yaml'].some((path) => existsSync(join(folder, path)));

/** A new broadcast in a workspace, and the files of the host at its root. */
async function startBelow(asked: InitAsked, where: Where): Promise<Initialised> {
  const started = await start({ ...asked, host: 'none' }, where);
  const { report } = await addToProject({ ...asked, hooks: false }, where);
  return { ...started, report: { ...report, files: [...started.report.files, ...report.files] } };
}

async function start(asked: InitAsked, { cwd, env, folder }: Where): Promise<Initialised> {
  // A host reads its files only at the root, where the workspace has them.
  const joined = joinWorkspace(folder);
  const isBelow = joined !== undefined && joined.root !== resolve(folder);
  const { host = isBelow ? 'none' : 'github', hooks, force } = asked;
  if (isBelow && (host === 'github' || host === 'gitlab')) {
    const top = repositoryAround(joined.root, env)?.root;
    if (top === undefined || realpathSync(top) !== realpathSync(joined.root)) refuseBelowRoot(joined.root, host);
    return startBelow(asked, { cwd, env, folder });
  }
  if (isBroadcast(folder) && !force) {
    throw new UserError(`${shownFrom(cwd, folder) || 'this folder'} already contains a broadcast`, {
      suggestion: worded`${call('newDocument')} adds a document; ${call('initProject', { ci: 'HOST' })} adds CI, ${call('initProject', { hooks: true })} a git hook`,
    });
  }
  const branch = defaultBranch(folder, env);
  const files = {
    ...starterFiles({ isLocked: asked.pin !== undefined || isLocked(joined?.root ?? folder) }),
    ...ciFiles(host, { config: undefined, branch, publish: asked.publish, promote: asked.promote }),
  };
  const paths = Object.keys(files).sort();
  refuseTaken(
    paths.filter((path) => !force && existsSync(join(folder, path))),
    'start in another folder',
  );
  const isInGit = isInRepository(folder, env);
  const isCreated = !isInGit && createRepository({ folder: joined?.root ?? folder, branch }, env);
  const hook = hooks ? preCommitHook({ folder, env }, joined) : undefined;
  writeFiles(folder, files);
  if (joined) writeFiles(joined.root, joined.files);
  // Below a workspace, the gitcast of its root is used.
  const { files: locked, problems } = await lockGitcast(folder, { ...asked, host: isBelow ? undefined : host, env });
  const all = [...new Set([...paths, ...locked])].sort();
  const joining = Object.keys(joined?.files ?? {}).map((path) => join(joined!.root, path));
  const written = [...all.map((path) => join(folder, path)), ...joining, ...installHook(hook)];
  return {
    type: 'started',
    report: { files: written.map((path) => shownFrom(cwd, path)), ...(problems.length > 0 && { problems }) },
    folder: shownFrom(cwd, folder),
    paths: all,
    host,
    git: isInGit ? { type: 'present' } : isCreated ? { type: 'created', branch } : { type: 'missing' },
    ...(isBelow && { workspace: shownFrom(cwd, join(joined.root, WORKSPACE_FILE)) }),
  };
}

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
    suggestion: worded`leave out the option, and run ${call('promote')} in the folder of a broadcast`,
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

/** The files that were written, and in an existing repository what happened to the others. All are relative to `folder`. */
export interface InitReport {
  /** The files that were written. */
  readonly files: readonly string[];
  /** Files of an earlier version that nothing uses any more, and that nobody edited. */
  readonly removed?: readonly string[];
  /** Files that were left as they are, although they differ. */
  readonly kept?: readonly KeptCiFile[];
  /** Edited files of an earlier version, which were replaced or removed. */
  readonly originals?: readonly CiOriginal[];
  /** Settings in the script of an earlier version that the configuration alone does not say. */
  readonly settings?: readonly FormerSetting[];
  /** The reasons why gitcast, or the upload tool of the website's host, is not locked for CI. */
  readonly problems?: readonly LockProblem[];
}

/** A new repository, or the additions to an existing one. `gitcast init --json` prints `report`. */
export type Initialised =
  /** A new repository. */
  | {
      readonly type: 'started';
      readonly report: InitReport;
      /** Empty if it is the folder that shown file names are relative to. */
      readonly folder: string;
      /** Below the folder. */
      readonly paths: readonly string[];
      readonly host: CiHost;
      readonly git: GitOfProject;
      /** The workspace file, if the broadcast is one of several in the repository. */
      readonly workspace?: string;
    }
  /** Files that were added to an existing one. */
  | {
      readonly type: 'added';
      readonly report: InitReport;
      /** The number of files that existed before. */
      readonly renewed: number;
      readonly host: CiHost | undefined;
      /** The settings that are left to a person. */
      readonly needs: CiNeeds;
    };

/** The git repository around a new broadcast. */
export type GitOfProject =
  /** The folder was in one. */
  | { readonly type: 'present' }
  /** It was created. */
  | { readonly type: 'created'; readonly branch: string }
  /** Git is not installed, or it failed. */
  | { readonly type: 'missing' };
