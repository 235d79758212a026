import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A folder that exists for the duration of a test. */
export function temporaryFolder(): string {
  const { folder, remove } = made();
  onTestFinished(remove);
  return folder;
}

/** One that exists until the tests of a file, or of a `describe`, are over. */
export function folderOfFile(): string {
  const { folder, remove } = made();
  afterAll(remove);
  return folder;
}

function made() {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
