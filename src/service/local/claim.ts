/**
 * Allows one process per database. The process that serves it holds an operating-system lock and writes a note with its
 * process id and machine. The note also covers the cases that the lock does not: a folder shared with another machine,
 * or between a virtual machine and its host.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fateOf, processFields, thisProcess, type ProcessIdentity } from '../../machine/processes.ts';
import { makeFolder } from '../store/sqlite/private-file.ts';
import { holdAlone } from './hold.ts';
import { ifPossible } from '../../values/if-possible.ts';
import * as is from '../../values/shape.ts';

/** The process that serves a database. */
export interface Keeper extends ProcessIdentity {
  /** Identifies this run of the service. */
  readonly id: string;
  /** The database's folder: a copied note belongs to a different database. */
  readonly folder: string;
}

export interface Claimed {
  readonly type: 'claimed';
  readonly id: string;
  /** True while the note exists and is ours: the files may be removed or replaced while the service runs. */
  readonly isNoted: () => boolean;
  readonly release: () => void;
}

type Claim = Claimed | { readonly type: 'taken'; readonly by: Keeper | undefined };

const noteOf = (database: string): string => `${database}.lock`;

const RENEWAL = 2000;
/** A live process has renewed its note several times in this period. */
const SILENCE = 4 * RENEWAL;

export function claim(database: string): Claim {
  makeFolder(dirname(database));
  const hold = holdAlone(`${database}.serving`);
  if (!hold) return { type: 'taken', by: readKeeper(database) };
  try {
    const keeper = readKeeper(database);
    if (keeper && isOutOfReach(keeper, database)) {
      hold.release();
      return { type: 'taken', by: keeper };
    }
    const id = randomUUID();
    const keep: Keeper = { ...thisProcess(), id, folder: folderOf(database) };
    rmSync(noteOf(database), { force: true });
    writeFileSync(noteOf(database), `${JSON.stringify(keep)}\n`, { mode: 0o600 });
    return claimed(database, id, hold.release);
  } catch (error) {
    hold.release();
    throw error;
  }
}

function claimed(database: string, id: string, releaseHold: () => void): Claimed {
  const isNoted = (): boolean => readKeeper(database)?.id === id;
  const timer = setInterval(() => renew(database), RENEWAL).unref();
  return {
    type: 'claimed',
    id,
    isNoted,
    release: () => {
      clearInterval(timer);
      try {
        if (isNoted()) rmSync(noteOf(database), { force: true });
      } finally {
        releaseHold();
      }
    },
  };
}

/** The files may be removed while the service runs. */
function renew(database: string): void {
  const now = new Date();
  ifPossible(() => utimesSync(noteOf(database), now, now));
}

/** True if the database is served by a process that our lock does not cover. */
function isOutOfReach(keeper: Keeper, database: string): boolean {
  const [here, now] = [thisProcess(), Date.now()];
  const lastSeen = renewedAt(database);
  const fate = fateOf(keeper, { here, lastSeen, now });
  switch (fate) {
    case 'alive':
      // We hold the lock, so the lock file of this service was removed.
      return keeper.pid !== here.pid && keeper.folder === folderOf(database);
    case 'ended':
      return false;
    case 'restarted':
    case 'unknown':
      return !(keeper.boot !== undefined && keeper.boot === here.boot) && now - lastSeen < SILENCE;
    default:
      return assertNever(fate);
  }
}

const keeperShape = is.objectOf<Keeper>({
  ...processFields,
  id: is.text,
  folder: is.text,
});

export function readKeeper(database: string): Keeper | undefined {
  const keeper = ifPossible(() => JSON.parse(readFileSync(noteOf(database), 'utf8')) as unknown);
  return is.hasShape(keeper, keeperShape) ? keeper : undefined;
}

function renewedAt(database: string): number {
  return statSync(noteOf(database), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const folderOf = (database: string): string => realpathSync(dirname(database));

function isHere(keeper: Keeper): boolean {
  const { host, space } = thisProcess();
  return keeper.host === host && keeper.space === space;
}

/** Names a process so that the user can find it. */
export function keeperName(keeper: Keeper | undefined): string {
  if (!keeper) return 'another process';
  return `process ${keeper.pid}${isHere(keeper) ? '' : ` on ${keeper.host}`}`;
}

/** Describes how the user can end it. */
export function endingOf(keeper: Keeper | undefined): string {
  return keeper && isHere(keeper) ? `stop it with \`kill -9 ${keeper.pid}\`` : 'stop it there';
}
