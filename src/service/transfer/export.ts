/**
 * Exports the whole store as lines of JSON. They contain everything a service has to keep: broadcasts, key hashes,
 * records, webhook secrets, deliveries and their attempts. The order of lines and keys is fixed, so exporting an imported
 * store gives the same bytes, on either database.
 */
import { all, get, type Engine, type Value, type Work } from '../store/work.ts';
import { beginSealed, type WriteLine } from './backup-seal.ts';
import { noRows, TABLES, type RowCounts, type Table } from './tables.ts';

type Row = Readonly<Record<string, Value>>;

/** Rows that are in memory at a time. */
const PAGE = 500;

/** Shows one moment, whatever is written meanwhile. `begin` is called again if the export has to start again. */
export const exportTo = (engine: Engine, begin: () => WriteLine): Promise<RowCounts> =>
  engine.read('everything', () => writeLines(begin()), { isSnapshot: true });

export async function exportLines(engine: Engine): Promise<readonly string[]> {
  let lines: string[] = [];
  await exportTo(engine, () => {
    lines = [];
    return (line) => lines.push(line);
  });
  return lines;
}

function* writeLines(write: WriteLine): Work<RowCounts> {
  const sealing = beginSealed(write);
  const counts = noRows();
  for (const table of TABLES) {
    const select = yield* selectionOf(table);
    if (select === undefined) continue;
    for (const part of table.parts ?? ['1 = 1']) {
      let page: readonly Row[] = [];
      do {
        page = yield* nextPage(table, { select, part, after: page.at(-1) });
        for (const row of page) sealing.add(JSON.stringify({ table: table.name, row }));
        counts[table.name]! += page.length;
      } while (page.length === PAGE);
    }
  }
  sealing.end();
  return counts;
}

/**
 * A database that was not migrated yet has fewer columns, and a backup before an upgrade must not change it. A row shows
 * which there are; undefined if there is none.
 */
function* selectionOf({ name, columns, absent = {} }: Table): Work<string | undefined> {
  const row = yield* get<Row>(`SELECT * FROM ${name} LIMIT 1`);
  const written = (column: string): string => (column in row! ? column : `${literal(absent[column])} AS ${column}`);
  return row && columns.map(written).join(', ');
}

const literal = (value: Value | undefined): string =>
  typeof value === 'string' ? `CAST('${value}' AS TEXT)` : String(value ?? 'NULL');

interface PageQuery {
  readonly select: string;
  readonly part: string;
  readonly after: Row | undefined;
}

function nextPage({ name, key }: Table, { select, part, after }: PageQuery): Work<readonly Row[]> {
  const columns = key.join(', ');
  const beyond = after ? ` AND (${columns}) > (${key.map(() => '?').join(', ')})` : '';
  return all<Row>(
    `SELECT ${select} FROM ${name} WHERE ${part}${beyond} ORDER BY ${columns} LIMIT ${PAGE}`,
    ...(after ? key.map((column) => after[column]!) : []),
  );
}
