import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk } from '../../../src/state/file/disk.ts';
import { gitJournal, type GitJournalParts } from '../../../src/state/git/git-journal.ts';
import { journalIn, JournalFile } from '../../../src/state/file/journal-file.ts';
import type { Intent, JournalLine } from '../../../src/state/journal-line.ts';
import { ManualClock } from '../manual-clock.ts';
import { intent, written } from '../store-contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A journal in a real file; its calls are recorded in the order in which they happen. */
function newJournal(more: Partial<GitJournalParts> = {}) {
  const path = join(temporaryFolder(), 'production.journal');
  const clock = new ManualClock();
  const events: string[] = [];
  const lines = async (): Promise<readonly JournalLine[]> => journalIn((await nodeDisk.read(path)) ?? '', path).lines;
  /** What was durable at each push, and what was about to be sent. */
  const pushed: { readonly durable: readonly JournalLine[]; readonly planned: readonly Intent[] | undefined }[] = [];
  const journal = gitJournal({
    clock,
    open: async () => {
      events.push('begun');
      return new JournalFile({ disk: nodeDisk, path, lock: { assertHeld: async () => undefined }, header: '' });
    },
    push: async (planned) => {
      events.push('pushed');
      pushed.push({ durable: await lines(), planned });
    },
    assertFresh: async () => void events.push('lock asked'),
    ...more,
  });
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
    const { journal, lines } = newJournal({ assertFresh: () => Promise.reject(new Error('lost')) });
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
    await expect
      .poll(() => pushed, { interval: 1 })
      .toEqual([
        { durable: [A, B], planned: undefined },
        { durable: [A, B, C], planned: undefined },
      ]);
    await journal.close();
    await journal.append(A);
    clock.advance(60_000);
    expect(pushed).toHaveLength(2);
  });

  it('makes up for a failed push with the next', async () => {
    let fails = true;
    let pushes = 0;
    const { journal, clock } = newJournal({
      push: async () => {
        if (fails) throw new Error('no network');
        pushes += 1;
      },
    });
    await journal.append(A);
    clock.advance(5000);
    await turn();
    fails = false;
    clock.advance(5000);
    await turn();
    clock.advance(5000);
    await turn();
    expect(pushes).toBe(1);
    await journal.close();
  });

  it('makes one push at a time, and waits for it at the end', async () => {
    const held = Promise.withResolvers<void>();
    let pushes = 0;
    const { journal, clock } = newJournal({
      push: () => {
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
    expect(pushed).toEqual([{ durable: [C, C], planned }]);
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
      { durable: [], planned: [intent('events/b')] },
      { durable: [intent('events/b')], planned: [intent('events/c')] },
    ]);
    clock.advance(5000);
    const both = [intent('events/b'), intent('events/c')];
    await expect.poll(() => pushed.at(-1), { interval: 1 }).toEqual({ durable: both, planned: undefined });
    await journal.close();
  });

  it('that cannot be pushed ends the run before anything starts', async () => {
    const { journal, lines } = newJournal({ push: () => Promise.reject(new Error('no network')) });
    journal.announce(() => planned);
    await expect(journal.append(intent('events/a'))).rejects.toThrow('no network');
    await expect(journal.append(intent('events/b'))).rejects.toThrow('no network');
    expect(await lines()).toEqual([]);
    await expect(journal.close()).resolves.toBeUndefined();
  });
});
