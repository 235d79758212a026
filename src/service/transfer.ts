/**
 * Exports the whole store as lines of JSON, and imports it. It contains everything a service has to keep: broadcasts,
 * key hashes, records, webhook secrets, deliveries and their attempts. The order of lines and keys is fixed, so
 * exporting an imported store gives the same bytes.
 */
import { UserError } from '../diagnostics/errors.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import type { Engine } from './store/engine.ts';
import { FILTERABLE_COLUMNS, filterableValues, type Described } from './store/filterable.ts';
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
  engine.write('everything', () => insertLines(lines));

/** Rows of a table that are inserted by one statement. */
const MOST_ROWS = 200;

function* insertLines(lines: Iterable<string>): Work<number> {
  if (yield* get('SELECT id FROM broadcasts LIMIT 1')) {
    throw new UserError('the database is not empty', {
      suggestion: 'import into a new file or an empty database: pass it with --database',
    });
  }
  let rows = 0;
  let number = 0;
  let waiting: Entry[] = [];
  for (const line of lines) {
    number += 1;
    if (number === 1) checkFormat(line);
    else if (line.trim() !== '') {
      const entry = readEntry(line, number);
      if (waiting.length === MOST_ROWS || (waiting[0] && waiting[0].table !== entry.table)) {
        yield* insertTogether(waiting);
        waiting = [];
      }
      waiting.push(entry);
      rows += 1;
    }
  }
  if (number === 0) checkFormat('');
  yield* insertTogether(waiting);
  return rows;
}

function checkFormat(line: string): void {
  if (JSON.stringify(parse(line, 1)) === JSON.stringify(FORMAT)) return;
  throw new UserError('this is not a service export, or it was made by an incompatible version', {
    suggestion: 'create one with gitcast serve export',
  });
}

interface Entry {
  readonly table: Table;
  readonly values: readonly Value[];
  /** The number of the line. */
  readonly line: number;
}

function readEntry(text: string, line: number): Entry {
  const entry = parse(text, line);
  if (!isObject(entry)) throw broken(line, 'it is not a table row');
  const { row } = entry;
  const table = TABLES.find(({ name }) => name === entry['table']);
  if (!table) throw broken(line, `there is no table \`${String(entry['table']).slice(0, 60)}\``);
  if (!isObject(row)) throw broken(line, 'it has no row');
  const unknown = Object.keys(row).find((each) => !table.columns.includes(each));
  if (unknown !== undefined) throw broken(line, `${table.name} has no column \`${unknown.slice(0, 60)}\``);
  const unreadable = table.json.find((each) => !isJson(row[each]));
  if (unreadable !== undefined) throw broken(line, `\`${unreadable}\` is not JSON`);
  return { table, line, values: [...table.columns.map((each) => valueAt(row, each)), ...derivedValues(table, row)] };
}

/** If a statement for many rows fails, one for each finds the line. */
function* insertTogether(entries: readonly Entry[]): Work<void> {
  if (entries.length === 0) return;
  yield* run('SAVEPOINT lines');
  try {
    yield* insertRows(entries);
    yield* run('RELEASE SAVEPOINT lines');
    return;
  } catch {
    yield* run('ROLLBACK TO SAVEPOINT lines');
  }
  for (const entry of entries) {
    try {
      yield* insertRows([entry]);
    } catch (error) {
      throw broken(entry.line, reasonOf(error), error);
    }
  }
}

function* insertRows(entries: readonly Entry[]): Work<void> {
  const { name, columns } = entries[0]!.table;
  const all = [...columns, ...(name === 'records' ? FILTERABLE_COLUMNS : [])];
  const places = `(${all.map(() => '?').join(', ')})`;
  yield* run(
    `INSERT INTO ${name} (${all.join(', ')}) VALUES ${entries.map(() => places).join(', ')}`,
    ...entries.flatMap(({ values }) => values),
  );
}

const valueAt = (row: JsonObject, column: string): Value =>
  Object.hasOwn(row, column) ? (row[column] as Value) : null;

/** Columns that follow from others are not part of an export. */
const derivedValues = ({ name }: Table, row: JsonObject): readonly Value[] =>
  name === 'records' ? filterableValues(row as unknown as Described) : [];

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
