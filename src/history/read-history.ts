/** Reads the history of the programme from git: one pass over all commits, and the files of a few versions. */
import { relative, sep } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { gitIn, listed, NoGit, type Attempt, type Git, type GitEnvironment } from '../git/git.ts';
import { readObjects } from '../git/objects.ts';
import { askForCommit } from '../git/repository.ts';
import type { Revision, SiteHistory } from '../site/programme-history.ts';
import { isInside, realPath } from '../machine/symbolic-links.ts';
import { instantText } from '../values/instants.ts';
import { changesBetween, type Version, type WrittenDocument } from './changes.ts';
import { factOf, historyFile, type EntrySettings, type Fact } from './facts.ts';

export interface HistoryInput {
  /** The content folder. */
  readonly content: string;
  /** The folders below it that several broadcasts share, the lowest first. */
  readonly shared: readonly string[];
  /** The folder that overrides it for the target. */
  readonly overlay: string;
  readonly env: GitEnvironment;
  readonly settings: EntrySettings;
  /** The tags of the versions to compare. */
  readonly tags: string;
  /** Commits that are later have a wrong clock, and count as of now. */
  readonly now?: number;
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
    return await readFrom(input);
  } catch (error) {
    if (error instanceof NoGit) return absent('git is not installed');
    if (!(error instanceof UserError)) throw error;
    return absent(error.message, error.suggestion === undefined ? undefined : String(error.suggestion));
  }
}

const absent = (reason: string, suggestion?: string): HistoryReading & { readonly type: 'absent' } => ({
  type: 'absent',
  reason,
  ...(suggestion !== undefined && { suggestion }),
});

/** A clone can replace objects for itself; every clone has to see the same history. */
const AS_COMMITTED = ['--no-replace-objects', '--literal-pathspecs'];

/** A clone without all objects would fetch them one by one. */
const WITHOUT_FETCHING = { GIT_NO_LAZY_FETCH: '1' };

async function readFrom(input: HistoryInput): Promise<HistoryReading> {
  const { content, env, commit, settings, tags, now = Infinity } = input;
  const asked = commit ?? (await askForCommit(content, env));
  if (asked.isOutside) return absent('the content is not in a git repository');
  const [isShallow, root, head] = asked.text.trim().split('\n');
  if (!asked.ok)
    return asked.suggestion === undefined && isShallow === 'false'
      ? absent('nothing is committed yet')
      : absent(asked.reason, asked.suggestion);
  const git = gitIn(root!, env);
  /** Even a clone that lacks earlier commits or versions of files has the last commit. */
  const incomplete = async (reason: string, suggestion: string): Promise<HistoryReading> => {
    const at = Number(await git.run(['show', '--no-patch', '--format=%ct', head!])) * 1000;
    return { ...absent(reason, suggestion), committed: Math.min(at, now) };
  };
  if (isShallow === 'true') return incomplete('this clone is shallow', 'run `git fetch --unshallow`');
  const folders = layersIn(root!, input);
  const commits = await readCommits(git, head!, now);
  const revisions = commits && revisionsIn(commits, folders);
  if (revisions?.size === 0) return absent('the content is not committed');
  const times = new Map(commits?.map(({ id, at }) => [id, at]));
  const chosen = commits && (await versionsOf(git, { head: head!, folders, tags, times, timezone: settings.timezone }));
  const versions = chosen && (await readVersions(git, chosen, folders));
  if (!revisions || !versions)
    return incomplete('this clone is partial, without earlier versions of files', 'clone it without `--filter`');
  return { type: 'read', history: { head: head!, revisions, changes: changesBetween(versions, settings) } };
}

interface Commit {
  readonly id: string;
  readonly at: number;
  /** Paths from the root of the repository; `from` for a file that was renamed. */
  readonly files: readonly { readonly path: string; readonly from?: string }[];
}

/** All that HEAD includes, the newest first. Of a merge only what differs from all its parents: the merge itself changed that. */
async function readCommits(git: Git, head: string, now: number): Promise<readonly Commit[] | undefined> {
  const words = [...AS_COMMITTED, 'log', '-c', '-M', '-z', '--name-status', '--format=%x01%H %ct', head];
  const { ok, text, reason } = await git.attempt(words, { env: WITHOUT_FETCHING });
  if (!ok && /promisor|missing|bad object|unable to read/i.test(reason)) return undefined;
  if (!ok) throw new UserError(`git log failed: ${reason}`);
  const commits: { id: string; at: number; files: { path: string; from?: string }[] }[] = [];
  const parts = text.split('\0').map((part) => part.replace(/^\n+/, ''));
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    if (part.startsWith('\u0001')) {
      const [id, at] = part.slice(1).split(' ');
      commits.push({ id: id!, at: Math.min(Number(at) * 1000, now), files: [] });
    } else if (/^[RC]\d+$/.test(part)) {
      const [from, path] = [parts[++index]!, parts[++index]!];
      commits.at(-1)!.files.push({ path, from });
    } else if (part !== '') commits.at(-1)!.files.push({ path: parts[++index]! });
  }
  return commits;
}

