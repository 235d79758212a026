/** Imports what was exported (export.ts), completely or not at all. */
import { randomBytes } from 'node:crypto';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { get, run, tell, TOPICS, type Engine, type Value, type Work } from '../store/work.ts';
import { FILTERABLE_COLUMNS, filterableValues, type Described } from '../store/filterable.ts';
import { sealedLines } from './backup-seal.ts';
import { noRows, TABLES, type RowCounts, type Table } from './tables.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { isObject, type JsonObject } from '../../values/json.ts';

/** The rows that a backup brought into a database. */
export interface Imported {
  /** How many rows of each table. */
  readonly rows: RowCounts;
  /** Rows that were deleted first. */
  readonly replaced: number;
  /** Deliveries that the next start sends. */
  readonly pending: number;
}

interface ImportOptions {
  /** Deletes what the database contains. Otherwise it has to be empty. */
  readonly replaces?: boolean;
}

/** `lines` are read twice, so that nothing is written before the last one is known. */
export function importFrom(
  engine: Engine,
  lines: () => Iterable<string>,
  { replaces = false }: ImportOptions = {},
): Promise<Imported> {
  for (const _ of sealedLines(lines()));
  return engine.write('everything', () => insertLines(sealedLines(lines()), replaces));
}

/** Rows of a table that are inserted by one statement. */
const MOST_ROWS = 200;

function* insertLines(lines: Iterable<string>, replaces: boolean): Work<Imported> {
  const isEmpty = !(yield* get('SELECT id FROM broadcasts LIMIT 1'));
  if (!isEmpty && !replaces) {
    throw new UserError('the database is not empty', {
      suggestion: worded`pass a new file or an empty database with ${option('database')}, or replace everything in it with ${option('force')}`,
    });
  }
  const replaced = yield* makeEmpty();
  const rows = noRows();
  let number = 1;
  let waiting: Entry[] = [];
  for (const line of lines) {
    number += 1;
    const entry = readEntry(line, number);
    if (waiting.length === MOST_ROWS || (waiting[0] && waiting[0].table !== entry.table)) {
      yield* insertTogether(waiting);
      waiting = [];
    }
    waiting.push(entry);
    rows[entry.table.name]! += 1;
  }
  yield* insertTogether(waiting);
  if (rows['broadcasts'] === 0) yield* run("DELETE FROM meta WHERE name = 'has-broadcast'");
  const pending = yield* get<{ total: number }>("SELECT count(*) AS total FROM deliveries WHERE state = 'pending'");
  return { rows, replaced, pending: pending!.total };
}

interface Entry {
  readonly table: Table;
  readonly values: readonly Value[];
  /** The number of the line. */
  readonly line: number;
}

function readEntry(text: string, line: number): Entry {
  const entry = ifPossible(() => JSON.parse(text) as unknown);
  if (entry === undefined) throw broken(line, 'it is not JSON');
  if (!isObject(entry)) throw broken(line, 'it is not a table row');
  const { row } = entry;
  const table = TABLES.find(({ name }) => name === entry['table']);
  if (!table) throw broken(line, `there is no table \`${String(entry['table']).slice(0, 60)}\``);
  if (!isObject(row)) throw broken(line, 'it has no row');
  const unknown = Object.keys(row).find((each) => !table.columns.includes(each));
  if (unknown !== undefined) throw broken(line, `${table.name} has no column \`${unknown.slice(0, 60)}\``);
  const given = table.jsonOrNull?.filter((each) => (row[each] ?? null) !== null) ?? [];
  const unreadable = [...(table.json ?? []), ...given].find((each) => !isJson(row[each]));
  if (unreadable !== undefined) throw broken(line, `\`${unreadable}\` is not JSON`);
  return {
    table,
    line,
    values: [...table.columns.map((each) => (row[each] ?? null) as Value), ...derivedValues(table, row)],
  };
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
      throw broken(entry.line, (error as Error).message, error);
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

/** Columns that follow from others are not part of an export. */
const derivedValues = ({ name }: Table, row: JsonObject): readonly Value[] =>
  name === 'records' ? filterableValues(row as unknown as Described) : [];

/** Rejects values that would make a later request fail. */
const isJson = (value: unknown): boolean =>
  typeof value === 'string' && isObject(ifPossible(() => JSON.parse(value) as unknown));

const broken = (line: number, reason: string, cause?: unknown): UserError =>
  new UserError(`line ${line} cannot be imported: ${reason}; nothing was imported`, {
    suggestion: 'create a new file with gitcast serve backup FILE',
    cause,
  });

/** A statement that deletes too much at once takes longer than a server allows. */
const BATCH = 5000;

/**
 * Deletes everything, as the first part of a change that fills the store again. The store then counts as another database,
 * and a copy of the service that starts meanwhile creates no broadcast in it (administration.ts). Returns the number of rows.
 */
function* makeEmpty(): Work<number> {
  yield* run("DELETE FROM meta WHERE name = 'has-broadcast'");
  yield* run("INSERT INTO meta (name, value) VALUES ('has-broadcast', 'yes')");
  let total = 0;
  for (const { name, key, parts = ['1 = 1'] } of TABLES.toReversed()) {
    const columns = key.join(', ');
    for (const part of parts.toReversed()) {
      const some = `SELECT ${columns} FROM ${name} WHERE ${part} LIMIT ${BATCH}`;
      let deleted = 0;
      do total += deleted = yield* run(`DELETE FROM ${name} WHERE (${columns}) IN (${some})`);
      while (deleted === BATCH);
    }
  }
  yield* run('DELETE FROM recent_changes');
  yield* run("UPDATE meta SET value = ? WHERE name = 'id'", randomBytes(12).toString('hex'));
  for (const topic of TOPICS) yield* tell(topic);
  return total;
}
