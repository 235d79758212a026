/**
 * Refuses to go back: a sync or a publication that would revert what a newer commit put in place, such
 * as that of an older CI job that is run again, or of a clone that is behind. To a differ such a step looks like any other.
 */
import { join } from 'node:path';
import type { Config, PublishTo, Target } from '../config/config.ts';
import { count } from '../diagnostics/count.ts';
import { assertNever } from '../diagnostics/errors.ts';
import { standingOf, type Standing } from '../git/commit-history.ts';
import { headOf } from '../git/content.ts';
import { isShallow } from '../git/fetch-commit.ts';
import type { Choices } from '../plan/context.ts';
import type { Plan, Refusal } from '../plan/plan.ts';
import type { Publication } from '../publish/publication.ts';
import type { PublishRefusal } from '../publish/publish-plan.ts';
import { gitOf } from '../repository/project-git.ts';
import { shownFrom } from '../repository/repository.ts';
import type { SentContent } from '../state/run-note.ts';
import type { StateStore } from '../state/store.ts';
import { contentFolders, contentSources } from '../target/stores.ts';

interface Step {
  /** The commit that is in place. */
  readonly commit: string;
  /** A clause about it: `live was last synced from 0123456789`. */
  readonly last: string;
  /** The replacement: `this checkout (0123456789)`. */
  readonly next: string;
  /** How it would: `a sync`. */
  readonly action: string;
  /** Where it would, if that has the setting `history`: `the target`. */
  readonly place: string;
}

interface Rollback extends Omit<Refusal, 'allows'> {
  readonly allows: { readonly allowRollback: true };
}

/** Undefined if the step goes forward. */
async function goingBack(
  config: Config,
  standing: Standing,
  { commit, last, next, action, place }: Step,
): Promise<Rollback | undefined> {
  const allows = { allowRollback: true } as const;
  switch (standing.type) {
    case 'forward':
    case 'same-content':
      return undefined;
    case 'behind':
      return {
        reason: `${last}, and ${next} is ${count(standing.commits, 'commit')} behind it: ${action} would revert what changed there`,
        remedy: 'run `git pull`; in CI, run the job of the newest commit',
        allows,
      };
    case 'diverged':
      return {
        reason: `${last}, and ${next} lacks ${count(standing.commits, 'commit')} of it: ${action} would revert what changed there`,
        remedy: `run \`git pull\` or \`git merge ${shortCommit(commit)}\`; where several branches share ${place}, set \`history: any\` on it`,
        allows,
      };
    case 'gone':
      return {
        reason: `${last}, a commit that neither this clone nor a remote has any more, so it is unknown what ${action} would revert`,
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

/** Going back is refused or, if it is allowed, noted. */
function judged(rollbacks: readonly Rollback[], allowRollback: boolean | undefined) {
  if (!allowRollback) return { refusals: rollbacks, notes: [] };
  return { refusals: [], notes: rollbacks.map(({ reason }) => `${reason} (allowed for this run)`) };
}

/** `on 2027-01-05 at 08:00 UTC` */
const dateWords = (at: string): string => `on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;

const shortCommit = (commit = 'no commit'): string => commit.slice(0, 10);

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
  const rollbacks: Rollback[] = [];
  for (const content of sent) {
    const standing = head ? await standingOf(git, content, { ...checkout, head: head.commit }) : NOTHING_COMMITTED;
    const back = await goingBack(config, standing, {
      commit: content.commit,
      last: `${name} was last synced from ${shortCommit(content.commit)}${detailsOf(content)}`,
      next: `this checkout (${shortCommit(head?.commit)})`,
      action: 'a sync',
      place: 'the target',
    });
    if (back) rollbacks.push(back);
  }
  const { refusals, notes } = judged(rollbacks, allowRollback);
  const uncommitted = head?.uncommitted
    ? [
        `the content has uncommitted changes: only its commit ${shortCommit(head.commit)} was compared with the last sync`,
      ]
    : [];
  return { ...plan, notes: [...plan.notes, ...uncommitted, ...notes], refusals: [...refusals, ...plan.refusals] };
}

const allowsAnyHistory = (target: Target | undefined): boolean => target?.type === 'remote' && target.history === 'any';

const NOTHING_COMMITTED: Standing = { type: 'unknown', reason: 'nothing is committed here' };

function detailsOf({ by, at, uncommitted }: SentContent): string {
  const details = [
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(at === undefined ? [] : [dateWords(at)]),
    ...(uncommitted ? ['with uncommitted changes'] : []),
  ];
  return details.length === 0 ? '' : ` (${details.join(' ')})`;
}

interface Publishing {
  readonly live: Publication | undefined;
  /** The commit of the checkout; undefined without git. */
  readonly head: string | undefined;
  readonly allowRollback: boolean | undefined;
}

/** Nothing is refused if one of the two commits is not known. */
export async function publishesForward(
  config: Config,
  { name, history }: PublishTo,
  { live, head, allowRollback }: Publishing,
): Promise<{ readonly refusals: readonly PublishRefusal[]; readonly notes: readonly string[] }> {
  if (live?.commit === undefined || head === undefined || history === 'any') return { refusals: [], notes: [] };
  const { commit, at } = live;
  // The site may be that of any target.
  const paths = [...new Set(Object.keys(config.targets).flatMap((target) => siteSources(config, target)))];
  const standing = await standingOf(gitOf(config), { commit, at }, { head, paths, remote: config.stateRemote });
  const back = await goingBack(config, standing, {
    commit,
    last: `${name} shows the site of ${shortCommit(commit)} (published ${dateWords(at)})`,
    next: `this checkout (${shortCommit(head)})`,
    action: 'publishing',
    place: `\`publish.${name}\``,
  });
  return judged(back ? [back] : [], allowRollback);
}

/** Relative to the folder of the configuration, starting with the content. */
const siteSources = (config: Config, target: string): readonly string[] => [
  ...contentSources(config, target),
  config.file,
  'templates',
  ...config.sharedFolders.map((folder) => shownFrom(config.root, join(folder, 'templates'))),
];