/** How often and when each document was revised, by the names that its files have now. */
function revisionsIn(commits: readonly Commit[], folders: readonly string[]): ReadonlyMap<string, Revision> {
  const revisions = new Map<string, Revision>();
  const names = new Map<string, string>();
  const nameOf = (path: string): string => names.get(path) ?? path;
  for (const { at, files } of commits) {
    const addresses = files.flatMap(({ path }) => {
      const name = nameOf(path);
      const folder = folderOf(name, folders);
      return folder === undefined ? [] : (historyFile(below(name, folder))?.address ?? []);
    });
    for (const address of new Set(addresses)) {
      const { created, modified, sequence } = revisions.get(address) ?? { created: at, modified: at, sequence: -1 };
      revisions.set(address, {
        created: Math.min(created, at),
        modified: Math.max(modified, at),
        sequence: sequence + 1,
      });
    }
    // Before this commit, the file had its former name.
    const renamed = files.flatMap(({ path, from }) => (from === undefined ? [] : [[from, nameOf(path)] as const]));
    for (const [from, name] of renamed) names.set(from, name);
  }
  return revisions;
}

/** Folders can be inside each other: the innermost one has the file. */
const folderOf = (path: string, folders: readonly string[]): string | undefined =>
  folders
    .filter((folder) => folder === '' || path.startsWith(`${folder}/`))
    .toSorted((one, other) => other.length - one.length)[0];

/** Without any, git takes the whole repository. */
const pathspecs = (folders: readonly string[]): readonly string[] => (folders.includes('') ? [] : folders);

const below = (path: string, folder: string): string => (folder === '' ? path : path.slice(folder.length + 1));

interface Choice {
  readonly head: string;
  readonly folders: readonly string[];
  readonly tags: string;
  /** Of each commit that HEAD includes. */
  readonly times: ReadonlyMap<string, number>;
  readonly timezone: string;
}

/** As many are compared with the one before. */
const MOST_VERSIONS = 10;

interface ChosenVersion extends Pick<Version, 'commit' | 'at' | 'isShown'> {}

/**
 * The oldest first: the commits with such tags, else the last commit of each day with changes. What was on a branch was not
 * public before its merge, so only first parents count.
 */
async function versionsOf(
  git: Git,
  { head, folders, tags, times, timezone }: Choice,
): Promise<readonly ChosenVersion[]> {
  const at = (commit: string): number => times.get(commit)!;
  const format = '%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)';
  const named = (await git.run(['for-each-ref', `--format=${format}`, `refs/tags/${tags}`])).split('\n');
  const tagged = [...new Set(named)].filter((id) => times.has(id)).toSorted((one, other) => at(other) - at(one));
  const words = [...AS_COMMITTED, 'log', '--first-parent', '-m', '--format=%H', head, '--'];
  const changed = tagged.length > 0 ? [] : (await git.run([...words, ...pathspecs(folders)])).split('\n');
  const dayOf = (commit: string): string => instantText(at(commit), timezone).slice(0, 10);
  const byDay = changed.filter((id, index) => id !== '' && (index === 0 || dayOf(id) !== dayOf(changed[index - 1]!)));
  const newest = (tagged.length > 0 ? tagged : byDay).slice(0, MOST_VERSIONS + 1).toReversed();
  const shown = newest.map((commit) => ({ commit, at: at(commit), isShown: true }));
  // Entries may have been renamed since the last version.
  return newest.at(-1) === head ? shown : [...shown, { commit: head, at: at(head), isShown: false }];
}

/** Undefined if the clone lacks some of their files. */
async function readVersions(
  git: Git,
  chosen: readonly ChosenVersion[],
  folders: readonly string[],
): Promise<readonly Version[] | undefined> {
  const trees = await Promise.all(chosen.map(({ commit }) => filesAt(git, commit, folders)));
  const blobs = [...new Set(trees.flatMap((files) => files.map(({ blob }) => blob)))];
  const bytes = await readObjects(git, blobs, { env: WITHOUT_FETCHING });
  if (bytes.size < blobs.length) return undefined;
  const facts = new Map<string, Fact>();
  const factAt = (path: string, blob: string): Fact => {
    // The same bytes mean something else in another folder of content.
    const key = `${path.split('/')[0]} ${blob}`;
    const fact = facts.get(key) ?? factOf(path, historyFile(path)!, bytes.get(blob)!);
    facts.set(key, fact);
    return fact;
  };
  return chosen.map((version, index) => {
    const documents = new Map<string, WrittenDocument>();
    for (const { path, blob } of trees[index]!) {
      const { address, kind } = historyFile(path)!;
      const { facts: lower = [] } = documents.get(address) ?? {};
      documents.set(address, { kind, facts: [...lower, factAt(path, blob)] });
    }
    return { ...version, documents };
  });
}

/** The files that say something about the programme, layer by layer, the lowest first. Neither links nor submodules are read. */
async function filesAt(git: Git, commit: string, folders: readonly string[]) {
  const words = [...AS_COMMITTED, 'ls-tree', '-r', '-z', '--full-tree', commit, '--'];
  const entries = listed(await git.run([...words, ...pathspecs(folders)]));
  const files = entries.flatMap((entry) => {
    const [mode, , blob] = entry.split(/[ \t]/, 3);
    const path = entry.slice(entry.indexOf('\t') + 1);
    const folder = mode!.startsWith('100') ? folderOf(path, folders) : undefined;
    if (folder === undefined || !historyFile(below(path, folder))?.keys.length) return [];
    return [{ path: below(path, folder), blob: blob!, layer: folders.indexOf(folder) }];
  });
  return files.toSorted((one, other) => one.layer - other.layer);
}

/** The folders of content, from the lowest layer to the one that overrides the others, from the repository's root. */
const layersIn = (root: string, { shared, content, overlay }: HistoryInput): readonly string[] =>
  [...shared, content, overlay].flatMap((folder) => pathBelow(root, folder));

/** A path outside of the repository has no history here. An overlay may exist only in earlier commits. */
const pathBelow = (root: string, path: string): readonly string[] =>
  isInside(path, root) ? [relative(realPath(root), realPath(path)).split(sep).join('/')] : [];
