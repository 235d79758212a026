/** Checks what is stored, on either database. Each is one query, so that it sees one moment. */
import { quotaUse } from '../store/quotas.ts';
import type { Query, Value, Work } from '../store/work.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 7 * DAY;
/** Longer than a delivery waits while a copy of the service runs. */
const OVERDUE = 10 * 60_000;

export async function checkContents(ask: Ask, now: number): Promise<readonly ServiceCheck[]> {
  return [
    await checkCounts(ask),
    await checkForeignRows(ask),
    await checkDeliveries(ask, now),
    await checkKeys(ask, now),
    await checkQuotas(ask, now),
  ];
}

async function checkCounts(ask: Ask): Promise<ServiceCheck> {
  const wrong = await ask<{ broadcast: string; kind: string }>(`
    SELECT broadcast_id AS broadcast, kind FROM (
      SELECT broadcast_id, kind, count(*) AS n FROM records GROUP BY broadcast_id, kind
      UNION ALL SELECT broadcast_id, kind, -sum(total) AS n FROM counts GROUP BY broadcast_id, kind
    ) AS numbers GROUP BY broadcast_id, kind HAVING sum(n) <> 0`);
  if (!wrong[0]) return ok('counts', 'equal the number of records');
  const { broadcast, kind } = wrong[0];
  const more = wrong.length > 1 ? ` and ${wrong.length - 1} more` : '';
  return error(
    'counts',
    `differ from the number of records: ${kind} of broadcast ${broadcast}${more}; lists show a wrong total`,
    REBUILD,
  );
}

/** Everything that follows from the rows is made anew by a restore. */
const REBUILD = 'run gitcast serve backup FILE, then gitcast serve restore FILE with a new --database';

const FOREIGN = [
  [
    'events at a place of another broadcast',
    'records r JOIN records p ON p.id = r.place_id WHERE p.broadcast_id <> r.broadcast_id',
  ],
  [
    'records without a broadcast',
    'records r WHERE NOT EXISTS (SELECT 1 FROM broadcasts b WHERE b.id = r.broadcast_id)',
  ],
  [
    'deliveries without a broadcast',
    'deliveries d WHERE NOT EXISTS (SELECT 1 FROM broadcasts b WHERE b.id = d.broadcast_id)',
  ],
  ['kept answers without a key', 'idempotency i WHERE NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.id = i.key_id)'],
] as const;

async function checkForeignRows(ask: Ask): Promise<ServiceCheck> {
  const found: string[] = [];
  for (const [what, from] of FOREIGN) {
    const { total } = await first<{ total: number }>(ask, `SELECT count(*) AS total FROM ${from}`);
    if (total > 0) found.push(`${total} ${what}`);
  }
  if (found.length === 0) return ok('rows', 'belong to their broadcasts');
  return error('rows', `do not belong together: ${found.join(', ')}`, 'restore a backup, and report how this happened');
}

async function checkDeliveries(ask: Ask, now: number): Promise<ServiceCheck> {
  const { pending, overdue, failed } = await first<Record<'pending' | 'overdue' | 'failed', number>>(
    ask,
    `SELECT count(CASE WHEN state = 'pending' THEN 1 END) AS pending,
      count(CASE WHEN state = 'pending' AND due_at < ? THEN 1 END) AS overdue,
      count(CASE WHEN state = 'failed' AND created_at > ? THEN 1 END) AS failed FROM deliveries`,
    now - OVERDUE,
    now - DAY,
  );
  if (overdue > 0) {
    const message = `${count(overdue, 'delivery is', 'deliveries are')} overdue by more than ten minutes`;
    return warn('deliveries', message, 'start gitcast serve: only a running service sends them');
  }
  if (failed > 0) {
    const message = `${count(failed, 'delivery', 'deliveries')} of the last day failed`;
    return warn('deliveries', message, 'the page of the service shows the attempts; check the address of the webhook');
  }
  return ok('deliveries', pending === 0 ? 'none is pending' : `${pending} pending, none overdue`);
}

interface KeySummary {
  readonly id: string;
  readonly until: string | null;
  readonly valid: number;
}

async function checkKeys(ask: Ask, now: number): Promise<ServiceCheck> {
  const at = new Date(now).toISOString();
  const broadcasts = await ask<KeySummary>(
    `SELECT b.id, count(k.id) AS valid, CASE WHEN count(k.id) = count(k.expires_at) THEN max(k.expires_at) END AS until
      FROM broadcasts b LEFT JOIN api_keys k ON k.broadcast_id = b.id AND k.access = 'write' AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > ?)
      GROUP BY b.id ORDER BY b.id`,
    at,
  );
  const locked = broadcasts.find(({ valid }) => valid === 0);
  if (locked) {
    const message = `no valid key can change broadcast ${locked.id}`;
    return warn('keys', message, `run gitcast serve keys create --broadcast ${locked.id}`);
  }
  const ending = broadcasts.find(({ until }) => until !== null && Date.parse(until) < now + WEEK);
  if (ending) {
    const message = `the last key of broadcast ${ending.id} expires at ${ending.until}`;
    return warn('keys', message, `run gitcast serve keys create --broadcast ${ending.id}`);
  }
  return ok('keys', `${count(broadcasts.length, 'broadcast')}, each with a valid key`);
}

/** So much of a quota is worth a warning. */
const NEARLY = 0.9;

async function checkQuotas(ask: Ask, now: number): Promise<ServiceCheck> {
  const uses = await complete(quotaUse(now), ask);
  const near = uses
    .filter(({ used, limit }) => used >= limit * NEARLY)
    .map(({ broadcastId, resource, used, limit }) => `broadcast ${broadcastId} uses ${used} of ${limit} ${resource}`);
  if (near.length === 0) return ok('quotas', uses.length === 0 ? 'none is set' : 'none is nearly used up');
  return warn(
    'quotas',
    near.join('; '),
    'raise it with gitcast serve broadcasts quota ID, or delete what is not needed',
  );
}

/** Completes work that only asks for rows. */
async function complete<T>(work: Work<T>, ask: Ask): Promise<T> {
  let step = work.next();
  while (!step.done) {
    const { sql, values } = step.value as Query;
    step = work.next(await ask(sql, ...values));
  }
  return step.value;
}

/** `warn`: it works, but something should be done. `error`: it must be fixed. */
export type Level = 'ok' | 'warn' | 'error';

/** One thing that was looked at. */
export interface ServiceCheck {
  /** The subject of the check, such as `indexes`. */
  readonly name: string;
  /** How it is. */
  readonly level: Level;
  /** The finding, in one sentence. */
  readonly message: string;
  /** The next step, unless it is ok. */
  readonly fix: string | null;
}

type Check = (name: string, message: string, fix: string) => ServiceCheck;

export const ok = (name: string, message: string): ServiceCheck => ({ name, level: 'ok', message, fix: null });
export const warn: Check = (name, message, fix) => ({ name, level: 'warn', message, fix });
export const error: Check = (name, message, fix) => ({ name, level: 'error', message, fix });

/** Answers a query with all rows that a database has. */
export type Ask = <T>(sql: string, ...values: readonly Value[]) => Promise<readonly T[]>;

export const first = async <T>(ask: Ask, sql: string, ...values: readonly Value[]): Promise<T> =>
  (await ask<T>(sql, ...values))[0]!;

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

export function checkVersion(version: number, latest: number): ServiceCheck {
  if (version === latest) return ok('version', `format ${version}`);
  if (version === 0) return error('version', 'the database has no tables yet', 'run gitcast serve migrate');
  return error('version', `format ${version} is newer than this version, which supports ${latest}`, 'update gitcast');
}
