import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { flag, needed, oneOf, text, unwritten, type OptionsOf } from '../calls/option.ts';
import { environment, PROFILE } from '../calls/shared-options.ts';
import { importOptions } from '../import/asked-import.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { createRepository, defaultBranch, isInRepository, repositoryAround } from '../../git/repository.ts';
import { shownFrom } from '../../repository/repository.ts';
import { ChangeSet } from '../change-set.ts';
import { takeBackUnfinished } from '../../machine/unfinished.ts';
import { refuseTaken, type FileTexts } from '../../machine/write-files.ts';
import { CONFIG_FILE } from '../../repository/load-config.ts';
import { folderName, WORKSPACE_FILE } from '../../repository/workspace-file.ts';
import { ciFiles } from '../../start/ci/ci-files.ts';
import { CI_HOSTS, CI_PUBLISH, ciNeeds, type CiHost, type CiPublish, type CiNeeds } from '../../start/ci/ci-subject.ts';
import { joinWorkspace } from '../../start/join-workspace.ts';
import { isLocked, pinOf, pinFiles, lockGitcast, type PinAsked, type LockProblem } from '../../start/pinned-package.ts';
import { installHook, preCommitHook } from '../../start/pre-commit-hook.ts';
import { emptyFiles, shortName } from '../../start/empty-files.ts';
import { starterFiles } from '../../start/template-files.ts';
import type { ProjectEvent } from '../events.ts';
import type { ImportReport } from '../import/import-source.ts';
import type { PullReport } from '../pull/pull.ts';
import { beginningOf, type BeginningAsked, type Filled, type Where } from './beginning.ts';
import {
  ciUpdateFor,
  isWorkspaceRoot,
  presentIn,
  repositorySubject,
  type CiOriginal,
  type CiUpdate,
} from '../../start/ci/update-ci-files.ts';

export const initOptions = {
  folder: needed(unwritten<string>('The folder that shown file names, `dir` and `package` are relative to')),
  dir: unwritten('The folder to create it in (default: the current folder)'),
  env: needed(environment),
  from: text(
    'SOURCE',
    "Begin with another program's export (a file, a folder or a URL), or with a broadcast: `https://HOST/v1/users/ID/broadcasts/ID`",
  ),
  into: { ...importOptions.into, about: '--from: the kind of its entries, where the source leaves a choice' },
  map: { ...importOptions.map, about: '--from: the mapping of columns or values to fields' },
  profile: { ...PROFILE, about: '--from: the operations that the service offers (default: documented)' },
  empty: flag('Begin without example content'),
  name: text('NAME', '--from, --empty: the name of the event (default: from the source, or from the folder)'),
  timezone: text('ZONE', '--from, --empty: its time zone, such as Europe/Paris (default: from the source)'),
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
  ),
  promote: text(
    'TARGET|none',
    'The target that CI promotes merges to (default: the second of two, unless merges go to production)',
  ),
  onEvent: unwritten<(event: ProjectEvent) => void>('Receives the events of an import or a pull'),
  force: flag('Overwrite existing files, except git hooks; edited files of CI are kept as FILE.orig'),
};

/** The options of `initProject`. */
export interface InitOptions extends OptionsOf<typeof initOptions> {}

/** Creates a repository with example content, or adds CI and hooks to an existing one. */
export async function initProject(options: InitOptions): Promise<Initialised> {
  const folder = resolve(options.folder, options.dir ?? '.');
  takeBackUnfinished(folder);
  const { ci: host, publish, promote, hooks = false, force = false } = options;
  const pin = pinOf(options.package, options.folder);
  const asked = { host, publish, hooks, force, promote, pin, isPinAsked: options.package !== undefined };
  const where = { cwd: options.folder, env: options.env, folder, onEvent: options.onEvent };
  const { from, empty = false, name, timezone, into, map, profile } = options;
  const begins = { from, empty, name, timezone, into, map, profile };
  const isThere = isBroadcast(folder) || existsSync(join(folder, WORKSPACE_FILE));
  return isThere && (host !== undefined || hooks) ? addToProject(asked, where) : start({ ...asked, ...begins }, where);
}

const isBroadcast = (folder: string): boolean =>
  ['gitcast.config.yaml', 'content/broadcast.yaml'].some((path) => existsSync(join(folder, path)));

