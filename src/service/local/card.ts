/**
 * The card file beside a database: how to reach the service that serves it, and with which key. The database stores
 * only the hash of the key, so a second start needs the card to learn it. Only the owner can read the file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isLoopback } from '../../machine/loopback.ts';
import { replaceFile } from '../../machine/replace-file.ts';
import * as is from '../../values/shape.ts';
import type { Credentials } from '../administration.ts';

export interface Card extends Credentials {
  /** Absent on cards written by the first version. */
  readonly databaseId?: string;
  /** Present while a process serves the database. */
  readonly url?: string;
  /** The claim that the address belongs to. If it does not match, the address belongs to a service that was killed. */
  readonly claim?: string;
}

const fileOf = (database: string): string => database.replace(/\.db$/, '') + '.json';

/** The key is sent there, and the service listens nowhere else. */
const isHere = (value: unknown): boolean =>
  typeof value === 'string' && URL.canParse(value) && isHttpHere(new URL(value));

const isHttpHere = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && isLoopback(hostname);

const cardShape = is.objectOf<Card>({
  userId: is.text,
  broadcastId: is.text,
  key: is.text,
  databaseId: is.optional(is.text),
  url: is.optional(is.shape('an address on this machine', isHere)),
  claim: is.optional(is.text),
});

export function readCard(database: string): Card | undefined {
  try {
    const card: unknown = JSON.parse(readFileSync(fileOf(database), 'utf8'));
    return is.hasShape(card, cardShape) ? card : undefined;
  } catch {
    return undefined;
  }
}

export function writeCard(database: string, card: Card): void {
  replaceFile(fileOf(database), `${JSON.stringify(card, null, 2)}\n`, { mode: 0o600 });
}

export const hasCard = (database: string): boolean => existsSync(fileOf(database));
