/**
 * Refuses to go back: a sync that would revert what a newer commit put in place, such as that of an older CI job that is run
 * again, or of a clone that is behind. To a differ such a sync looks like any other.
 */
import type { Config, Target } from '../config/config.ts';
import { count } from '../diagnostics/count.ts';
import { assertNever } from '../diagnostics/errors.ts';
import { standingOf, type Standing } from '../git/commit-history.ts';
import { headOf } from '../git/content.ts';
import { isShallow } from '../git/fetch-commit.ts';
import type { Choices } from '../plan/context.ts';
import type { Plan, Refusal } from '../plan/plan.ts';
import { gitOf } from '../repository/project-git.ts';
import type { SentContent } from '../state/run-note.ts';
import type { StateStore } from '../state/store.ts';
import { contentFolders, contentSources } from '../target/stores.ts';

export async function goesForward(
  plan: Plan,
  config: Config,
  { name, store }: { readonly name: string; readonly store: StateStore },
  { allowRollback }: Pick<Choices, 'allowRollback'>,
): Promise<Plan> {
  const sent = store.sentContent?.() ?? [];
  // A plan without changes reverts nothing.
  if (sent.length === 0 || plan.changes.length === 0 || allowsAnyHistory(config.targets[name])) return plan;
  const git = gitOf(config);
  const head = await headOf(git, contentFolders(config, name));
  const checkout = { paths: contentSources(config, name), remote: config.stateRemote };
  const rollbacks: Refusal[] = [];
  for (const content of sent) {
    const standing = head ? await standingOf(git, content, { ...checkout, head: head.commit }) : NOTHING_COMMITTED;
    const rollback = await rollbackOf(config, standing, {
      commit: content.commit,
      last: `${name} was last synced from ${shortCommit(content.commit)}${detailsOf(content)}`,
      next: `this checkout (${shortCommit(head?.commit)})`,
    });
    if (rollback) rollbacks.push(rollback);
  }
  const uncommitted = head?.uncommitted
    ? [
        `the content has uncommitted changes: only its commit ${shortCommit(head.commit)} was compared with the last sync`,
      ]
    : [];
  const allowed = allowRollback ? rollbacks.map(({ reason }) => `${reason} (allowed for this run)`) : [];
  return {
    ...plan,
    notes: [...plan.notes, ...uncommitted, ...allowed],
    refusals: [...(allowRollback ? [] : rollbacks), ...plan.refusals],
  };
}

const allowsAnyHistory = (target: Target | undefined): boolean => target?.type === 'remote' && target.history === 'any';

const NOTHING_COMMITTED: Standing = { type: 'unknown', reason: 'nothing is committed here' };

interface Step {
  /** The commit that was synced last. */
  readonly commit: string;
  /** A clause about it: `live was last synced from 0123456789`. */
  readonly last: string;
  /** The replacement: `this checkout (0123456789)`. */
  readonly next: string;
}

/** Undefined if the step goes forward. */
async function rollbackOf(
  config: Config,
  standing: Standing,
  { commit, last, next }: Step,
): Promise<Refusal | undefined> {
  const allows = { allowRollback: true } as const;
  switch (standing.type) {
    case 'forward':
    case 'same-content':
      return undefined;
    case 'behind':
      return {
        reason: `${last}, and ${next} is ${count(standing.commits, 'commit')} behind it: a sync would revert what changed there`,
        remedy: 'run `git pull`; in CI, run the job of the newest commit',
        allows,
      };
    case 'diverged':
      return {
        reason: `${last}, and ${next} lacks ${count(standing.commits, 'commit')} of it: a sync would revert what changed there`,
        remedy: `run \`git pull\` or \`git merge ${shortCommit(commit)}\`; where several branches share the target, set \`history: any\` on it`,
        allows,
      };
    case 'gone':
      return {
        reason: `${last}, a commit that neither this clone nor a remote has any more, so it is unknown what a sync would revert`,
        allows,
      };
    case 'unknown':
      return {
        reason: `${last}, and it is unknown whether ${next} has that commit: ${standing.reason}`,
        remedy: `run \`git fetch${(await isShallow(gitOf(config))) ? ' --unshallow' : ''}\`, and try again`,
        allows,
      };
    default:
      return assertNever(standing);
  }
}

const shortCommit = (commit = 'no commit'): string => commit.slice(0, 10);

function detailsOf({ by, at, uncommitted }: SentContent): string {
  const details = [
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(at === undefined ? [] : [`on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`]),
    ...(uncommitted ? ['with uncommitted changes'] : []),
  ];
  return details.length === 0 ? '' : ` (${details.join(' ')})`;
}
