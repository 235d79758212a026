/** Why a step from one commit to another would go back, in words: for syncs, for publishing, and for the record of the site. */
import { count } from '../diagnostics/count.ts';
import { assertNever } from '../diagnostics/errors.ts';
import { isShallow } from '../git/fetch-commit.ts';
import type { Git } from '../git/git.ts';
import type { Standing } from '../git/commit-history.ts';

export interface GoingBack {
  readonly reason: string;
  /** The next step, if there is one besides allowing it. */
  readonly remedy?: string;
}

export interface Step {
  readonly git: Git;
  /** The commit that is in place. */
  readonly commit: string;
  /** A clause about it: `live was last synced from 0123456789`. */
  readonly last: string;
  /** What would replace it: `this checkout (0123456789)`. */
  readonly next: string;
  /** How it would: `a sync`. */
  readonly action: string;
  /** Where it would, if that has the setting `history`: `the target`. */
  readonly place: string;
}

/** Undefined if it goes forward. */
export async function goingBack(standing: Standing, step: Step): Promise<GoingBack | undefined> {
  const { git, commit, last, next, action, place } = step;
  switch (standing.type) {
    case 'forward':
    case 'same-content':
      return undefined;
    case 'behind':
      return {
        reason: `${last}, and ${next} is ${count(standing.commits, 'commit')} behind it: ${action} would revert what changed there`,
        remedy: 'run `git pull`; in CI, run the job of the newest commit',
      };
    case 'diverged':
      return {
        reason: `${last}, and ${next} lacks ${count(standing.commits, 'commit')} of it: ${action} would revert what changed there`,
        remedy: `run \`git pull\` or \`git merge ${shortCommit(commit)}\`; where several branches share ${place}, set \`history: any\` on it`,
      };
    case 'gone':
      return {
        reason: `${last}, a commit that neither this clone nor a remote has any more, so it is unknown what ${action} would revert`,
      };
    case 'unknown':
      return {
        reason: `${last}, and it is unknown whether ${next} has that commit: ${standing.reason}`,
        remedy: `run \`git fetch${(await isShallow(git)) ? ' --unshallow' : ''}\`, and try again`,
      };
    default:
      return assertNever(standing);
  }
}

/** The reason as a note, if going back is allowed. */
export const allowedNote = ({ reason }: Pick<GoingBack, 'reason'>): string => `${reason} (allowed for this run)`;

/** `on 2027-01-05 at 08:00 UTC` */
export const dateWords = (at: string): string => `on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;

export const shortCommit = (commit = 'no commit'): string => commit.slice(0, 10);
