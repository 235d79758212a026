/**
 * The whole store as lines of JSON, and back. Everything that a service must remember is in it: broadcasts, the hashes of
 * keys, records, secrets of webhooks, deliveries with their attempts. Lines are in a fixed order with fixed keys, so that
 * exporting what was imported gives the same bytes.
 */
import type { SQLInputValue } from 'node:sqlite';
import { UserError } from '../diagnostics/errors.ts';
import { isObject } from '../values/json.ts';
import type { Service } from './service.ts';

/**
 * In an order in which rows refer only to rows before them. Counts are left out: they follow from the records. So is the
 * id of the database: what is imported may be older than what a state beside the file knows, so it counts as a new one.
 */
const TABLES: readonly {
  readonly name: string;
  readonly order: string;
  /** The columns that hold an object as JSON. */
  readonly json: readonly string[];
}[] = [
  { name: 'broadcasts', order: 'id', json: [] },
  { name: 'api_keys', order: 'id', json: [] },
  // Events refer to places, so what has a place comes last.
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

/** Fills an empty store; all of it or nothing. */
export function importLines({ database }: Pick<Service, 'database'>, lines: Iterable<string>): number {
  if (database.get('SELECT id FROM broadcasts LIMIT 1')) {
    throw new UserError('the database has data already', {
      suggestion: 'import into a new file, named with --database',
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
  throw new UserError('this is not an export of the service, or one of another version', {
    suggestion: 'make one with gitcast serve export',
  });
}

function insert({ database }: Pick<Service, 'database'>, line: string, number: number): void {
  const entry = parse(line, number);
  if (!isObject(entry)) throw broken(number, 'it is not a row of a table');
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

/** What a later request would fail at. */
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
    suggestion: 'make a new export with gitcast serve export, or delete the line',
    cause,
  });
