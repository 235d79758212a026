import { DatabaseSync } from 'node:sqlite';
import type { Work } from '../../src/service/store/work.ts';

/** Reads what a service has stored in its file at this moment, by a connection of its own. */
export function readNow<T>(file: string, work: Work<T>): T {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    let step = work.next();
    while (!step.done) {
      if (step.value.wants === 'news') throw new Error('this is not a read');
      const { sql, values, wants } = step.value;
      const rows = database.prepare(sql).all(...values);
      step = work.next(wants === 'row' ? rows[0] : rows);
    }
    return step.value;
  } finally {
    database.close();
  }
}
