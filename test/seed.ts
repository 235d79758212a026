/**
 * The one place that seeds fast-check. `npm test` draws the same values each time, so a failure is never chance;
 * `npm run proof` draws fresh ones (test/proof/vitest.config.ts). A failure names the seed and the command that repeats it.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

const FIXED = 20_270_618;

/** What this run draws its values from: `GITCAST_SEED` where it is set. */
export const SEED = seedOf(process.env['GITCAST_SEED']);

interface Runs {
  readonly test: number;
  /** In `npm run proof -- --quick`, if that has time for more than `npm test`. */
  readonly quick?: number;
  readonly proof: number;
}

/** How many values a property that takes long is tried with: some each time, more with a seed of one's own. */
export const runs = ({ test, quick = test, proof }: Runs): number => {
  if (process.env['GITCAST_PROOF'] === 'quick') return quick;
  return process.env['GITCAST_SEED'] ? proof : test;
};

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED, reporter: report });

function seedOf(given: string | undefined): number {
  const seed = given === undefined || given === '' ? FIXED : Number(given);
  if (!Number.isInteger(seed)) throw new Error(`GITCAST_SEED must be an integer, and is ${given}`);
  return seed;
}

function report(details: fc.RunDetails<unknown>): void {
  if (!details.failed) return;
  const { testPath } = expect.getState();
  const file = testPath?.slice(testPath.lastIndexOf('/test/') + 1) ?? '';
  const config = configOf(file);
  const message = fc.defaultReportMessage(details);
  throw new Error(`${message}\n\nRepeat it with: GITCAST_SEED=${SEED} npx vitest run${config} ${file}`, {
    cause: details.errorInstance,
  });
}

function configOf(file: string): string {
  if (file.startsWith('test/proof/')) return ' --config test/proof/vitest.config.ts';
  return file.endsWith('.system.test.ts') ? ' --config test/system.config.ts' : '';
}
