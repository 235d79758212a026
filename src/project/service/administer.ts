/** The keys and broadcasts of the embedded service, without serving it. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { createBroadcast, ensureBroadcast, type Credentials } from '../../service/administration.ts';
import { writeAccessNote } from '../../service/local/access-note.ts';
import { createService, type Service } from '../../service/service.ts';
import { makeFolder } from '../../service/store/sqlite/private-file.ts';
import { revokeUnlessLast, rotateKey, type RotatedKey } from '../../service/store/tenants.ts';
import * as stored from '../../service/store/tenants.ts';
import { defineCall } from '../calls/call.ts';
import { flag, text, type OptionsOf } from '../calls/option.ts';
import { Problem } from '../../service/http/problem.ts';
import type { Outside } from '../outside.ts';
import {
  databaseOf,
  serviceOptions,
  nameOfNew,
  type ChosenDatabase,
  type ServiceSettings,
  serviceSettings,
} from './service-settings.ts';
import { ifPossible } from '../../values/if-possible.ts';

const newKeyOptions = {
  broadcast: text('ID', 'keys create: the broadcast that the key gives access to (default: the first one)'),
  label: text('TEXT', 'keys create: what the key is for'),
  expiresAt: text('INSTANT', 'keys create, rotate: when the new key expires', { flag: 'expires' }),
  readOnly: flag('keys create: the key can read, but not change anything'),
};

/** The options of a new key. */
export interface NewKey extends OptionsOf<typeof newKeyOptions> {}

/** The options of `rotateKey`. */
export interface RotateKeyOptions extends Pick<NewKey, 'expiresAt'> {}

/** The options of all of its calls. */
export const administerOptions = newKeyOptions;

/** The administration of the embedded service. */
export interface ServiceAdministration extends Awaited<ReturnType<typeof administer>> {}

/** The keys and broadcasts of the embedded service. */
export const administer = defineCall(serviceSettings, (outside, settings: ServiceSettings) => {
  const looking = <T>(act: (service: Service) => Promise<T>) => withService(outside, settings, { begins: false }, act);
  const beginning = <T>(act: (service: Service) => Promise<T>) => withService(outside, settings, { begins: true }, act);
  return {
    /** Creates a key and returns it this once. A new database gets a broadcast first. */
    createKey: async (
      wanted: NewKey = {},
    ): Promise<stored.CreatedKey & Pick<Credentials, 'userId' | 'broadcastId'>> => {
      const name = await nameOfNew(outside, settings);
      return beginning((service) => createKey(service, wanted, { name, database: databaseOf(outside, settings) }));
    },
    /** Lists the keys, without their values. */
    listKeys: (): Promise<readonly stored.ApiKey[]> =>
      looking(({ engine }) => engine.read('everything', stored.listKeys)),
    /** Replaces a key by a new one for the same purpose and with the same access. The old one expires after a day. */
    rotateKey: (id: string, { expiresAt }: RotateKeyOptions = {}): Promise<RotatedKey> => {
      return looking(async (service) => {
        const now = service.options.clock.now();
        const details = { now, expiresAt: expiryOf(expiresAt, now) };
        const rotated = await service.engine.write('everything', () => rotateKey(id, details));
        if (!rotated) throw noKey(id);
        return rotated;
      });
    },
    /** Revokes a key at once. The last valid key that can write is refused. */
    revokeKey: (id: string): Promise<void> =>
      looking(async ({ engine, options: { clock } }) => {
        const outcome = await engine.write('everything', () => revokeUnlessLast(id, clock.now()));
        if (outcome === 'unknown') throw noKey(id);
        if (outcome === 'last') throw lastKey(id);
      }),
    /** Creates a broadcast with its first key. */
    createBroadcast: (name: string): Promise<Credentials> => beginning((service) => createBroadcast(service, { name })),
    /** Lists the broadcasts. */
    listBroadcasts: (): Promise<readonly stored.StoredBroadcast[]> =>
      looking(({ engine }) => engine.read('everything', stored.listBroadcasts)),
    /** Changes the plan of a broadcast. */
    setPlan: (id: string, plan: 'pro' | 'free'): Promise<void> =>
      looking(async ({ engine }) => {
        if (!(await engine.write('everything', () => stored.setPlan(id, plan)))) throw noBroadcast(id);
      }),
  };
});

/** `begins`: creates a missing database. Without a database the others have nothing to show or change. */
async function withService<T>(
  outside: Outside,
  settings: ServiceSettings,
  { begins }: { readonly begins: boolean },
  act: (service: Service) => Promise<T>,
): Promise<T> {
  const { type, at } = databaseOf(outside, settings);
  if (type === 'file' && !existsSync(at)) {
    if (!begins) {
      throw new UserError(`there is no database ${at} yet`, {
        suggestion: 'create it with `gitcast service`, or pass another file with --database',
      });
    }
    // Opening the database reports the reason.
    ifPossible(() => makeFolder(dirname(at)));
  }
  const service = await createService(at, serviceOptions(outside, settings));
  try {
    return await orUnavailable(() => act(service));
  } finally {
    await service.close();
  }
}

async function createKey(
  service: Service,
  wanted: NewKey,
  { name, database }: { readonly name: string; readonly database: ChosenDatabase },
) {
  const { engine, options } = service;
  if (wanted.broadcast === undefined) {
    // A new database gets a broadcast, whose first key is kept for `gitcast service`. A server keeps no files.
    const { userId, broadcastId, key } = await ensureBroadcast(service, { name });
    if (key !== undefined && database.type === 'file') writeAccessNote(database.at, { userId, broadcastId, key });
  }
  const broadcasts = await engine.read('everything', stored.listBroadcasts);
  const broadcast =
    wanted.broadcast === undefined ? broadcasts[0] : broadcasts.find(({ id }) => id === wanted.broadcast);
  if (!broadcast) throw noBroadcast(wanted.broadcast ?? '');
  const { label = 'key', expiresAt, readOnly = false } = wanted;
  const access = readOnly ? ('read' as const) : ('write' as const);
  const details = { label, access, now: options.clock.now(), expiresAt: expiryOf(expiresAt, options.clock.now()) };
  const created = await engine.write('everything', () => stored.createKey(broadcast.id, details));
  return { ...created, broadcastId: broadcast.id, userId: broadcast.userId };
}

function expiryOf(text: string | undefined, now: number): string | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new UserError(`${text} is not a valid date and time`, { suggestion: 'write it like 2027-06-18T20:30:00Z' });
  if (at <= now)
    throw new UserError(`a key cannot expire in the past: ${text}`, { suggestion: 'choose a later date and time' });
  return new Date(at).toISOString();
}

const noKey = (id: string): UserError =>
  new UserError(`there is no active key ${id}`.trim(), { suggestion: 'gitcast service keys list shows them' });

const lastKey = (id: string): UserError =>
  new UserError(`${id} is the last valid key that can change its broadcast`, {
    suggestion: `replace it with gitcast service keys rotate ${id}, or create another key first`,
  });

const noBroadcast = (id: string): UserError =>
  new UserError(`there is no broadcast ${id}`.trim(), { suggestion: 'gitcast service broadcasts list shows them' });

/** A server that is overloaded, or whose tables are locked, is no fault of the program. */
async function orUnavailable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 503) throw error;
    const { message, cause } = error;
    throw new UserError(cause instanceof Error ? `${message}: ${cause.message}` : message, {
      suggestion: 'run the command again when the database answers and nothing else locks its tables',
      cause: error,
    });
  }
}
