/** The jobs that run the code of a pull request. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import type { Selected, Selection } from '../../project/index.ts';
import { DONE, FAILED, firstBad, isGood, isOnlyUnapproved, type Ci, type JobEnding } from '../ci.ts';
import { mergeBase, partOf } from '../repository.ts';
import {
  isFilled,
  newPlanFiles,
  readOutcome,
  writeOutcome,
  type Outcome,
  type PlanFiles,
} from '../review/plan-files.ts';
import { withPlanKeys } from '../runner/ci-keys.ts';
import { NO_TARGET, settingsOf, type Settings } from '../runner/ci-settings.ts';
import { buildWebsite } from '../website/build-website.ts';
import { sharesOf } from '../workspace/parts.ts';

/** Validates a pull request, builds its website, and saves the plan of the merge. */
export async function pullRequest(ci: Ci): Promise<JobEnding> {
  const files = newPlanFiles(ci);
  let reached: Outcome = 'failure';
  try {
    const planned = await planMerge(await withPlanKeys(ci), files);
    reached = planned.reached;
    return planned.ending;
  } finally {
    writeOutcome(files, reached);
  }
}

interface Reached {
  readonly ending: JobEnding;
  readonly reached: Outcome;
}

async function planMerge(ci: Ci, files: PlanFiles): Promise<Reached> {
  const { work, runner } = ci;
  // The merge decides which broadcasts of a workspace are affected. Otherwise problems are first shown on the lines of the branch.
  const early = work.isWorkspace ? await mergeBase(ci) : undefined;
  const selected = work.isWorkspace ? await work.select({ since: early, ...partOf(ci) }) : undefined;
  if (selected && isUnaffected(selected)) return { ending: DONE, reached: 'unaffected' };
  const selection = { selected };
  const validated = await work.validate(selection);
  if (!isGood(validated)) return { ending: validated, reached: validated.failed ? 'content' : 'failure' };
  await (early ?? mergeBase(ci));
  const settings = await settingsOf(ci, selection);
  // A template that fails should fail here, not after the merge.
  // Only here: a merge that reviewers let through is published.
  const built = await buildWebsite(ci, { selection, target: settings.target, quiet: true });
  const { ending, reached } = await planContent(ci, { selection, settings, files });
  await planPromotion(ci, settings, files);
  return {
    ending: firstBad(built, ending),
    reached: isGood(built) || reached === 'failure' ? reached : `${reached}-without-website`,
  };
}

/** One that was removed is shown, though nothing is done on its target. */
const isUnaffected = ({ broadcasts, removed }: Selected): boolean => broadcasts.length + removed.length === 0;

interface Merge {
  readonly selection: Selection;
  readonly settings: Settings;
  readonly files: PlanFiles;
}

async function planContent(
  ci: Ci,
  { selection, settings: { target, hasKeys }, files }: Merge,
): Promise<{ readonly ending: JobEnding; readonly reached: 'no-target' | 'planned' | 'offline' | 'failure' }> {
  if (target === undefined) {
    ci.say(NO_TARGET);
    return { ending: DONE, reached: 'no-target' };
  }
  const isOffline = !hasKeys(target);
  if (isOffline) ci.say('This job has no key, so the plan is made offline.');
  const made = await ci.work.plan(selection, { target, offline: isOffline, out: files.plan });
  writeFileSync(files.planText, made.markdown());
  if (!isFilled(files.plan)) return { ending: made.ending, reached: 'failure' };
  return { ending: endingOf(ci, made), reached: isOffline ? 'offline' : 'planned' };
}

function endingOf({ say }: Ci, made: Parameters<typeof isOnlyUnapproved>[0]): JobEnding {
  if (isOnlyUnapproved(made)) {
    say('The plan deletes more than the guard allows. The comment shows the label that allows it.');
    return DONE;
  }
  const { failed, left, incomplete } = made.ending;
  if (failed || left || !incomplete) return made.ending;
  // The plan says so, and this pull request is not the cause. A sync would fail.
  say('The plan is incomplete: part of the target could not be read. Run this job again to see the rest.');
  return DONE;
}

/**
 * The changes that a promotion of this merge would make. The pull request shows them, and the merge does not apply
 * them.
 */
async function planPromotion(ci: Ci, { target, promotion, hasKeys }: Settings, files: PlanFiles): Promise<void> {
  if (promotion === undefined || target === undefined) return;
  const offline = !hasKeys(promotion.to);
  try {
    await ci.work.plan({}, { target: promotion.to, offline, out: files.promotion, aside: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    ci.say(
      `There is no plan for ${promotion.to}, so the pull request shows only the one for ${target}: ${error.message}`,
    );
  }
}

/** Lists the parts of a workspace that a pull request changes, so that as many runners plan them. */
export async function select(ci: Ci): Promise<JobEnding> {
  const since = await mergeBase(ci);
  const { target } = await settingsOf(ci);
  const parts = await sharesOf(ci, { since }, target);
  const { removed } = await ci.work.select({ since });
  // One runner is enough to report that a broadcast was removed.
  const reporting = parts.length === 0 && removed.length > 0 ? (await sharesOf(ci, {}, target)).slice(0, 1) : parts;
  ci.output('parts', reporting);
  return DONE;
}

/** Makes the plans of all parts of a workspace one, so that they are one comment. */
export async function collect(ci: Ci): Promise<JobEnding> {
  const { runner, work, say } = ci;
  const files = newPlanFiles(ci);
  const from = runner.variable('GITCAST_COLLECT');
  if (from === undefined) {
    throw new UserError('GITCAST_COLLECT is missing', {
      suggestion: 'set it to the folder that the artifacts of the parts were downloaded to',
    });
  }
  const isUnaffected = runner.variable('GITCAST_SELECTED') === '[]';
  const parts = isUnaffected ? [] : partsIn(from);
  // Without any plan, the outcome says it all.
  if (parts.some((part) => isFilled(join(part, 'plan.json')))) {
    try {
      writeFileSync(files.planText, await work.joinPlans({ from, out: files.plan }));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      say(`The plans of the parts cannot be joined: ${error.message}`);
    }
  }
  writeOutcome(files, isUnaffected ? 'unaffected' : worstOf(parts));
  // Require this job for a merge: it fails if a part failed.
  return isUnaffected || runner.variable('GITCAST_PLANNED') === 'success' ? DONE : FAILED;
}

/** The folders of the parts whose jobs came to an end. */
const partsIn = (folder: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder).toSorted() : [])
    .map((part) => join(folder, part))
    .filter((part) => existsSync(join(part, 'outcome')));

/** A reviewer has to know this first: the first outcome that is not just a plan. */
function worstOf(parts: readonly string[]): Outcome {
  const outcomes = parts.map((part) => readOutcome(join(part, 'outcome')));
  return outcomes.find((outcome) => outcome !== 'planned' && outcome !== 'offline') ?? outcomes[0] ?? 'failure';
}
