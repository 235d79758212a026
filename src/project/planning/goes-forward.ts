/**
 * Refuses a plan that would revert what was synced before, such as that of an older CI job that is run again, or of a clone
 * that is behind. To the differ such a plan looks like any other.
 */
import type { Config, Target } from '../../config/config.ts';
import { headOf } from '../../git/content.ts';
import { standingOf, type Standing } from '../../git/commit-history.ts';
import type { Choices } from '../../plan/context.ts';
import type { Plan, Refusal } from '../../plan/plan.ts';
import type { SentContent } from '../../state/run-note.ts';
import type { StateStore } from '../../state/store.ts';
import { contentFolders, contentSources } from '../../target/stores.ts';
import { allowedNote, dateWords, goingBack, shortCommit } from '../going-back.ts';
import { gitOf } from '../../repository/project-git.ts';

/** Adds a refusal to the plan if it would go back, or a note if going back is allowed. */
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
  const refusals: Refusal[] = [];
  for (const content of sent) {
    const standing = head ? await standingOf(git, content, { ...checkout, head: head.commit }) : NOTHING_COMMITTED;
    const back = await goingBack(standing, {
      git,
      commit: content.commit,
      last: `${name} was last synced from ${shortCommit(content.commit)}${detailsOf(content)}`,
      next: `this checkout (${shortCommit(head?.commit)})`,
      action: 'a sync',
      place: 'the target',
    });
    if (back) refusals.push({ ...back, allows: { allowRollback: true } });
  }
  const notes = [...plan.notes];
  if (head?.uncommitted) {
    const commit = shortCommit(head.commit);
    notes.push(`the content has uncommitted changes: only its commit ${commit} was compared with the last sync`);
  }
  if (!allowRollback) return { ...plan, notes, refusals: [...refusals, ...plan.refusals] };
  return { ...plan, notes: [...notes, ...refusals.map(allowedNote)] };
}

/** The rollback refusals of the current plan, which also apply to a plan that was saved before. */
export const rollbacksIn = ({ refusals }: Plan): readonly Refusal[] =>
  refusals.filter(({ allows }) => allows?.allowRollback);

export const allowsAnyHistory = (target: Target | undefined): boolean =>
  target?.type === 'remote' && target.history === 'any';

const NOTHING_COMMITTED: Standing = { type: 'unknown', reason: 'nothing is committed here' };

function detailsOf({ by, at, uncommitted }: SentContent): string {
  const said = [
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(at === undefined ? [] : [dateWords(at)]),
    ...(uncommitted ? ['with uncommitted changes'] : []),
  ];
  return said.length === 0 ? '' : ` (${said.join(' ')})`;
}
