/** The one place that decides a command's exit code. */
import type { Ending } from '../project/index.ts';

/**
 * - 0: done, and nothing is left to do
 * - 1: an error, or a refused plan
 * - 2: the plan has changes, where `--detailed-exitcode` asks for it
 * - 3: some changes were not made: failed, skipped, in conflict, drifted, or to do by hand; or a comparison found some
 * - 4: the target could not be read completely, so nothing is known about the rest of it
 * - 77: `gitcast ci sync` found changes that wait for the approval of a person
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | typeof WAITING;

export const WAITING = 77;

/** The most urgent comes first: an error, changes not made, a target not read completely, changes to make. */
export function exitCodeOf({ failed, left, incomplete, changes }: Ending): ExitCode {
  if (failed) return 1;
  if (left) return 3;
  if (incomplete) return 4;
  return changes ? 2 : 0;
}

/** What an exit code says about how a call ended. */
export const endingOf = (code: ExitCode): Ending => ({ failed: code === 1, left: code === 3, incomplete: code === 4 });

/** In the same order. */
export const BY_URGENCY: readonly ExitCode[] = [1, 3, 4, 2, 0];

/** The exit code of a command that worked on several broadcasts. */
export const worstExitCode = (codes: readonly ExitCode[]): ExitCode =>
  BY_URGENCY.find((code) => codes.includes(code)) ?? 0;
