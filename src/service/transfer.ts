/**
 * Exports the whole store as lines of JSON, and imports it. It contains everything a service has to keep: broadcasts,
 * key hashes, records, webhook secrets, deliveries and their attempts. The order of lines and keys is fixed, so
 * exporting an imported store gives the same bytes.
 */
import { UserError } from '../diagnostics/errors.ts';
import { isObject } from '../values/json.ts';
import type { Engine } from './store/engine.ts';
import { all, get, run, type Value, type Work } from './store/work.ts';

/**
 * Ordered so that rows refer only to earlier rows. Counts are left out, because they follow from the records. So is the
 * database id: an import may be older than what a state file has seen, so it counts as a new database.
 */
const TABLES: readonly Table[] = [
  { name: 'broadcasts', columns: ['id', 'user_id', 'plan'], order: 'id', json: [] },
  {
    name: 'api_keys',
    columns: ['id', 'broadcast_id', 'hash', 'label', 'created_at', 'expires_at', 'revoked_at'],
    order: 'id',
    json: [],
  },
  {
    name: 'records',
    columns: ['id', 'broadcast_id', 'kind', 'fields', 'place_id', 'secret', 'created_at', 'updated_at'],
    // Events refer to places, so records with a place come last.
    order: 'place_id IS NOT NULL, id',
    json: ['fields'],
  },
  {
    name: 'idempotency',
    columns: ['key_id', 'idempotency_key', 'fingerprint', 'status', 'etag', 'location', 'body', 'created_at'],
    order: 'key_id, idempotency_key',
    json: [],
  },
  {
    name: 'deliveries',
    columns: [
      'id',
      'broadcast_id',
      'webhook_id',
      'subject_id',
      'type',
      'body',
      'state',
      'attempts',
      'due_at',
      'leased_until',
      'created_at',
    ],
    order: 'id',
    json: ['body'],
  },
  {
    name: 'attempts',
    columns: ['delivery_id', 'number', 'at', 'status', 'error'],
    order: 'delivery_id, number',
    json: [],
  },
];

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly order: string;
  /** Columns that contain a JSON object. */
  readonly json: readonly string[];
}

const FORMAT = { gitcast: 'service', version: 1 };

export const exportLines = (engine: Engine): Promise<readonly string[]> =>
  engine.read('everything', readLines, { isSnapshot: true });

function* readLines(): Work<readonly string[]> {
  const lines = [JSON.stringify(FORMAT)];
  for (const { name, columns, order } of TABLES) {
    const rows = yield* all(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${order}`);
    for (const row of rows) lines.push(JSON.stringify({ table: name, row }));
  }
  return lines;
}

/** Fills an empty store, completely or not at all. */
export const importLines = (engine: Engine, lines: Iterable<string>): Promise<number> =>
  engine.write('everything', function* () {
    if (yield* get('SELECT id FROM broadcasts LIMIT 1')) {
      throw new UserError('the database is not empty', {
        suggestion: 'import into a new file or an empty database: pass it with --database',
      });
    }
    let rows = 0;
    let number = 0;
    for (const line of lines) {
      number += 1;
      if (number === 1) checkFormat(line);
      else if (line.trim() !== '') {
        yield* insert(line, number);
        rows += 1;
      }
    }
    if (number === 0) checkFormat('');
    return rows;
  });

function checkFormat(line: string): void {
  if (JSON.stringify(parse(line, 1)) === JSON.stringify(FORMAT)) return;
  throw new UserError('this is not a service export, or it was made by an incompatible version', {
    suggestion: 'create one with gitcast serve export',
  });
}

function* insert(line: string, number: number): Work<void> {
  const entry = parse(line, number);
  if (!isObject(entry)) throw broken(number, 'it is not a table row');
  const { table, row } = entry;
  const known = TABLES.find(({ name }) => name === table);
  if (!known) throw broken(number, `there is no table \`${String(table).slice(0, 60)}\``);
  if (!isObject(row)) throw broken(number, 'it has no row');
  const { name, columns } = known;
  const unknown = Object.keys(row).find((each) => !columns.includes(each));
  if (unknown !== undefined) throw broken(number, `${name} has no column \`${unknown.slice(0, 60)}\``);
  const unreadable = known.json.find((each) => !isJson(row[each]));
  if (unreadable !== undefined) throw broken(number, `\`${unreadable}\` is not JSON`);
  try {
    yield* run(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ...columns.map((each) => (Object.hasOwn(row, each) ? (row[each] as Value) : null)),
    );
  } catch (error) {
    throw broken(number, reasonOf(error), error);
  }
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw broken(number, 'it is not JSON');
  }
}

/** Rejects values that would make a later request fail. */
function isJson(value: unknown): boolean {
  try {
    return typeof value === 'string' && isObject(JSON.parse(value));
  } catch {
    return false;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const broken = (line: number, reason: string, cause?: unknown): UserError =>
  new UserError(`line ${line} cannot be imported: ${reason}; nothing was imported`, {
    suggestion: 'create a new export with gitcast serve export, or delete the line',
    cause,
  });
