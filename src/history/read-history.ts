/** Reads the history of the programme from git. */
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { askForCommit } from '../git/repository.ts';
import { gitIn, NoGit, type Attempt, type Git, type GitEnvironment } from '../git/git.ts';
import { isAncestor, readObjects } from '../git/objects.ts';
import type { SiteHistory } from '../site/programme-history.ts';
import { cacheName, loadHistory, saveHistory, type HistoryCache, type KnownHistory } from './cache.ts';
import { changesOn } from './changes.ts';
import { readCommits, type Commit } from './commits.ts';
import { factOf, historyFile, type EntrySettings, type Fact } from './facts.ts';
import {
  followFolders,
  locateFiles,
  mainLine,
  type HistoryLayer,
  type LayerChange,
  type LayerCommit,
} from './follow-folders.ts';
import { revisionsIn } from './revisions.ts';
import { NEVER_CHANGED, readTimezones, type SettingsFile } from './timezones.ts';

export interface HistoryInput {
  /** The content folder. */
  readonly content: string;
  /** The folders below it that several broadcasts share, the lowest first. */
  readonly shared: readonly string[];
  /** The folder that overrides it for the target. */
  readonly overlay: string;
  readonly env: GitEnvironment;
  readonly settings: EntrySettings;
  /** The file with the settings, which may be outside of the repository. */
  readonly settingsFile?: SettingsFile;
  /** Commits that are later have a wrong clock, and count as of now. */
  readonly now?: number;
  readonly cache?: HistoryCache | undefined;
  /** The answer of `askForCommit` for the content folder, if it is known already. */
  readonly commit?: Attempt | undefined;
}

export type HistoryReading =
  | { readonly type: 'read'; readonly history: SiteHistory }
  /** `reason` completes "because …". */
  | {
      readonly type: 'absent';
      readonly reason: string;
      readonly suggestion?: string;
      /** When the content was committed at the latest, if only earlier commits or versions are missing. */
      readonly committed?: number;
    };

export async function readHistory(input: HistoryInput): Promise<HistoryReading> {
  try {
    const clone = await openClone(input);
    return 'type' in clone ? clone : await readFrom(clone, input);
  } catch (error) {
    if (error instanceof NoGit) return absent('git is not installed');
    if (!(error instanceof UserError)) throw error;
    return absent(error.message, error.suggestion === undefined ? undefined : String(error.suggestion));
  }
}

const absent = (reason: string, suggestion?: string): HistoryReading => ({
  type: 'absent',
  reason,
  ...(suggestion !== undefined && { suggestion }),
});

/** Even a clone that lacks earlier commits or versions of files has the last commit. */
async function incomplete(
  { git, head }: Clone,
  { now = Infinity }: HistoryInput,
  { reason, suggestion }: { readonly reason: string; readonly suggestion: string },
): Promise<HistoryReading> {
  const at = Number(await git.run(['show', '--no-patch', '--format=%ct', head])) * 1000;
  return { type: 'absent', reason, suggestion, committed: Math.min(at, now) };
}

interface Clone {
  /** Runs at the root of the work tree. */
  readonly git: Git;
  readonly root: string;
  readonly head: string;
  readonly isShallow: boolean;
}

async function openClone({ content, env, commit }: HistoryInput): Promise<Clone | HistoryReading> {
  const asked = commit ?? (await askForCommit(content, env));
  if (asked.isOutside) return absent('the content is not in a git repository');
  const [isShallow, root, head] = asked.text.trim().split('\n');
  if (!asked.ok)
    return asked.suggestion === undefined && isShallow === 'false'
      ? absent('nothing is committed yet')
      : absent(asked.reason, asked.suggestion);
  return { git: gitIn(root!, env), root: root!, head: head!, isShallow: isShallow === 'true' };
}

