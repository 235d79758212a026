/** In a workspace: notes that everything up to this commit is synced. The next merge starts there. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { markDeployed } from '../deployment.ts';
import { settingsOf } from '../runner/settings.ts';

export async function deployed(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  return target === undefined || !ci.work.isWorkspace ? DONE : markDeployed(ci, { target });
}
