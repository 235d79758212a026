/** The first test file that asks for something expensive makes it; every other file of the run gets the same one. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The folder that ends with the run (room.ts), if a run of all tests has one. */
export const runFolder = (): string | undefined => process.env['GITCAST_TEST_RUN'];

/**
 * Returns what `make` returned in whichever process called it first, by way of JSON. It may leave files in the folder it is
 * given. No test changes them.
 */
export async function madeOnce<T extends object>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(runFolder()!, name);
  const result = join(folder, 'made.json');
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    const made = await make(folder).catch((error: unknown) => ({ failure: String(error) }));
    writeFileSync(`${result}.new`, JSON.stringify(made));
    renameSync(`${result}.new`, result);
  }
  let made = readIfThere<T>(result);
  for (; made === undefined; made = readIfThere<T>(result)) await setTimeout(100);
  if ('failure' in made) throw new Error(String(made.failure));
  return made;
}

function readIfThere<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
