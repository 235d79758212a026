/** Sends the content of the checked-out commit to the target. */
import type { Reviewed } from '../project/index.ts';
import { DONE, endingWords, firstBad, isGood, type Ci, type JobEnding } from './ci.ts';
import { numbersIn } from './review/merged-requests.ts';
import { keepState, partOf } from './repository.ts';
import { beginDeployment, markDeployed, noteDeployed, sinceDeployment } from './deployment.ts';

interface Asked {
  readonly target: string;
  /** Undefined if every push is synced as it is. */
  readonly reviewed: Reviewed | undefined;
}

export async function applyContent(ci: Ci, { target, reviewed }: Asked): Promise<JobEnding> {
  const { runner, work, notify } = ci;
  const selection = await sinceDeployment(ci, { target });
  await beginDeployment(ci, { target }, selection.selected?.broadcasts ?? []);
  const synced = await work.sync(selection, { target, reviewed, published: isPublished(ci) ? undefined : 'live' });
  const ending = firstBad(synced, await keepState(ci, target));
  if (!isGood(ending)) {
    await notify(`The sync to ${target} ${endingWords(ending)}.`);
    return ending;
  }
  // The sync has used up what it applied. This removes the records of what was no longer needed.
  const numbers = numbersIn(runner.variable('GITCAST_REVIEWED') ?? 'none');
  // Those of other parts may still be needed.
  for (const number of numbers) await work.reviews.close({ target, number, ...partOf(ci) });
  if (!work.isWorkspace) await noteDeployed(ci, target);
  // If several runners share the work, a last job does this.
  return work.isWorkspace && runner.part === undefined ? markDeployed(ci, { target }) : DONE;
}

/** Otherwise the sync stops if what is sent names a page or file that is not there. */
const isPublished = ({ runner }: Ci): boolean => {
  const { GITCAST_PUBLISHED: published } = runner.env;
  return published === undefined || ['success', 'true'].includes(published);
};
