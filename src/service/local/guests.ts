/**
 * Commands that use a service which another command runs. Each leaves a note beside the database, so that the one that
 * runs the service stays until they are done instead of ending it under their hands.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isAlive } from '../../diagnostics/is-alive.ts';

const noteOf = (database: string, pid: number): string => `${database}.guest.${pid}`;

export function signIn(database: string): () => void {
  const note = noteOf(database, process.pid);
  writeFileSync(note, '');
  return () => rmSync(note, { force: true });
}

const STEP = 50;

/** Waits until nobody else uses the service. Notes of processes that are gone do not count. */
export async function untilAlone(database: string): Promise<void> {
  while (guests(database).some(isAlive)) await new Promise((resolve) => setTimeout(resolve, STEP));
  for (const pid of guests(database)) rmSync(noteOf(database, pid), { force: true });
}

function guests(database: string): readonly number[] {
  const prefix = `${basename(database)}.guest.`;
  return readdirSync(dirname(database))
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)));
}
