import * as is from '../../values/shape.ts';
import { checkOptions } from '../calls/call.ts';
import { flag, needed, oneOf, pathShape, text, unwritten, type OptionsOf } from '../calls/option.ts';
import { environment } from '../calls/shared-options.ts';
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import { createRepository, defaultBranch, isInRepository, repositoryAround } from '../../git/repository.ts';
import { shownFrom } from '../../repository/repository.ts';
import { writeFiles, refuseTaken } from '../../machine/write-files.ts';
import { WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { addToProject, refuseBelowRoot, type InitAsked, type Where } from './add-to-project.ts';
import { ciFiles } from '../../start/ci/ci-files.ts';
import { CI_HOSTS, CI_PUBLISH } from '../../start/ci/ci-subject.ts';
import type { Initialised } from './initialised.ts';
import { joinWorkspace } from '../../start/join-workspace.ts';
import { isLocked, pinOf, lockGitcast } from '../../start/pinned-package.ts';
import { installHook, preCommitHook } from '../../start/pre-commit-hook.ts';
import { starterFiles } from '../../start/template-files.ts';

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
