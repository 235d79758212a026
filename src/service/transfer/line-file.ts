/** Files of lines that are never whole in memory. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { reasonOfDisk } from '../../machine/disk-failure.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { WriteLine } from './backup-seal.ts';

const CHUNK = 1 << 20;

/** Throws for text that is not UTF-8, because decoding it would change it. */
export function* linesOf(file: string): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const descriptor = attempt(file, 'read', () => openSync(file, 'r'));
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest = '';
    for (;;) {
      const size = attempt(file, 'read', () => readSync(descriptor, chunk));
      const text = decoded(file, () => decoder.decode(chunk.subarray(0, size), { stream: size > 0 }));
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      yield* lines;
      if (size === 0) break;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}

interface WrittenFile<T> {
  readonly result: T;
  readonly bytes: number;
}

interface WriteOptions<T> {
  readonly replaces: boolean;
  /** Gets what begins the file again, empty. */
  readonly fill: (begin: () => WriteLine) => Promise<T>;
}

/**
 * Writes a file that only its owner can read. It appears under its name once it is complete and on the disk, and replaces
 * nothing unless that is wanted.
 */
export async function writeLineFile<T>(file: string, { replaces, fill }: WriteOptions<T>): Promise<WrittenFile<T>> {
  if (!replaces && existsSync(file)) throw taken(file);
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  const descriptor = attempt(file, 'written', () => openSync(part, 'wx', 0o600));
  try {
    const result = await fill(() => linesInto(file, descriptor));
    const { size: bytes } = fstatSync(descriptor);
    attempt(file, 'written', () => fsyncSync(descriptor));
    place(part, file, replaces);
    return { result, bytes };
  } finally {
    closeSync(descriptor);
    rmSync(part, { force: true });
  }
}

function linesInto(file: string, descriptor: number): WriteLine {
  ftruncateSync(descriptor);
  let position = 0;
  return (line) => {
    const bytes = Buffer.from(`${line}\n`);
    for (let done = 0; done < bytes.length;) {
      const written = attempt(file, 'written', () => writeSync(descriptor, bytes, done, bytes.length - done, position));
      done += written;
      position += written;
    }
  };
}

/** A link fails if the name is taken, which a rename does not. Some file systems have none. */
function place(part: string, file: string, replaces: boolean): void {
  attempt(file, 'written', () => {
    try {
      if (!replaces) linkSync(part, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw taken(file);
      replaces = true;
    }
    if (replaces) renameSync(part, file);
    syncFolder(dirname(file));
  });
}

/** Without this, a power cut could lose the name. Not every system can do it. */
function syncFolder(folder: string): void {
  ifPossible(() => {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  });
}

const taken = (file: string): UserError =>
  new UserError(`nothing was written, because ${basename(file)} exists already`, {
    suggestion: worded`choose another name, or overwrite it with ${option('force')}`,
  });

function attempt<T>(file: string, what: 'read' | 'written', act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const reason = reasonOfDisk(error) ?? (error as Error).message;
    throw new UserError(`${file} cannot be ${what}: ${reason}`, {
      suggestion: 'check the path and the disk',
      cause: error,
    });
  }
}

function decoded(file: string, decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    throw new UserError(`${file} cannot be read: it is not UTF-8 text`, {
      suggestion: 'use another copy of the file',
      cause: error,
    });
  }
}
