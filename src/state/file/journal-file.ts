/**
 * The journal as an append-only file of JSON lines, of which the first names the target, or describes the run. Writes are shared: while one write is made durable, and for a moment longer, the lines of all other changes
 * collect, and the next write makes them durable together.
 */
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Disk, OpenFile } from './disk.ts';
import { identityIn, identityJson, type TargetIdentity } from '../../model/target-identity.ts';
import { readJournal, unusable, writtenLine, type JournalLine } from '../journal-line.ts';
import type { Lock } from './lock.ts';
import { withLines } from '../replay.ts';
import type { Journal, State } from '../store.ts';
import { append } from '../../values/long-lists.ts';

interface JournalParts {
  readonly disk: Disk;
  readonly path: string;
  readonly lock: Pick<Lock, 'assertHeld'>;
  /** The first line of a new file. */
  readonly header: string;
}

export class JournalFile implements Journal {
  readonly #parts: JournalParts;
  /** The lines that it has written, without the intents that are settled. */
  readonly #durable = new Map<string | number, JournalLine>();
  #outcomes = 0;
  #file: OpenFile | undefined;
  #pending: JournalLine[] = [];
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isPrepared = false;
  #isBusy = false;
  #isClosed = false;

  constructor(parts: JournalParts) {
    this.#parts = parts;
  }

  /** This file is all that remains if the machine stops, and each intent is in it before its request is sent. */
  readonly announce = (): void => undefined;

  readonly append = (...lines: readonly JournalLine[]): Promise<void> => {
    append(this.#pending, lines);
    this.#next ??= this.#last.then(() => wait(this.#isBusy ? LONG_GATHERING : GATHERING)).then(() => this.#flush());
    return this.#next;
  };

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    try {
      do await (this.#next ?? this.#last);
      while (this.#next);
    } finally {
      await this.#closeFile();
    }
  };

  readonly stateAfter = async (began: State): Promise<State> => withLines(began, [...this.#durable.values()]);

  async #flush(): Promise<void> {
    const { disk, path, lock, header } = this.#parts;
    this.#last = this.#next!;
    this.#next = undefined;
    const lines = this.#pending.splice(0);
    this.#isBusy = lines.length >= MANY;
    await lock.assertHeld();
    const isNew = await this.#prepare();
    this.#file ??= await disk.openToAppend(path);
    try {
      await this.#file.append((isNew ? header : '') + lines.map(writtenLine).join(''));
      if (isNew) await disk.syncFolder(dirname(path));
    } finally {
      // A change that was under way may end after the journal was closed.
      if (this.#isClosed && !this.#next) await this.#closeFile();
    }
    for (const line of lines) this.#remember(line);
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #remember(line: JournalLine): void {
    if (line.type === 'intent') return void this.#durable.set(line.idempotencyKey, line);
    for (const key of line.settles) this.#durable.delete(key);
    this.#durable.set(this.#outcomes++, line);
  }

  /** Removes the incomplete line of a killed process, so that the next line does not continue it. True for a new file. */
  async #prepare(): Promise<boolean> {
    const { disk, path } = this.#parts;
    if (this.#isPrepared) return false;
    this.#isPrepared = true;
    const text = await disk.read(path);
    if (text === undefined) return true;
    const { wholeBytes } = readJournal(text);
    if (wholeBytes < Buffer.byteLength(text)) await disk.truncate(path, wholeBytes);
    return wholeBytes === 0;
  }
}

/** Making data durable takes about as long as this, and takes the same time for a hundred lines as for one. */
const GATHERING = 4;
/** With so many lines at a time, requests are always under way, and fewer writes leave more time for them. */
const MANY = 16;
const LONG_GATHERING = 16;

export const journalHeader = (identity: TargetIdentity): string =>
  `${JSON.stringify({ identity: identityJson(identity) })}\n`;

/** `where` locates it in a message. A first line that names no target is an ordinary one. */
export function journalIn(text: string, where: string) {
  const end = text.indexOf('\n') + 1;
  const identity = identityIn(text.slice(0, end));
  const header = identity ? text.slice(0, end) : '';
  const { lines, damagedAt, why } = readJournal(text.slice(header.length));
  if (damagedAt === undefined) return { identity, header, lines };
  throw unusable(`the journal ${where} is damaged at line ${damagedAt + (identity ? 1 : 0)}: ${why}`);
}
