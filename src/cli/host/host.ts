import { appendFileSync, statSync } from 'node:fs';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Context } from '../context.ts';
import { annotate, warn } from './annotations.ts';

/** A CI host shows problems on their lines and has a page for each job. Without one, these functions do nothing. */
export interface Host {
  readonly annotate: (diagnostics: readonly Diagnostic[]) => void;
  readonly warn: (message: string) => void;
  /** Sets outputs of the step. */
  readonly output: (counts: Readonly<Record<string, number>>) => void;
  readonly summarise: (markdown: string) => void;
}

export const hostOf = (context: Context): Host => ({
  annotate: (diagnostics) => annotate(diagnostics, context),
  warn: (message) => warn(message, context),
  output: (counts) => output(counts, context),
  summarise: (markdown) => summarise(markdown, context),
});

function output(counts: Readonly<Record<string, number>>, { env, stderr }: Context): void {
  const file = env['GITHUB_OUTPUT'];
  if (!file) return;
  const lines = Object.entries(counts).map(([name, value]) => `${name}=${value}\n`);
  try {
    appendFileSync(file, lines.join(''));
  } catch (error) {
    stderr.write(`the outputs could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** GitHub's limit for a step. It shows nothing of a longer summary. */
const MOST_BYTES = 1024 * 1024;

const TOO_LONG = '\n*This part is too long for a summary: see the log.*\n';

/** A summary is optional: if it cannot be written, that is reported and the command still succeeds. */
function summarise(markdown: string, { env, stderr }: Context): void {
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
