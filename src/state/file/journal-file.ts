/**
 * The journal as an append-only file of JSON lines. Where it stands alone, its first line names the target it was made
 * for. Writes are shared: while one write is made durable, and for a moment longer, the lines of all other changes
 * collect, and the next write makes them durable together.
 */
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../diagnostics/errors.ts';
import type { Disk } from './disk.ts';
import { identityIn, identityJson, type TargetIdentity } from '../../model/target-identity.ts';
import { readJournal, writtenLine, type JournalLine } from '../journal-line.ts';
import type { Lock } from './lock.ts';
import type { Journal } from '../store.ts';

interface JournalParts {
  readonly disk: Disk;
  readonly path: string;
  readonly lock: Pick<Lock, 'assertHeld'>;
  /** Absent if a note next to the journal has it. */
  readonly identity?: TargetIdentity;
}

export class JournalFile implements Journal {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #header: string;
  readonly #lock: Pick<Lock, 'assertHeld'>;
  #pending: string[] = [];
  #last: Promise<void>;
  #next: Promise<void> | undefined;
  #isPrepared = false;

  constructor({ disk, path, lock, identity }: JournalParts) {
    this.#disk = disk;
    this.#path = path;
    this.#header = identity ? journalHeader(identity) : '';
    this.#lock = lock;
    this.#last = Promise.resolve();
  }

  /** This file is all that remains if the machine stops, and each intent is in it before its request is sent. */
  readonly announce = (): void => undefined;

  readonly append = (...lines: readonly JournalLine[]): Promise<void> => {
    for (const line of lines) this.#pending.push(writtenLine(line));
    this.#next ??= this.#last.then(gathered).then(() => this.#flush());
    return this.#next;
  };

  readonly close = async (): Promise<void> => {
    await (this.#next ?? this.#last);
  };

  async #flush(): Promise<void> {
    this.#last = this.#next!;
    this.#next = undefined;
    const text = this.#pending.splice(0).join('');
    await this.#lock.assertHeld();
    const isNew = await this.#prepare();
    await this.#disk.append(this.#path, isNew ? this.#header + text : text);
    if (isNew) await this.#disk.syncFolder(dirname(this.#path));
  }

  /** Removes the incomplete line of a killed process, so that the next line does not continue it. */
  async #prepare(): Promise<boolean> {
    if (this.#isPrepared) return false;
    this.#isPrepared = true;
    const text = await this.#disk.read(this.#path);
    if (text === undefined) return true;
    const { wholeBytes } = readJournal(text);
    if (wholeBytes < Buffer.byteLength(text)) await this.#disk.truncate(this.#path, wholeBytes);
    return false;
  }
}

/** Making data durable takes far longer than this, and takes the same time for a hundred lines as for one. */
const gathered = (): Promise<void> => wait(4);

export const journalHeader = (identity: TargetIdentity): string =>
  `${JSON.stringify({ identity: identityJson(identity) })}\n`;

export interface KeptJournal {
  readonly identity: TargetIdentity | undefined;
  readonly lines: readonly JournalLine[];
}

export async function readJournalFile(disk: Disk, path: string): Promise<KeptJournal | undefined> {
  const text = await disk.read(path);
  if (text === undefined) return undefined;
  const { identity, rest, headers } = withoutHeader(text);
  const { lines, damagedAt, why } = readJournal(rest);
  if (damagedAt === undefined) return { identity, lines };
  throw new UserError(`the journal ${path} is damaged at line ${damagedAt + headers}: ${why}`, {
    suggestion:
      'run `gitcast state rebuild`: it finds everything on the target again by title, and creates nothing twice',
  });
}

function withoutHeader(text: string) {
  const end = text.indexOf('\n') + 1;
  const identity = identityIn(text.slice(0, end));
  return identity ? { identity, rest: text.slice(end), headers: 1 } : { identity, rest: text, headers: 0 };
}
