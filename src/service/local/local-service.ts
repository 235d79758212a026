/** The service on this machine: started for one database, or found if another command already runs it. */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { reasonOfDatabase, reasonOfDisk } from '../../machine/disk-failure.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { createBroadcast, type Credentials } from '../administration.ts';
import { listen, type StartOptions } from '../service-listener.ts';
import { createService, type Service } from '../service.ts';
import { databaseId } from '../store/database.ts';
import { unusableDatabase } from '../store/sqlite/sqlite-failures.ts';
import { createKey, identify, isCurrent, listBroadcasts } from '../store/tenants.ts';
import { hasAccessNote, readAccessNote, writeAccessNote, type AccessNote } from './access-note.ts';
import { claim, endingOf, keeperName, readKeeper, type Claimed, type Keeper } from './claim.ts';
import { signIn, untilUnused, type Hold } from './hold.ts';

export interface LocalService extends Credentials {
  readonly url: string;
  readonly databaseId: string;
  /** The service itself, if this process runs it. */
  readonly own?: Service;
  /** Ends a service started here. A service that another command runs continues. */
  readonly close: () => Promise<void>;
}

export interface LocalOptions extends StartOptions {
  /** Milliseconds that a service without an answer has to start, to end, or to be considered dead. */
  readonly patience?: number;
}

type Started =
  | { readonly type: 'started'; readonly service: LocalService }
  | { readonly type: 'running'; readonly by: Keeper | undefined };

/** Starts the service, unless another process serves this database. A failed start is rolled back. */
export async function startLocalService(options: LocalOptions): Promise<Started> {
  const { database, create = createService } = options;
  const undo: (() => void | Promise<void>)[] = [];
  try {
    const claimed = claim(database);
    if (claimed.type === 'taken') return { type: 'running', by: claimed.by };
    undo.push(claimed.release);
    const service = await create(database, options.service);
    undo.push(service.close);
    const credentials = {
      ...(await credentialsOf(service, options)),
      databaseId: await service.engine.read('everything', databaseId),
    };
    const listening = await listen(service, options);
    undo.splice(1, 1, listening.close);
    const { url } = listening;
    const note: AccessNote = { ...credentials, url, claim: claimed.id };
    writeAccessNote(database, note);
    const close = running({ database, claimed, note, service, stop: listening.close });
    return { type: 'started', service: { ...credentials, url, own: service, close } };
  } catch (error) {
    for (const each of undo.reverse()) await quietly(each);
    throw notStarted(database, error);
  }
}

/** Ignores later failures: the first one is reported. */
async function quietly(act: () => void | Promise<void>): Promise<void> {
  try {
    await act();
  } catch {
    // A disk that refused to start something may also refuse to end it.
  }
}

interface Running {
  readonly database: string;
  readonly claimed: Claimed;
  readonly note: AccessNote;
  readonly service: Service;
  readonly stop: () => Promise<void>;
}

/** Maintains the access note of a running service. The returned function ends the service. */
function running({ database, claimed, note, service, stop }: Running): () => Promise<void> {
  const { url: _url, claim: _claim, ...credentials } = note;
  /** The disk may be full and the files may be gone. The access note of another service is not touched. */
  const putNote = (each: AccessNote): void => {
    try {
      if (claimed.isNoted()) writeAccessNote(database, each);
    } catch {
      // Other commands cannot use this service without an access note; it continues, and the next start writes a new one.
    }
  };
  const timer = setInterval(() => !hasAccessNote(database) && putNote(note), 1000).unref();
  return async () => {
    service.health.stop();
    const unused = await untilUnused(database, service.log);
    clearInterval(timer);
    putNote(credentials);
    await stop();
    claimed.release();
    unused?.release();
  };
}

/** Longer than it takes to be sure that a note from another machine is no longer renewed. */
const PATIENCE = 15_000;
const STEP = 50;

/** Returns the service for a database, whether this process or another one runs it. */
export async function useLocalService(options: LocalOptions): Promise<LocalService> {
  const { database, patience = PATIENCE } = options;
  const deadline = Date.now() + patience;
  for (;;) {
    const started = await startLocalService(options);
    if (started.type === 'started') return started.service;
    const seat = signIn(database);
    const note = seat && noteInUse(database);
    if (seat && note && (await answers(note.url))) return visiting(options, note, seat);
    seat?.release();
    if (Date.now() > deadline) throw silent(database, started.by);
    // The other service is starting or shutting down.
    await wait(STEP);
  }
}

/** The access note of the service that runs now. */
function noteInUse(database: string): NoteInUse | undefined {
  const note = readAccessNote(database);
  if (note?.url === undefined || note.databaseId === undefined) return undefined;
  return note.claim === readKeeper(database)?.id ? { ...note, url: note.url, databaseId: note.databaseId } : undefined;
}

type NoteInUse = AccessNote & { readonly url: string; readonly databaseId: string };

const LOOK = 250;

/** A service that another command runs. If that command ends first, this process takes over at the same address. */
function visiting(options: LocalOptions, note: NoteInUse, seat: Hold): LocalService {
  let own: LocalService | undefined;
  let looking = Promise.resolve();
  const port = Number(new URL(note.url).port || 80);
  const look = async (): Promise<void> => {
    // A removed database is not created again without the user's knowledge.
    if (!existsSync(options.database)) return;
    const started = await startLocalService({ ...options, port });
    if (started.type !== 'started') return;
    own = started.service;
    clearInterval(timer);
    seat.release();
  };
  // If it cannot start now because its port is still in use, the next try may succeed.
  const timer = setInterval(() => {
    looking = looking.then(() => (own ? undefined : look())).catch(() => {});
  }, LOOK).unref();
  const { userId, broadcastId, key, url, databaseId } = note;
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await looking;
    await own?.close();
    seat.release();
  };
  return { userId, broadcastId, key, url, databaseId, close };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

function silent(database: string, keeper: Keeper | undefined): UserError {
  const url = noteInUse(database)?.url;
  const where = url === undefined ? '' : ` at ${url}`;
  return new UserError(`${keeperName(keeper)} is serving ${database} but does not respond${where}`, {
    suggestion: `${endingOf(keeper)}, then run the command again; stored data is kept`,
  });
}

/** The credentials in the access note, those of a new broadcast, or a new key if the note was lost. */
async function credentialsOf(service: Service, { database, name }: LocalOptions): Promise<Credentials> {
  const { engine, options } = service;
  const now = options.clock.now();
  const note = readAccessNote(database);
  const tenant = note && (await engine.read('everything', () => identify(note.key)));
  if (tenant && isCurrent(tenant, now)) return { userId: note.userId, broadcastId: note.broadcastId, key: note.key };
  const [first] = await engine.read('everything', listBroadcasts);
  if (!first) return createBroadcast(service, { name });
  const { key } = await engine.write('everything', () => createKey(first.id, { label: 'this machine', now }));
  return { userId: first.userId, broadcastId: first.id, key };
}

/** Disk errors are for the user to fix: all files are in the database's folder. */
function notStarted(database: string, error: unknown): unknown {
  if (reasonOfDatabase(error) !== undefined) return unusableDatabase(database, error);
  const reason = error instanceof UserError ? undefined : reasonOfDisk(error);
  if (reason === undefined) return error;
  const { path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  return new UserError(`the embedded service cannot start: ${dest ?? 'one of its files'} cannot be used: ${reason}`, {
    suggestion: 'move the existing file away, free disk space or grant access, then run the command again',
    cause: error,
  });
}
