/** The broadcasts of a run as rows of one table. */
import { count } from '../../../diagnostics/count.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { RemoteError, UserError } from '../../../diagnostics/errors.ts';
import type { BroadcastResult, WorkspaceRun } from '../../../project/index.ts';
import type { Outcome } from '../../command.ts';
import type { ExitCode } from '../../exit-code.ts';
import { onCommandLine } from '../../notation.ts';

/** A broadcast for the table: its exit code, and its result in one line. */
export interface Row {
  readonly folder: string;
  readonly exitCode: ExitCode;
  readonly headline: string;
  /** Nothing has to be looked at: it is counted, not listed. */
  readonly isCalm: boolean;
  readonly outcome: Outcome | undefined;
  readonly error: unknown;
}

export function rowOf(each: BroadcastResult<{ readonly outcome: Outcome }>): Row {
  const { folder } = each;
  if (each.outcome === 'done') {
    const { outcome } = each.result;
    const { exitCode, headline = '', isCalm = false } = outcome;
    return { folder, exitCode, headline, isCalm: isCalm && exitCode === 0, outcome, error: undefined };
  }
  const error = each.outcome === 'failed' ? each.error : new UserError('stopped before it was started');
  return { folder, exitCode: 1, headline: headlineOf(error), isCalm: false, outcome: undefined, error };
}

function headlineOf(error: unknown): string {
  if (error instanceof UserError) return error.in(onCommandLine).message;
  if (error instanceof RemoteError) return error.message;
  return `internal error: ${error instanceof Error ? error.message : String(error)}`;
}

export const diagnosticsOf = ({ outcome, error }: Row): readonly Diagnostic[] =>
  outcome?.diagnostics ?? (error instanceof UserError ? error.diagnostics : []);

/** What a command has done if it neither failed nor left anything, and if there was nothing to do. */
const WORDS: Readonly<Record<string, readonly [done: string, calm: string]>> = {
  validate: ['with warnings', 'without problems'],
  plan: ['with changes', 'without changes'],
  sync: ['changed', 'unchanged'],
  status: ['with differences', 'without differences'],
};

/** `3 of 500 broadcasts: 1 failed, 2 with changes`. */
export function verdictWords(
  command: string,
  { total, removed, moved }: Pick<WorkspaceRun<unknown>, 'total' | 'removed' | 'moved'>,
  rows: readonly Row[],
): string {
  if (rows.length === 0) return noneAffected(total, { removed: removed.length, moved: moved.length });
  const failed = rows.filter(({ exitCode }) => exitCode === 1).length;
  const calm = rows.filter(({ isCalm }) => isCalm).length;
  const open = rows.filter(({ exitCode }) => exitCode === 3 || exitCode === 4).length;
  const done = rows.length - failed - calm - open;
  const [doneWord, calmWord] = WORDS[command] ?? ['done', 'unchanged'];
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(open > 0 ? [`${open} incomplete`] : []),
    ...(done > 0 ? [`${done} ${doneWord}`] : []),
    ...(calm > 0 ? [`${calm} ${calmWord}`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ];
  const chosen = rows.length === total ? count(total, 'broadcast') : `${rows.length} of ${count(total, 'broadcast')}`;
  return `${chosen}: ${parts.join(', ')}`;
}

/** A broadcast that was removed, or has another folder in another part of the workspace, is affected all the same. */
function noneAffected(total: number, { removed, moved }: { readonly removed: number; readonly moved: number }): string {
  const gone = [...(removed > 0 ? [`${removed} removed`] : []), ...(moved > 0 ? [`${moved} moved`] : [])];
  if (gone.length === 0) return `none of ${count(total, 'broadcast')} is affected`;
  return `${count(removed + moved, 'broadcast')} affected: ${gone.join(', ')}; none of the other ${total - moved} has changes`;
}