async function start(asked: StartAsked, where: Where): Promise<Initialised> {
  const { cwd, env, folder } = where;
  // A host reads its files only at the root, where the workspace has them.
  const joined = joinWorkspace(folder);
  const isBelow = joined !== undefined && joined.root !== resolve(folder);
  const isHostAbove = isBelow && (asked.host === 'github' || asked.host === 'gitlab');
  const host = isHostAbove ? 'none' : (asked.host ?? (isBelow ? 'none' : 'github'));
  const { hooks, force } = asked;
  const top = isHostAbove ? repositoryAround(joined.root, env)?.root : undefined;
  if (isHostAbove && (top === undefined || realpathSync(top) !== realpathSync(joined.root)))
    refuseBelowRoot(joined.root, asked.host);
  if (isBroadcast(folder) && !force) {
    throw new UserError(`${shownFrom(cwd, folder) || 'this folder'} already contains a broadcast`, {
      suggestion: 'gitcast new adds a document; gitcast init --ci HOST adds CI, gitcast init --hooks a git hook',
    });
  }
  const branch = defaultBranch(folder, env);
  const beginning = await beginningOf(asked, where);
  if (beginning && existsSync(join(folder, 'content')) && readdirSync(join(folder, 'content')).length > 0 && !force)
    throw new UserError('the folder content/ here has files of something else', {
      suggestion: 'start in another folder',
    });
  const locked = { isLocked: asked.pin !== undefined || isLocked(joined?.root ?? folder) };
  const starter = beginning ? emptyFiles(beginning.facts, locked) : starterFiles(locked);
  const subject = { config: undefined, branch, publish: asked.publish, promote: asked.promote };
  const all = { ...starter, ...ciFiles(host, subject) };
  const update = ciUpdateFor(force ? host : 'none', subject, presentIn(folder), force);
  const taken = Object.keys(all).filter((path) => !force && existsSync(join(folder, path)));
  // Content of one's own comes into a repository that may have other files.
  const { files, kept } = beginning ? additions(all, taken, folder) : { files: all, kept: [] };
  refuseTaken(beginning ? [] : taken, 'start in another folder');
  const paths = Object.keys(files).sort();
  const isInGit = isInRepository(folder, env);
  const isCreated = !isInGit && createRepository({ folder: joined?.root ?? folder, branch }, env);
  const hook = hooks ? preCommitHook({ folder, env }, joined) : undefined;
  // Below a workspace, the gitcast of its root is used.
  const pinning = { ...asked, host: isBelow ? undefined : host, env };
  const pins = pinFiles(folder, pinning);
  const changes = new ChangeSet(joined?.root ?? folder);
  const originals = keepOriginals(changes, update, { cwd, folder });
  changes.putAll(folder, { ...files, ...pins });
  if (joined) changes.putAll(joined.root, joined.files);
  const broadcast = { folder: folderName(joined?.root ?? folder, folder), text: String(files[CONFIG_FILE] ?? '') };
  const finishAbove = isHostAbove
    ? collectHostFiles(changes, { ...asked, root: joined.root, created: broadcast }, where)
    : undefined;
  const filled = await beginning?.fill?.(changes, joined?.shared ?? []);
  await changes.make();
  const { files: pinned, problems } = await lockGitcast(folder, Object.keys(pins), pinning);
  const above = await finishAbove?.();
  const content = filled?.imported ?? filled?.pulled;
  const { name = '', service } = beginning?.facts ?? {};
  const shortened = service ? name : shortName(name);
  const created = content?.edits.map(({ file }) => file) ?? [];
  const everything = [...new Set([...paths, ...pinned, ...created])].sort();
  const joining = Object.keys(joined?.files ?? {}).map((path) => join(joined!.root, path));
  const written = [...everything.map((path) => join(folder, path)), ...joining, ...installHook(hook)];
  return {
    type: 'started',
    report: {
      originals,
      ...above?.report,
      files: [...written.map((path) => shownFrom(cwd, path)), ...(above?.report.files ?? [])],
      ...(kept.length > 0 && { unchanged: kept.map((path) => shownFrom(cwd, join(folder, path))) }),
      ...(problems.length > 0 && { problems }),
      ...(shortened !== name && { shortened }),
      ...(content && { content: content.report }),
    },
    folder: shownFrom(cwd, folder),
    paths: everything,
    isExample: beginning === undefined,
    ...filled,
    host,
    git: isInGit ? { type: 'present' } : isCreated ? { type: 'created', branch } : { type: 'missing' },
    ...(isBelow && { workspace: shownFrom(cwd, join(joined.root, WORKSPACE_FILE)) }),
  };
}

/** Lines that are missing from `.gitignore` are added; other files that exist stay as they are. */
function additions(all: FileTexts, taken: readonly string[], folder: string) {
  const kept = taken.filter((path) => path !== IGNORED);
  const files = Object.fromEntries(Object.entries(all).filter(([path]) => !taken.includes(path)));
  if (!taken.includes(IGNORED)) return { files, kept };
  const present = readFileSync(join(folder, IGNORED), 'utf8');
  const lines = new Set(present.split(/\r?\n/));
  const missing = Buffer.from(all[IGNORED] as Uint8Array)
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !lines.has(line));
  const text = `${present.replace(/(?<=[^\n])$/, '\n')}${missing.join('\n')}\n`;
  return { files: missing.length === 0 ? files : { ...files, [IGNORED]: text }, kept };
}

const IGNORED = '.gitignore';

type StartAsked = InitAsked & BeginningAsked;

export interface InitAsked extends PinAsked {
  /** Where CI publishes the website, if that was asked for. */
  readonly publish: CiPublish | undefined;
  readonly hooks: boolean;
  readonly force: boolean;
  /** The target that merges are promoted to, if it is not found by itself; `none` for no promotion. */
  readonly promote: string | undefined;
}

