/** In a workspace: notes that everything up to this commit is synced. The next merge starts there. */
import { count } from '../../diagnostics/count.ts';
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { markDeployed } from '../repository.ts';
import { settingsOf } from '../settings.ts';

export async function deployed(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  const left = Number(ci.runner.variable('GITCAST_LEFT') ?? 0);
  if (left > 0) {
    ci.say(
      `${count(left, 'broadcast')} ${left === 1 ? 'is' : 'are'} left to sync, so this commit does not count as deployed.`,
    );
    return DONE;
  }
  return target === undefined || !ci.work.isWorkspace ? DONE : markDeployed(ci, { target });
}
