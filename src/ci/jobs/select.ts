/** Lists the parts of a workspace that a pull request changes, so that as many runners plan them. Runs its code. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { sharesOf } from '../workspace/parts.ts';
import { mergeBase } from '../repository.ts';
import { settingsOf } from '../runner/settings.ts';

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