/**
 * Adds missing files to an existing repository, and writes over those that `init` wrote before. In a workspace the files
 * of the host are at its root, for all broadcasts.
 */
export async function addToProject(asked: InitAsked, where: Where): Promise<Initialised> {
  const { host, hooks } = asked;
  const { cwd, env, folder } = where;
  const joined = joinWorkspace(folder);
  const isHosted = host !== undefined && host !== 'none';
  const root = isHosted && joined && joined.others.length > 0 ? joined.root : folder;
  const hook = hooks ? preCommitHook({ folder, env }, joined) : undefined;
  const changes = new ChangeSet(root);
  const finish = collectHostFiles(changes, { ...asked, root }, where);
  await changes.make();
  const { report, ...added } = await finish();
  const hooked = installHook(hook).map((path) => shownFrom(cwd, path));
  return { ...added, report: { ...report, files: [...report.files, ...hooked] } };
}

interface HostAsked extends InitAsked, Pick<Parameters<typeof repositorySubject>[1], 'created'> {
  readonly root: string;
}

/** Returns what is left to do once these changes are made. */
function collectHostFiles(changes: ChangeSet, asked: HostAsked, { cwd, env, folder }: Where) {
  const { host, root, publish, promote, force, created } = asked;
  const repository = host === 'github' || host === 'gitlab' ? repositoryAround(root, env) : undefined;
  if (repository && realpathSync(repository.root) !== realpathSync(root)) refuseBelowRoot(repository.root, host);
  const isWorkspace = root !== folder || isWorkspaceRoot(root);
  if (isWorkspace && promote !== undefined)
    throw new UserError('CI promotes one broadcast, and this repository has several', {
      suggestion: 'leave out the option, and run gitcast promote in the folder of a broadcast',
    });
  const repositoryHere = { root, env, branch: defaultBranch(folder, env), isWorkspace, created };
  const subject = repositorySubject(host ?? 'none', repositoryHere, { publish, promote });
  const update = ciUpdateFor(host ?? 'none', subject, presentIn(root), force);
  const paths = [...Object.keys(update.writes), 'package.json', 'package-lock.json'];
  const before = new Set(paths.filter((path) => existsSync(join(root, path))));
  const pins = pinFiles(root, asked);
  const originals = keepOriginals(changes, update, { cwd, folder: root });
  changes.putAll(root, { ...update.writes, ...pins });
  return async (): Promise<Extract<Initialised, { type: 'added' }>> => {
    const { files: locked, problems } = await lockGitcast(root, Object.keys(pins), { ...asked, env });
    const written = [...Object.keys(update.writes), ...locked];
    const shown = (path: string): string => shownFrom(cwd, join(root, path));
    return {
      type: 'added',
      report: {
        files: written.map(shown),
        kept: update.kept.map(shown),
        originals,
        ...(problems.length > 0 && { problems }),
      },
      renewed: written.filter((path) => before.has(path)).length,
      host,
      needs: ciNeeds(subject),
    };
  };
}

const keepOriginals = (changes: ChangeSet, { originals }: CiUpdate, { cwd, folder }: Pick<Where, 'cwd' | 'folder'>) =>
  originals.map((each) => {
    const [file, original] = [join(folder, each.file), join(folder, each.original)];
    changes.put(original, readFileSync(file));
    return { ...each, file: shownFrom(cwd, file), original: shownFrom(cwd, original) };
  });

/** Hosts read their files only at the root of a repository. */
export function refuseBelowRoot(root: string, host: CiHost | undefined): never {
  const name = host === 'gitlab' ? 'GitLab' : 'GitHub';
  throw new UserError(`${name} looks for its files at the root of the git repository, ${root}, not here`, {
    suggestion: 'write the script with --ci script, and run ci/gitcast.sh from your own workflow',
  });
}

/** The files that were written, and in an existing repository what happened to the others. All are relative to `folder`. */
export interface InitReport {
  /** The files that were written. */
  readonly files: readonly string[];
  /** Files with the names of CI files that gitcast did not write. */
  readonly kept?: readonly string[];
  /** Edited files of CI that were written over. */
  readonly originals?: readonly CiOriginal[];
  /** Files that existed before, and that a new broadcast would have too. */
  readonly unchanged?: readonly string[];
  /** The name in `broadcast.yaml`, if the service allows no longer one. */
  readonly shortened?: string;
  /** What was imported or pulled into a new repository. */
  readonly content?: ImportReport | PullReport;
  /** The reasons why gitcast is not locked for CI. */
  readonly problems?: readonly LockProblem[];
}

/** A new repository, or the additions to an existing one. `gitcast init --json` prints `report`. */
export type Initialised =
  /** A new repository. */
  | (Filled & {
      readonly type: 'started';
      readonly report: InitReport;
      /** Empty if it is the folder that shown file names are relative to. */
      readonly folder: string;
      /** Below the folder. */
      readonly paths: readonly string[];
      readonly host: CiHost;
      readonly git: GitOfProject;
      /** True if its content is an example to look at. */
      readonly isExample: boolean;
      /** The workspace file, if the broadcast is one of several in the repository. */
      readonly workspace?: string;
    })
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
