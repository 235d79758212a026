/** A run on a shared state: its local lock, its lock on the ref, and its description for readers of the history. */
import { join } from 'node:path';
import { headOf, treesAt } from '../../git/content.ts';
import type { Git } from '../../git/git.ts';
import type { Belonging } from '../belonging.ts';
import { takeGitLock } from './git-lock.ts';
import type { Disk } from '../file/disk.ts';
import type { LockOwner } from '../file/lock-file.ts';
import { takeLock, type LockClock } from '../file/lock.ts';
import type { ContentCommit, RunNote } from '../run-note.ts';
import type { GitRun, StateRef } from './state-ref.ts';

export interface GitRunParts {
  readonly git: Git;
  readonly belonging: Belonging;
  readonly ref: StateRef;
  readonly disk: Disk;
  /** The folder for this machine's own files. */
  readonly folder: string;
  readonly clock: LockClock;
  /** The folders of the target's content, inside that of the configuration. */
  readonly content: readonly string[];
  /** These folders, and the files that determine what is sent from them. */
  readonly sources: readonly string[];
  /** The user who starts runs here, if CI provides it. */
  readonly actor?: string | undefined;
}

export async function beginGitRun(parts: GitRunParts, starter: LockOwner): Promise<GitRun> {
  const { git, belonging, ref, disk, folder, clock, actor } = parts;
  const { target, identity } = belonging;
  const owner = { ...starter, identity };
  const [refs, settings, content] = await Promise.all([ref.refs(), ref.settings(), contentOf(parts)]);
  const author = { name: actor ?? owner.user, email: `${owner.user}@${owner.host}`, ...settings.author };
  await disk.makeFolder(folder);
  const localLock = await takeLock(join(folder, `${target}.lock`), owner, clock);
  try {
    const maker = await ref.maker(author);
    const taken = await takeGitLock({ git, refs, ref: ref.lockName, maker, clock }, owner, localLock);
    const notes = [...(taken.note === undefined ? [] : [taken.note]), ...(refs.isShared ? [] : [NOT_SHARED])];
    const note: RunNote = {
      version: 1,
      id: taken.id,
      command: owner.command ?? 'run',
      identity,
      by: actor ?? author.name,
      startedAt: new Date(clock.now()).toISOString(),
      finished: false,
      changes: [],
      ...(owner.url !== undefined && { url: owner.url }),
      ...(content && { content }),
    };
    return { lock: { ...taken, ...(notes.length > 0 && { note: notes.join('\n') }) }, note, author };
  } catch (error) {
    await localLock.release();
    throw error;
  }
}

/** The commit that is checked out, not the last one that changed the content. */
async function contentOf({ git, content, sources }: GitRunParts): Promise<ContentCommit | undefined> {
  const head = await headOf(git, content);
  return head && { ...head, trees: (await treesAt(git, [head.commit], sources)).get(head.commit) ?? {} };
}

const NOT_SHARED = 'the repository has no remote, so the state is stored in this clone only';
