/** The conditions under which tests run. Where one is not met, the end of the run names the file and the reason. */
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { runFolder } from './made-once.ts';
import { allowPrograms, hasPrograms, PROGRAMS, type ProgramName } from './programs.ts';
import { RECORD, type Reason } from './skipped.ts';

const ROOT = join(import.meta.dirname, '..');

/** For `describe.runIf`: tests may start outside programs only if their file names them with it. */
export function needs(...names: readonly ProgramName[]): boolean {
  allowPrograms(names);
  const missing = names.filter((name) => !hasPrograms(name));
  for (const name of missing) record(`needs ${name} (apt-get install ${PROGRAMS[name].debian})`);
  return missing.length === 0;
}

export const needsPostgres = (): boolean => needs('initdb', 'pg_basebackup', 'pg_ctl');
export const needsBrowser = (): boolean => needs('chromium-headless-shell');

/** For `skipIf`: the reason is one that nobody can install, so it counts in CI too. */
export function leftOutIf(isSo: boolean, reason: string): boolean {
  if (isSo) record(reason);
  return isSo;
}

function record(reason: string): void {
  const folder = runFolder();
  const line: Reason = { file: relative(ROOT, expect.getState().testPath!), reason };
  if (folder !== undefined) appendFileSync(join(folder, RECORD), `${JSON.stringify(line)}\n`);
}
