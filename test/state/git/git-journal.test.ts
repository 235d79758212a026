import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../src/state/file/disk.ts';
import { GitJournal, type GitJournalParts } from '../../../src/state/git/git-journal.ts';
import { EMPTY_STATE } from '../../../src/state/replay.ts';
import type { GitLock } from '../../../src/state/git/git-lock.ts';
import { JournalFile, readJournalFile } from '../../../src/state/file/journal-file.ts';
import type { JournalLine } from '../../../src/state/journal-line.ts';
import { ManualClock } from '../manual-clock.ts';
import { intent, written } from '../store-contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

type Pushed = Parameters<GitJournalParts['checkpoint']>[0];

/** A journal in a real file; its calls are recorded in the order in which they happen. */
function newJournal(more: Partial<GitJournalParts> = {}) {
  const path = join(temporaryFolder(), 'production.journal');
  const clock = new ManualClock();
  const events: string[] = [];
  const pushed: Pushed[] = [];
  const journal = new GitJournal({
    file: new JournalFile({ disk: nodeDisk, path, lock: { assertHeld: async () => undefined } }),
    lock: { assertFresh: async () => void events.push('lock asked') } as unknown as GitLock,
    clock,
    begin: async () => void events.push('begun'),
    checkpoint: async (given) => {
      events.push('pushed');
      pushed.push(given);
    },
    load: async () => EMPTY_STATE,
    ...more,
  });
  const lines = async (): Promise<readonly JournalLine[]> => (await readJournalFile(nodeDisk, path))?.lines ?? [];
  return { journal, clock, events, pushed, lines };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const A = written('events/a');
const B = written('events/b');
const C = written('events/c');

describe('a pushed journal', () => {
  it('starts with its first line, once, and has each line in its file when it is durable', async () => {
    const { journal, events, lines } = newJournal();
    expect(events).toEqual([]);
    await Promise.all([journal.append(A), journal.append(B)]);
    expect(await lines()).toEqual([A, B]);
    await journal.append(C);
    expect(await lines()).toEqual([A, B, C]);
    expect(events).toEqual(['begun']);
    await journal.close();
  });

  it('checks the lock before what is about to start, and not for what was done', async () => {
    const { journal, events } = newJournal();
    await journal.append(A);
    await journal.append(intent('events/b'), B);
    expect(events).toEqual(['begun', 'lock asked']);
    await journal.close();
  });

  it('starts nothing without the lock, and still records what was done', async () => {
    const lock = { assertFresh: () => Promise.reject(new Error('lost')) } as unknown as GitLock;
    const { journal, lines } = newJournal({ lock });
    await expect(journal.append(A, intent('events/b'))).rejects.toThrow('lost');
    await journal.append(C);
    expect(await lines()).toEqual([C]);
    await journal.close();
  });

  it('pushes new lines every five seconds', async () => {
    const { journal, clock, pushed } = newJournal();
    clock.advance(5000);
    await journal.append(A);
    await journal.append(B);
    clock.advance(4999);
    expect(pushed).toEqual([]);
    clock.advance(1);
    await turn();
    clock.advance(5000);
    await journal.append(C);
    clock.advance(5000);
    await turn();
    expect(pushed).toEqual([
      { lines: [A, B], total: 2 },
      { lines: [C], total: 3 },
    ]);
    await journal.close();
    await journal.append(A);
    clock.advance(60_000);
    expect(pushed).toHaveLength(2);
  });

  it('makes up for a failed push with the next', async () => {
    let fails = true;
    const pushed: Pushed[] = [];
    const { journal, clock } = newJournal({
      checkpoint: async (given) => {
        if (fails) throw new Error('no network');
        pushed.push(given);
      },
    });
    await journal.append(A);
    clock.advance(5000);
    await turn();
    fails = false;
    await journal.append(B);
    clock.advance(5000);
    await turn();
    expect(pushed).toEqual([{ lines: [A, B], total: 2 }]);
    await journal.close();
  });

  it('makes one push at a time, and waits for it at the end', async () => {
    const held = Promise.withResolvers<void>();
    let pushes = 0;
    const { journal, clock } = newJournal({
      checkpoint: () => {
        pushes += 1;
        return held.promise;
      },
    });
    await journal.append(A);
    clock.advance(5000);
    await journal.append(B);
    clock.advance(5000);
    expect(pushes).toBe(1);
    let isClosed = false;
    const closing = journal.close().then(() => (isClosed = true));
    await turn();
    expect(isClosed).toBe(false);
    held.resolve();
    await closing;
  });

  it('waits at its end for lines that are being written', async () => {
    const { journal, lines } = newJournal();
    await journal.append(A);
    const appending = journal.append(B);
    await turn();
    await journal.close();
    expect(await lines()).toEqual([A, B]);
    await appending;
  });
});

describe('an announced plan', () => {
  const planned = [intent('events/a'), intent('events/b')];

  it('is pushed before the first intent is durable, with everything known so far, and once', async () => {
    const { journal, events, pushed, lines } = newJournal();
    await journal.append(C);
    journal.announce(() => planned);
    expect(pushed).toEqual([]);
    await journal.append(C);
    expect(pushed).toEqual([]);
    const appending = [journal.append(intent('events/a')), journal.append(intent('events/b'))];
    await Promise.all(appending);
    expect(pushed).toEqual([{ lines: [C, C], total: 2, planned }]);
    expect(events).toEqual(['begun', 'pushed', 'lock asked', 'lock asked']);
    expect(await lines()).toEqual([C, C, ...planned]);
    await journal.close();
  });

  it('is requested when it is pushed, and a later one is pushed too', async () => {
    const { journal, clock, pushed } = newJournal();
    let plan = planned;
    journal.announce(() => plan);
    plan = [intent('events/b')];
    await journal.append(intent('events/b'));
    journal.announce(() => [intent('events/c')]);
    await journal.append(intent('events/c'));
    expect(pushed).toEqual([
      { lines: [], total: 0, planned: [intent('events/b')] },
      { lines: [intent('events/b')], total: 1, planned: [intent('events/c')] },
    ]);
    clock.advance(5000);
    await turn();
    expect(pushed.at(-1)).toEqual({ lines: [intent('events/c')], total: 2 });
    await journal.close();
  });

  it('that cannot be pushed ends the run before anything starts', async () => {
    const { journal, lines } = newJournal({ checkpoint: () => Promise.reject(new Error('no network')) });
    journal.announce(() => planned);
    await expect(journal.append(intent('events/a'))).rejects.toThrow('no network');
    await expect(journal.append(intent('events/b'))).rejects.toThrow('no network');
    expect(await lines()).toEqual([]);
    await expect(journal.close()).resolves.toBeUndefined();
  });

  it('waits for a push in progress, and further pushes wait for it', async () => {
    const pushes: { readonly given: Pushed; readonly end: () => void }[] = [];
    const { journal, clock } = newJournal({
      checkpoint: (given) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        pushes.push({ given, end: resolve });
        return promise;
      },
    });
    await journal.append(A);
    clock.advance(5000);
    journal.announce(() => planned);
    const beginning = journal.append(intent('events/a'));
    await turn();
    expect(pushes).toHaveLength(1);
    pushes[0]!.end();
    await turn();
    expect(pushes.map(({ given }) => given)).toEqual([
      { lines: [A], total: 1 },
      { lines: [], total: 1, planned },
    ]);
    await journal.append(B);
    clock.advance(5000);
    let isClosed = false;
    const closing = journal.close().then(() => (isClosed = true));
    await turn();
    expect([pushes.length, isClosed]).toEqual([2, false]);
    pushes[1]!.end();
    await Promise.all([beginning, closing]);
  });
});
