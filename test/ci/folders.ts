/** Folders and what else ends with a test. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';

type Cleanup = () => unknown;
let ofAllTests: Cleanup[] | undefined;

/** After the test, or after all tests of the file for what `madeForAll` makes. */
export function afterwards(clean: Cleanup): void {
  if (ofAllTests) ofAllTests.push(clean);
  else onTestFinished(async () => void (await clean()));
}

/** Makes something for all tests of a file: a project takes seconds, and most tests only add a branch to it. */
export function madeForAll<T>(make: () => Promise<T>): () => T {
  let made: T;
  beforeAll(async () => {
    const cleaning: Cleanup[] = (ofAllTests = []);
    made = await make().finally(() => (ofAllTests = undefined));
    return async () => {
      for (const clean of cleaning.toReversed()) await clean();
    };
  }, 300_000);
  return () => made;
}

/** A folder that is removed afterwards. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-ci-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export function write(folder: string, path: string, text: string, mode = 0o644): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

export const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
