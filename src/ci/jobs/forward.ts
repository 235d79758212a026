/** Stops before a host publishes an older website over a newer one, as when somebody starts a job of an older merge again. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { refuseOlderSite } from '../website/older-site.ts';
import { settingsOf } from '../runner/settings.ts';

export async function forward(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  await refuseOlderSite(ci, target);
  return DONE;
}
