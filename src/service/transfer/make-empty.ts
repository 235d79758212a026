import { randomBytes } from 'node:crypto';
import { run, tell, TOPICS, type Work } from '../store/work.ts';
import { TABLES } from './tables.ts';

/** A statement that deletes too much at once takes longer than a server allows. */
const BATCH = 5000;

/**
 * Deletes everything, as the first part of a change that fills the store again. The store then counts as another database,
 * and a copy of the service that starts meanwhile creates no broadcast in it (administration.ts). Returns the number of rows.
 */
export function* makeEmpty(): Work<number> {
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
