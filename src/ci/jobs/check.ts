/** Looks at the files, of a pull request or of a merge, without anything that can write. */
import { existsSync, rmSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import type { Ending, Plan, Selection } from '../../project/index.ts';
import { publishedSite } from '../../project/site/published-site.ts';
import { DONE, firstBad, isGood, type Ci } from '../ci.ts';
import { readingWithPlanKeys, refuseWriters } from '../keys.ts';
import { writePlanFile, type PlanFile } from '../plan-file.ts';
import { progressOf } from '../progress.ts';
import { fetchHistory, mergeBase } from '../repository.ts';
import { settingsOf } from '../settings.ts';

export async function check(ci: Ci): Promise<Ending> {
  const { keys, promotion } = settingsOf(ci);
  if (ci.runner.isOfRequest) refuseWriters(ci, [...keys, ...(promotion?.keys ?? [])]);
  // A runner that keeps its files must not deliver those of another commit.
  for (const path of [ci.runner.site, ci.runner.planFile]) rmSync(path, { recursive: true, force: true });
  if (!(await fetchHistory(ci)))
    ci.warn('The history of this branch could not be fetched, so the website lacks what changed in the programme.');
  return ci.runner.isOfRequest ? checkRequest(ci) : checkMerge(ci);
}

async function checkMerge(ci: Ci): Promise<Ending> {
  const { target, configs } = settingsOf(ci);
  const isAll = ci.runner.isScheduled || !ci.work.isWorkspace;
  const selection = isAll ? {} : (await progressOf(ci, 'site')).selection;
  const validated = ci.runner.isScheduled ? DONE : await ci.work.validate(selection);
  if (validated.failed) return validated;
  const built = await ci.work.build(selection, {
    target,
    out: ci.runner.site,
    // A schedule only publishes what has changed by itself.
    ...(ci.runner.isScheduled && { isCurrent: (folder) => isCurrent(ci, configs.get(folder)!, target) }),
  });
  ci.output('built', String(isGood(built) && existsSync(ci.runner.site)));
  return firstBad(validated, built);
}

/** Nothing on the website changes by itself before a later time. */
async function isCurrent({ now }: Ci, config: Config, target = config.defaultTarget): Promise<boolean> {
  const published = await publishedSite(config, target, now());
  return published !== undefined && (published.until === null || Date.parse(published.until) > now().getTime());
}

/** Always leaves something to read. */
async function checkRequest(ci: Ci): Promise<Ending> {
  let file: PlanFile = { reached: 'failed', plans: [] };
  try {
    return await checkMergeOf(ci, (made) => (file = made));
  } finally {
    writePlanFile(ci.runner.planFile, { ...file, ...commitOf(ci) });
  }
}

function commitOf({ runner: { host, variable } }: Ci): Pick<PlanFile, 'commit'> {
  const commit = variable('CI_MERGE_REQUEST_SOURCE_BRANCH_SHA') ?? variable('CI_COMMIT_SHA');
  return host === 'gitlab' && commit !== undefined ? { commit } : {};
}

async function checkMergeOf(given: Ci, reach: (file: PlanFile) => void): Promise<Ending> {
  const { target, keys } = settingsOf(given);
  const ci = readingWithPlanKeys(given, keys);
  const { work, say } = ci;
  const since = await mergeBase(ci);
  const selection: Selection = work.isWorkspace ? { since } : {};
  const reached = (file: PlanFile['reached'], plans: readonly [string, Plan][] = []): void =>
    reach({ reached: file, plans: plans.map(([folder, plan]) => ({ folder, plan })) });
  const validated = await work.validate(selection);
  if (validated.failed) {
    reached('invalid');
    return validated;
  }
  // A template that fails should fail here, not after the merge.
  const built = await work.build(selection, { target, out: ci.runner.site });
  if (target === undefined) {
    reached('no-target');
    return built;
  }
  const offline = !settingsOf(ci).hasKeys(target);
  if (offline) say('This job has no key, so the plan is made offline.');
  const { plans, ending } = await work.plan(selection, { target, offline });
  reached(plans.size > 0 ? 'planned' : ending.failed ? 'failed' : 'unaffected', [...plans]);
  return firstBad(built, ending);
}
