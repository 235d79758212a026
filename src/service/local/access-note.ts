/**
 * The access note beside a database: how to reach the service that serves it, and with which key. The database stores
 * only the hash of the key, so a second start needs the note to learn it. Only the owner can read the file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isLoopback } from '../../machine/own-host.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import { ifPossible } from '../../values/if-possible.ts';
import * as is from '../../values/shape.ts';

const fileOf = (database: string): string => database.replace(/\.db$/, '') + '.json';

/** The key is sent there, and the service listens nowhere else. */
const isHere = (value: unknown): boolean => {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url?.protocol === 'http:' && isLoopback(url.hostname);
};

const noteShape = is.object({
  userId: is.text,
  broadcastId: is.text,
  key: is.text,
  /** Absent until a process has served the database. */
  databaseId: is.optional(is.text),
  /** Present while a process serves the database. */
  url: is.optional(is.shape<string>('an address on this machine', isHere)),
  /** The claim that the address belongs to. If it does not match, the address belongs to a service that was killed. */
  claim: is.optional(is.text),
});

export type AccessNote = is.InferOf<typeof noteShape>;

export function readAccessNote(database: string): AccessNote | undefined {
  const note = ifPossible(() => JSON.parse(readFileSync(fileOf(database), 'utf8')) as unknown);
  return is.hasShape(note, noteShape) ? note : undefined;
}

export function writeAccessNote(database: string, note: AccessNote): void {
  replaceFile(fileOf(database), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
}

export const hasAccessNote = (database: string): boolean => existsSync(fileOf(database));
