import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/diagnostics/errors.ts';
import { nodeDisk, type Disk } from '../../../src/state/file/disk.ts';
import { journalHeader, journalIn, JournalFile } from '../../../src/state/file/journal-file.ts';
import { writtenLine, type JournalLine } from '../../../src/state/journal-line.ts';
import { IDENTITY } from '../identity.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const dropped = (address: string): JournalLine => ({ type: 'dropped', address, settles: [] });
const HEADER = journalHeader(IDENTITY);
const [A, B, C] = [dropped('events/a'), dropped('events/b'), dropped('events/été')];

interface Wish {
  /** The existing content. */
  readonly text?: string;
  readonly isHeld?: boolean;
  /** No write is made before this resolves. */
  readonly gate?: Promise<void>;
}

/** A journal on a disk that records its calls. */
function opened({ text, isHeld = true, gate }: Wish = {}) {
  const path = join(temporaryFolder(), 'run.journal');
  if (text !== undefined) writeFileSync(path, text);
  const done: string[] = [];
  let reads = 0;
  const files = { opened: 0, open: 0 };
  const disk: Disk = {
    ...nodeDisk,
    read: (of) => {
      reads += 1;
      return nodeDisk.read(of);
    },
    openToAppend: async (to) => {
      files.opened += 1;
      files.open += 1;
      const file = await nodeDisk.openToAppend(to);
      return {
        append: async (more) => {
          done.push('append');
          await gate;
          await file.append(more);
        },
        close: async () => {
          files.open -= 1;
          await file.close();
        },
      };
    },
    truncate: (of, bytes) => {
      done.push('truncate');
      return nodeDisk.truncate(of, bytes);
    },
    syncFolder: (folder) => {
      done.push(`sync ${folder === join(path, '..') ? 'its folder' : folder}`);
      return nodeDisk.syncFolder(folder);
    },
  };
  const assertHeld = async (): Promise<void> => {
    if (!isHeld) throw new UserError('the lock was taken over');
  };
  const journal = new JournalFile({ disk, path, lock: { assertHeld }, header: HEADER });
  return {
    journal,
    path,
    done,
    reads: () => reads,
    files,
    written: () => readFileSync(path, 'utf8'),
  };
}

describe('a journal', () => {
  it('has each line on the disk once that is confirmed, and its own name too', async () => {
    const { journal, written, done } = opened();
    await journal.append(A, B);
    expect(written()).toBe(HEADER + writtenLine(A) + writtenLine(B));
    expect(done).toEqual(['append', 'sync its folder']);
    await journal.append(C);
    expect(written()).toBe(HEADER + [A, B, C].map(writtenLine).join(''));
    expect(done).toEqual(['append', 'sync its folder', 'append']);
  });

  it('makes concurrent lines durable with one write', async () => {
    const { journal, written, done } = opened();
    await Promise.all([journal.append(A), journal.append(B), journal.append(C)]);
    expect(written()).toBe(HEADER + [A, B, C].map(writtenLine).join(''));
    expect(done.filter((each) => each === 'append')).toHaveLength(1);
  });

  it('writes lines that arrive during a write afterwards, and nothing twice', async () => {
    const { journal, written } = opened();
    const first = journal.append(A);
    const second = first.then(() => Promise.all([journal.append(B), journal.append(C)]));
    await second;
    expect(written()).toBe(HEADER + [A, B, C].map(writtenLine).join(''));
  });

  it('starts a write only when the previous one is durable, and is closed only then', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { journal, written, done, files } = opened({ gate });
    const first = journal.append(A);
    await expect.poll(() => done, { interval: 1 }).toEqual(['append']);
    let isClosed = false;
    const closed = journal.close().then(() => (isClosed = true));
    const second = journal.append(B);
    // Far longer than lines are collected for.
    await wait(20);
    expect(done).toEqual(['append']);
    expect(isClosed).toBe(false);
    open();
    await Promise.all([first, second, closed]);
    expect(written()).toBe(HEADER + writtenLine(A) + writtenLine(B));
    expect(files).toEqual({ opened: 1, open: 0 });
  });

  it('opens its file once for a run, and again for a change that ends after it', async () => {
    const { journal, files } = opened();
    await journal.append(A);
    await journal.append(B);
    expect(files).toEqual({ opened: 1, open: 1 });
    await journal.close();
    expect(files).toEqual({ opened: 1, open: 0 });
    await journal.append(C);
    expect(files).toEqual({ opened: 2, open: 0 });
  });

  it('reads what an earlier process has left only once, however long it grows', async () => {
    const { journal, reads } = opened({ text: writtenLine(C) });
    await journal.append(A);
    await journal.append(B);
    expect(reads()).toBe(1);
  });

  it('is closed once everything is durable', async () => {
    const { journal, written } = opened();
    void journal.append(A);
    await journal.close();
    expect(written()).toBe(HEADER + writtenLine(A));
    await journal.close();
  });

  it('needs no announcement: each intent is in it before its request', () => {
    expect(opened().journal.announce()).toBeUndefined();
  });

  it('has its first line without any other, and again if a killed process wrote half of it', async () => {
    const begun = opened();
    await begun.journal.append();
    expect(begun.written()).toBe(HEADER);
    const torn = opened({ text: HEADER.slice(0, 20) });
    await torn.journal.append(A);
    expect(torn.written()).toBe(HEADER + writtenLine(A));
  });

  it('continues after the existing lines, without the torn line of a killed process', async () => {
    const { journal, written, done } = opened({ text: `${writtenLine(C)}{"type":"é` });
    await journal.append(A);
    expect(written()).toBe(writtenLine(C) + writtenLine(A));
    expect(done).toEqual(['truncate', 'append']);
  });

  it('is not truncated if its lines are complete', async () => {
    const { journal, written, done } = opened({ text: writtenLine(C) });
    await journal.append(A);
    expect(written()).toBe(writtenLine(C) + writtenLine(A));
    expect(done).toEqual(['append']);
  });

  it('writes nothing for a run that has lost its lock', async () => {
    const { journal, path } = opened({ isHeld: false });
    await expect(journal.append(A)).rejects.toThrow('the lock was taken over');
    expect(await nodeDisk.read(path)).toBeUndefined();
  });
});

describe('reading a journal', () => {
  const read = async (text: string) => journalIn(text, 'here');

  it('returns the lines, and the target if it is named', async () => {
    expect(await read(writtenLine(A) + writtenLine(B))).toEqual({ identity: undefined, header: '', lines: [A, B] });
    expect(await read(HEADER + writtenLine(A))).toEqual({ identity: IDENTITY, header: HEADER, lines: [A] });
    expect(await read('')).toEqual({ identity: undefined, header: '', lines: [] });
  });

  it('names the damaged line by its number in the file', async () => {
    await expect(read(`${writtenLine(A)}{}\n`)).rejects.toThrow(/damaged at line 2: `type` is missing$/);
    await expect(read(`${HEADER}${writtenLine(A)}{}\n`)).rejects.toThrow(/damaged at line 3: `type` is missing$/);
    await expect(read('{"identity":{}}\n')).rejects.toThrow(/damaged at line 1: `type` is missing$/);
    await expect(read(`\ufeff${HEADER}`)).rejects.toThrow(/line 1: it starts with a byte order mark/);
    const twice = HEADER.replace('{', '{"identity":{},');
    await expect(read(twice)).rejects.toThrow(/line 1: it has the key `identity` twice$/);
  });
});
