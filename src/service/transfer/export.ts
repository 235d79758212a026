/**
 * Exports the whole store as lines of JSON. They contain everything a service has to keep: broadcasts, key hashes,
 * records, webhook secrets, deliveries and their attempts. The order of lines and keys is fixed, so exporting an imported
 * store gives the same bytes, on either database.
 */
import { all, type Engine, type Value, type Work } from '../store/work.ts';
import { beginSealed, type WriteLine } from './backup-seal.ts';
import { noRows, TABLES, type RowCounts, type Table } from './tables.ts';

type Row = Readonly<Record<string, Value>>;

/** Rows that are in memory at a time. */
const PAGE = 500;

/** Shows one moment, whatever is written meanwhile. `begin` is called again if the export has to start again. */
export const exportTo = (engine: Engine, begin: () => WriteLine): Promise<RowCounts> =>
  engine.read('everything', () => writeLines(begin()), { isSnapshot: true });

function* writeLines(write: WriteLine): Work<RowCounts> {
  const sealing = beginSealed(write);
  const counts = noRows();
  for (const table of TABLES) {
    for (const part of table.parts ?? ['1 = 1']) {
      let page: readonly Row[] = [];
      do {
        page = yield* nextPage(table, { part, after: page.at(-1) });
        for (const row of page) sealing.add(JSON.stringify({ table: table.name, row }));
        counts[table.name]! += page.length;
      } while (page.length === PAGE);
    }
  }
  sealing.end();
  return counts;
}

interface PageQuery {
  readonly part: string;
  readonly after: Row | undefined;
}

function nextPage({ name, columns, key }: Table, { part, after }: PageQuery): Work<readonly Row[]> {
  const order = key.join(', ');
  const beyond = after ? ` AND (${order}) > (${key.map(() => '?').join(', ')})` : '';
  return all<Row>(
    `SELECT ${columns.join(', ')} FROM ${name} WHERE ${part}${beyond} ORDER BY ${order} LIMIT ${PAGE}`,
    ...(after ? key.map((column) => after[column]!) : []),
  );
}
