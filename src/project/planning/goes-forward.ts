/**
 * Refuses a plan that would revert what was synced before, such as that of an older CI job that is run again, or of a clone
 * that is behind. To the differ such a plan looks like any other.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import type { Config } from '../../config/config.ts';
import { headOf } from '../../git/content.ts';
import { isShallow } from '../../git/fetch-commit.ts';
import type { Git } from '../../git/git.ts';
import { standingOf, type Standing } from '../../git/history.ts';
import type { Plan, Refusal } from '../../plan/plan.ts';
import type { SentContent } from '../../state/run-note.ts';
import type { StateStore } from '../../state/store.ts';
import { contentFolders, contentSources } from '../target/stores.ts';
import { count } from '../../diagnostics/count.ts';
import { gitOf } from '../settings/project-git.ts';

interface Subject {
  readonly config: Config;
  readonly name: string;
  readonly store: StateStore;
  readonly allowRollback: boolean;
}

/** Adds a refusal to the plan if it would go back, or a note if going back is allowed. */
export async function goesForward(plan: Plan, { config, name, store, allowRollback }: Subject): Promise<Plan> {
  const sent = store.sentContent?.() ?? [];
  // A plan without changes reverts nothing.
  if (sent.length === 0 || plan.changes.length === 0 || isAnyHistory(config, name)) return plan;
  const git = gitOf(config);
  const head = await headOf(git, contentFolders(config, name));
  const checkout = { paths: contentSources(config, name), remote: config.stateRemote };
  const refusals: Refusal[] = [];
  for (const content of sent) {
    const standing = head ? await standingOf(git, content, { ...checkout, head: head.commit }) : NOTHING_COMMITTED;
    const refusal = await refusalOf(standing, { git, target: name, content, head: shortOf(head?.commit) });
    if (refusal) refusals.push(refusal);
  }
  const judged = head?.uncommitted
    ? [`the content has uncommitted changes: only its commit ${shortOf(head.commit)} was compared with the last sync`]
    : [];
  if (!allowRollback) {
    return { ...plan, notes: [...plan.notes, ...judged], refusals: [...refusals, ...plan.refusals] };
  }
  const allowed = refusals.map(({ reason }) => `${reason} (allowed for this run)`);
  return { ...plan, notes: [...plan.notes, ...judged, ...allowed] };
}

/** The rollback refusals of the current plan, which also apply to a plan that was saved before. */
export const rollbacksIn = ({ refusals }: Plan): readonly Refusal[] =>
  refusals.filter(({ allows }) => allows?.allowRollback);

function isAnyHistory({ targets }: Config, name: string): boolean {
  const target = targets[name];
  return target?.type === 'remote' && target.history === 'any';
}

const NOTHING_COMMITTED: Standing = { type: 'unknown', reason: 'nothing is committed here' };

interface Judged {
  readonly git: Git;
  readonly target: string;
  readonly content: SentContent;
  readonly head: string;
}

async function refusalOf(standing: Standing, { git, target, content, head }: Judged): Promise<Refusal | undefined> {
  const last = `${target} was last synced from ${shortOf(content.commit)}${detailsOf(content)}`;
  const refusal = (reason: string, remedy?: string): Refusal => ({
    reason,
    ...(remedy !== undefined && { remedy }),
    allows: { allowRollback: true },
  });
  switch (standing.type) {
    case 'forward':
    case 'same-content':
      return undefined;
    case 'behind':
      return refusal(
        `${last}, and this checkout (${head}) is ${count(standing.commits, 'commit')} behind it: a sync would revert what changed there`,
        'run `git pull`; in CI, run the job of the newest commit',
      );
    case 'diverged':
      return refusal(
        `${last}, and this checkout (${head}) lacks ${count(standing.commits, 'commit')} of it: a sync would revert what changed there`,
        `run \`git pull\` or \`git merge ${shortOf(content.commit)}\`; where several branches share the target, set \`history: any\` on it`,
      );
    case 'gone':
      return refusal(
        `${last}, a commit that neither this clone nor a remote has any more, so it is unknown what a sync would revert`,
      );
    case 'unknown':
      return refusal(
        `${last}, and it is unknown whether this checkout (${head}) has that commit: ${standing.reason}`,
        `run \`git fetch${(await isShallow(git)) ? ' --unshallow' : ''}\`, and try again`,
      );
    default:
      return assertNever(standing);
  }
}

function detailsOf({ by, at, uncommitted }: SentContent): string {
  const said = [
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(at === undefined ? [] : [`on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`]),
    ...(uncommitted ? ['with uncommitted changes'] : []),
  ];
  return said.length === 0 ? '' : ` (${said.join(' ')})`;
}

const shortOf = (commit = 'no commit'): string => commit.slice(0, 10);
