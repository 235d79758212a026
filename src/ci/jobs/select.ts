/** Lists the parts of a workspace that a pull request changes, so that as many runners plan them. Runs its code. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { partsOf } from '../parts.ts';
import { mergeBase } from '../repository.ts';
import { settingsOf } from '../settings.ts';

export async function select(ci: Ci): Promise<JobEnding> {
  const since = await mergeBase(ci);
  const { target } = await settingsOf(ci);
  const parts = await partsOf(ci, { since }, target);
  ci.output('parts', parts);
  return DONE;
}
