/**
 * Exports the whole store as lines of JSON, and imports it. It contains everything a service has to keep: broadcasts,
 * key hashes, records, webhook secrets, deliveries and their attempts. The order of lines and keys is fixed, so
 * exporting an imported store gives the same bytes.
 */
import type { SQLInputValue } from 'node:sqlite';
import { UserError } from '../diagnostics/errors.ts';
import { isObject } from '../values/json.ts';
import type { Service } from './service.ts';

/**
 * Ordered so that rows refer only to earlier rows. Counts are left out, because they follow from the records. So is the
 * database id: an import may be older than what a state file has seen, so it counts as a new database.
 */
const TABLES: readonly {
  readonly name: string;
  readonly order: string;
  /** Columns that contain a JSON object. */
  readonly json: readonly string[];
}[] = [
  { name: 'broadcasts', order: 'id', json: [] },
  { name: 'api_keys', order: 'id', json: [] },
  // Events refer to places, so records with a place come last.
  { name: 'records', order: 'place_id IS NOT NULL, id', json: ['fields'] },
  { name: 'idempotency', order: 'key_id, idempotency_key', json: [] },
  { name: 'deliveries', order: 'id', json: ['body'] },
  { name: 'attempts', order: 'delivery_id, number', json: [] },
];

const FORMAT = { gitcast: 'service', version: 1 };

export function* exportLines({ database }: Pick<Service, 'database'>): Generator<string> {
  yield JSON.stringify(FORMAT);
  for (const { name, order } of TABLES) {
    for (const row of database.all(`SELECT * FROM ${name} ORDER BY ${order}`))
      yield JSON.stringify({ table: name, row });
  }
}

/** Fills an empty store, completely or not at all. */
export function importLines({ database }: Pick<Service, 'database'>, lines: Iterable<string>): number {
  if (database.get('SELECT id FROM broadcasts LIMIT 1')) {
    throw new UserError('the database is not empty', {
      suggestion: 'import into a new file: pass its name with --database',
    });
  }
  return database.writeNow(() => {
    let rows = 0;
    let number = 0;
    for (const line of lines) {
      number += 1;
      if (number === 1) checkFormat(line);
      else if (line.trim() !== '') {
        insert({ database }, line, number);
        rows += 1;
      }
    }
    if (number === 0) checkFormat('');
    return rows;
  });
}

function checkFormat(line: string): void {
  if (JSON.stringify(parse(line, 1)) === JSON.stringify(FORMAT)) return;
  throw new UserError('this is not a service export, or it was made by an incompatible version', {
    suggestion: 'create one with gitcast serve export',
  });
}

function insert({ database }: Pick<Service, 'database'>, line: string, number: number): void {
  const entry = parse(line, number);
  if (!isObject(entry)) throw broken(number, 'it is not a table row');
  const { table, row } = entry;
  const known = TABLES.find(({ name }) => name === table);
  if (!known) throw broken(number, `there is no table \`${String(table).slice(0, 60)}\``);
  if (!isObject(row)) throw broken(number, 'it has no row');
  const columns = database
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('${known.name}')`)
    .map(({ name }) => name);
  const unknown = Object.keys(row).find((name) => !columns.includes(name));
  if (unknown !== undefined) throw broken(number, `${known.name} has no column \`${unknown.slice(0, 60)}\``);
  const unreadable = known.json.find((name) => !isJson(row[name]));
  if (unreadable !== undefined) throw broken(number, `\`${unreadable}\` is not JSON`);
  try {
    const places = columns.map(() => '?').join(', ');
    database.run(
      `INSERT INTO ${known.name} (${columns.join(', ')}) VALUES (${places})`,
      ...columns.map((name) => (Object.hasOwn(row, name) ? (row[name] as SQLInputValue) : null)),
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
