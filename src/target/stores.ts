/** The store of a target's state. */
import { join, posix } from 'node:path';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import type { Config, Target } from '../config/config.ts';
import { overlayFolder } from '../content/files.ts';
import { expecting } from '../diagnostics/errors.ts';
import { NoGit, type Git } from '../git/git.ts';
import { embeddedUrl, normalIdentity, type TargetIdentity } from '../model/target-identity.ts';
import type { BelongingOptions, FolderStanding } from '../state/belonging.ts';
import { nodeDisk } from '../state/file/disk.ts';
import { createFileStore } from '../state/file/file-store.ts';
import { GitStore } from '../state/git/git-store.ts';
import type { JournalLine } from '../state/journal-line.ts';
import { withLines } from '../state/replay.ts';
import type { Journal, StateStore } from '../state/store.ts';
import { shownFrom } from '../repository/repository.ts';
import { CONFIG_FILE } from '../repository/load-config.ts';
import { actorOf } from './this-run.ts';
import { gitOf } from '../repository/project-git.ts';
import { folderInRepository } from '../git/folder-in-repository.ts';
import { topAbove } from '../machine/git-folder.ts';
import { wasInHistory } from '../git/fetch-commit.ts';
import { managesBroadcast } from '../repository/read-settings.ts';
import { readAccessNote } from '../service/local/access-note.ts';
import { append } from '../values/long-lists.ts';

/** The store of a target, without a connection to the target. */
export const openStore = (config: Config, target: Target): StateStore =>
  storeOf(config, target, { target: target.name, identity: knownIdentity(config, target) });

/** For remote targets under .gitcast/state/ or on a ref, as configured; for the embedded service beside its database. */
export function storeOf(config: Config, target: Target, belonging: BelongingOptions): StateStore {
  const folderOf = (name: string): string => join(config.root, '.gitcast', name);
  if (target.type === 'embedded')
    return createFileStore({ folder: folderOf('service-state'), startsAnew: true, ...belonging });
  return config.state === 'git'
    ? gitStoreOf(config, belonging)
    : createFileStore({ folder: folderOf('state'), ...followingRenames(config, belonging) });
}

/**
 * The store of an import: what files and source agreed on. It is always a file, and committed with the content that the import
 * wrote, so that what is discarded, never merged or moved is so together (docs/decisions/0051). No target has a name with a
 * period. The folder is not part of the identity: each configuration has its own file.
 */
export function importStore(config: Config, name: string, disk = nodeDisk): StateStore {
  const identity = normalIdentity({ baseUrl: `import:${name}`, userId: '', broadcastId: '', folder: '' });
  const [folder, target] = [join(config.root, '.gitcast/state'), `import.${name}`];
  const files = createFileStore({ folder, target, identity, isPartOfContent: true, disk });
  return { ...files, journal: journalInMemory };
}

/**
 * Nothing is sent to a source, so an import that was killed runs again as if it never began. A journal on the disk would
 * outlive files that are discarded.
 */
function journalInMemory(): Journal {
  const lines: JournalLine[] = [];
  return {
    announce: () => undefined,
    append: async (...more) => append(lines, more),
    close: async () => undefined,
    stateAfter: async (began) => withLines(began, lines),
  };
}

/** The imports that were made here. */
export function importNames({ root }: Config): readonly string[] {
  const folder = join(root, '.gitcast/state');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.flatMap((file) => /^import\.(.+)\.json$/.exec(file)?.[1] ?? []);
}

/** Relative to the folder of the configuration. */
export const importStateFile = (name: string): string => `.gitcast/state/import.${name}.json`;

/** Beside it, the digests of the media files that the source had. */
export const importMediaFile = (name: string): string => `.gitcast/state/import.${name}.media`;

const followingRenames = (config: Config, belonging: BelongingOptions): BelongingOptions => ({
  ...belonging,
  // Without git, another configuration may manage the same broadcast.
  standingOf: (folder) =>
    standingOfFolder(config, belonging.identity, folder).catch(expecting(NoGit, () => 'in-use' as const)),
});

