import { get, type Work } from './work.ts';

/** Random, and assigned once: a database that replaces another has a different id. */
export function* databaseId(): Work<string> {
  return (yield* get<{ value: string }>("SELECT value FROM meta WHERE name = 'id'"))!.value;
}
