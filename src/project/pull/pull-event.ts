/** The results of received deliveries. */
import type { ChangedFile } from '../../git/side-branch.ts';
import type { PullConflict, Skipped } from '../../pull/pull-plan.ts';

export type PullEvent =
  | ({ readonly kind: 'pulled'; readonly branch: string; readonly deliveries: readonly string[] } & PulledBranch)
  | { readonly kind: 'waiting'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: string; readonly suggestion: string | null };

export interface PulledBranch {
  readonly commit: string | undefined;
  readonly files: readonly ChangedFile[];
  readonly pushed: boolean;
  readonly notPushed?: string;
  readonly conflicts: readonly PullConflict[];
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
}
