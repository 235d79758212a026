/**
 * The end of a run names each file with skipped tests and the reason, because nobody notices a test that is left out in silence.
 * In CI, the system tier fails if a skipped test gives no reason (needs.ts).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import { runFolder } from './made-once.ts';

/** In the folder of the run. */
export const RECORD = 'skipped.jsonl';

export interface Reason {
  readonly file: string;
  readonly reason: string;
}

export interface Skipped {
  readonly file: string;
  readonly tests: number;
}

interface Options {
  readonly isStrict: boolean;
}

export class SkippedTests implements Reporter {
  readonly #options: Options;
  #vitest: Vitest | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], ended: TestRunEndReason): void {
    // Somebody who asks for one test, or stops the run, leaves out the others.
    if (ended === 'interrupted' || this.#vitest?.config.testNamePattern) return;
    // Tests after a hook that failed did not run either, and the run fails by that hook.
    const skipped = modules.map((module) => ({
      file: module.relativeModuleId,
      tests: [...module.children.allTests('skipped')].filter(({ options }) => options.mode === 'skip').length,
    }));
    const { text, isExplained } = describeSkipped(skipped, readReasons());
    process.stderr.write(text);
    if (this.#options.isStrict && !isExplained) process.exitCode = 1;
  }
}

function readReasons(): readonly Reason[] {
  const file = join(runFolder() ?? '', RECORD);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Reason);
}

export function describeSkipped(
  skipped: readonly Skipped[],
  reasons: readonly Reason[],
): { readonly text: string; readonly isExplained: boolean } {
  const listed = skipped.filter(({ tests }) => tests > 0);
  if (listed.length === 0) return { text: '', isExplained: true };
  const reasonsOf = (file: string): readonly string[] => [
    ...new Set(reasons.filter((each) => each.file === file).map(({ reason }) => reason)),
  ];
  const lines = listed.map(({ file, tests }) => {
    const why = reasonsOf(file).join(', ') || 'gives no reason: use needs() or leftOutIf() of test/needs.ts';
    return `  ${file} (${tests} ${tests === 1 ? 'test' : 'tests'}): ${why}\n`;
  });
  return {
    text: `\nSkipped tests:\n${lines.join('')}`,
    isExplained: listed.every(({ file }) => reasonsOf(file).length > 0),
  };
}