async function readFrom(clone: Clone, input: HistoryInput): Promise<HistoryReading> {
  const { git, root, head, isShallow } = clone;
  if (isShallow)
    return incomplete(clone, input, { reason: 'this clone is shallow', suggestion: 'run `git fetch --unshallow`' });
  const layers = layersIn(root, input);
  const { settings, settingsFile, now = Infinity } = input;
  const [settingsPath] = settingsFile ? pathBelow(root, settingsFile.path) : [];
  const folders = [...layers.map(({ folder }) => folder), ...(settingsPath === undefined ? [] : [settingsPath])];
  const name = cacheName(folders);
  const cached = await cachedBefore(git, head, loadHistory(input.cache, name));
  const commits =
    cached?.head === head
      ? cached.commits
      : [...(cached?.commits ?? []), ...(await readCommits(git, { head, since: cached?.head, folders }))];
  const byId = new Map(commits.map((commit: Commit) => [commit.id, { ...commit, at: Math.min(commit.at, now) }]));
  const located = locateFiles(await followFolders(git, byId, { head, layers }), layers);
  if (![...located.values()].some(({ files }) => files.length > 0)) return absent('the content is not committed');
  const facts = await readFacts(git, located.values(), new Map(cached?.facts));
  const timezones =
    settingsFile && settingsPath !== undefined
      ? await readTimezones(git, byId.values(), { ...settingsFile, path: settingsPath, env: WITHOUT_FETCHING })
      : NEVER_CHANGED;
  if (!facts || !timezones)
    return incomplete(clone, input, {
      reason: 'this clone is partial, without earlier versions of files',
      suggestion: 'clone it without `--filter`',
    });
  if (cached?.head !== head) saveHistory(input.cache, name, { head, commits, facts: [...facts] });
  const found = (change: LayerChange, side: 'before' | 'after'): Fact | undefined =>
    change[side] === undefined ? undefined : facts.get(factKey(change, change[side]));
  const line = mainLine(located, head);
  return {
    type: 'read',
    history: {
      head,
      revisions: revisionsIn({ commits: located.values(), factOf: found, zoneChanges: timezones.changes }),
      ...changesOn({ line, factOf: found, settings, timezones: timezones.after, layers: layers.length }),
    },
  };
}

/** A history that was read on another branch, or before a rewrite, is not part of this one. */
async function cachedBefore(
  git: Git,
  head: string,
  cached: KnownHistory | undefined,
): Promise<KnownHistory | undefined> {
  if (!cached || cached.head === head) return cached;
  return (await isAncestor(git, cached.head, head)) ? cached : undefined;
}

/** A path outside of the repository has no history here. */
function pathBelow(root: string, path: string): readonly string[] {
  const way = relative(realpathSync(root), real(path)).split(sep).join('/');
  return way === '..' || way.startsWith('../') || isAbsolute(way) ? [] : [way];
}

function layersIn(root: string, { shared, content, overlay }: HistoryInput): readonly HistoryLayer[] {
  const below = (folder: string): readonly string[] => pathBelow(root, folder);
  return [
    ...shared.flatMap(below).map((folder) => ({ folder, isFollowed: false })),
    ...below(content).map((folder) => ({ folder, isFollowed: true })),
    ...below(overlay).map((folder) => ({ folder, isFollowed: false })),
  ];
}

/** An overlay may exist only in earlier commits. */
function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return join(realpathSync(dirname(folder)), basename(folder));
  }
}

/** The same bytes mean something else in another folder of content. */
const factKey = ({ path }: Pick<LayerChange, 'path'>, blob: string): string => `${path.split('/')[0]} ${blob}`;

/** A clone without all objects would fetch them one by one. */
const WITHOUT_FETCHING = { GIT_NO_LAZY_FETCH: '1' };

/** Undefined if the clone lacks some of the blobs. */
async function readFacts(
  git: Git,
  commits: Iterable<LayerCommit>,
  cached: ReadonlyMap<string, Fact>,
): Promise<ReadonlyMap<string, Fact> | undefined> {
  const wanted = new Map<string, { readonly path: string; readonly blob: string }>();
  for (const { files } of commits) {
    for (const { path, before, after } of files) {
      if ((historyFile(path)?.keys.length ?? 0) === 0) continue;
      for (const blob of [before, after]) {
        const key = blob === undefined ? undefined : factKey({ path }, blob);
        if (key !== undefined && !cached.has(key)) wanted.set(key, { path, blob: blob! });
      }
    }
  }
  const blobs = [...new Set([...wanted.values()].map(({ blob }) => blob))];
  const read = await readObjects(git, blobs, { env: WITHOUT_FETCHING });
  if (read.size < blobs.length) return undefined;
  const found = [...wanted].map(
    ([key, { path, blob }]) => [key, factOf(path, historyFile(path)!, read.get(blob)!)] as const,
  );
  return new Map([...cached, ...found]);
}