/** Relative to the folder of the configuration. */
export const contentFolders = ({ root, content, sharedFolders }: Config, target: string): readonly string[] => [
  content,
  overlayFolder(content, target),
  ...sharedFolders.map((folder) => shownFrom(root, join(folder, 'content'))),
];

/** The sent content also depends on settings, such as the time zone and the address of the site. */
export const contentSources = (config: Config, target: string): readonly string[] => [
  ...contentFolders(config, target),
  CONFIG_FILE,
];

function gitStoreOf(config: Config, belonging: BelongingOptions): GitStore {
  const { root, stateRemote } = config;
  const content = contentFolders(config, belonging.target);
  const sources = contentSources(config, belonging.target);
  const folder = join(root, '.gitcast/git-state');
  return new GitStore({
    root,
    env: config.programEnvironment(),
    content,
    sources,
    folder,
    remote: stateRemote,
    actor: actorOf(config),
    ...followingRenames(config, belonging),
  });
}

/** The standing of another folder that a state of this broadcast was made for. */
async function standingOfFolder(config: Config, identity: TargetIdentity, folder: string): Promise<FolderStanding> {
  const git = gitOf(config);
  if (await isManagedTwice(git, config, identity)) return 'in-use';
  const before = posix.join(folder, config.file);
  return (await wasInHistory(git, before, { remote: config.stateRemote })) ? 'renamed' : 'not-here';
}

/** True if another configuration in the repository manages the broadcast, also one that a sparse checkout leaves out. */
async function isManagedTwice(git: Git, { root, file }: Config, identity: TargetIdentity): Promise<boolean> {
  const top = topAbove(realpathSync(root));
  if (top === undefined) return true;
  const names = [...new Set([CONFIG_FILE, file])].map((name) => `:(top,glob)**/${name}`);
  const listed = await git.run(['ls-files', '-z', '-t', '-co', '--exclude-standard', '--full-name', '--', ...names]);
  const own = posix.join(identity.folder, file);
  const others = listed.split('\0').filter((entry) => entry !== '' && entry.slice(2) !== own);
  const texts = others.map((entry) => textOf(git, { top, path: entry.slice(2), isSparse: entry.startsWith('S') }));
  return (await Promise.all(texts)).some((text) => managesBroadcast(text, identity));
}

async function textOf(
  git: Git,
  { top, path, isSparse }: { readonly top: string; readonly path: string; readonly isSparse: boolean },
): Promise<string> {
  if (isSparse) return git.run(['show', `:${path}`]);
  const here = join(top, path);
  return existsSync(here) ? readFileSync(here, 'utf8') : '';
}

export const databaseOf = ({ root }: Pick<Config, 'root'>): string => join(root, '.gitcast/service.db');

/** The identity without starting the embedded service. No state belongs to a database that does not exist yet. */
export function knownIdentity(config: Config, target: Target): TargetIdentity {
  if (target.type === 'remote') return identityOf(config, target);
  const database = databaseOf(config);
  const note = existsSync(database) ? readAccessNote(database) : undefined;
  return embeddedIdentity(note ?? { userId: '', broadcastId: '' });
}

export const identityOf = (
  { root }: Config,
  { baseUrl, userId, broadcastId }: Omit<TargetIdentity, 'folder'>,
): TargetIdentity => normalIdentity({ baseUrl, userId, broadcastId, folder: folderInRepository(root) });

/** The state is kept beside the database and moves with it, so the folder is not part of the identity. */
export const embeddedIdentity = ({
  databaseId = '',
  userId,
  broadcastId,
}: Pick<TargetIdentity, 'userId' | 'broadcastId'> & { readonly databaseId?: string }): TargetIdentity =>
  normalIdentity({ baseUrl: embeddedUrl(databaseId), userId, broadcastId, folder: '' });
