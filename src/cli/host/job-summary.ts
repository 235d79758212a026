/** The page that a host shows for a job. */
import { appendFileSync, statSync } from 'node:fs';
import type { Context } from '../context.ts';

/** GitHub's limit for a step. It shows nothing of a longer summary. */
const MOST_BYTES = 1024 * 1024;

const TOO_LONG = '\n*This part is too long for a summary: see the log.*\n';

/** A summary is optional: if it cannot be written, that is reported and the command still succeeds. */
export function summarise(markdown: string, { env, stderr }: Context): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  try {
    const room = MOST_BYTES - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    const fitting = [`${markdown}\n`, TOO_LONG].find((text) => Buffer.byteLength(text) <= room);
    if (fitting !== undefined) appendFileSync(file, fitting);
  } catch (error) {
    stderr.write(`the job summary could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
