/** Builds the website and publishes it, in one job. */
import { isGood, type Ci, type JobEnding } from '../ci.ts';
import { withPushToken } from '../runner/push-token.ts';
import { build } from './build.ts';
import { publish } from './publish.ts';

export async function deploy(ci: Ci): Promise<JobEnding> {
  const built = await build(ci);
  return isGood(built) ? withPushToken(ci, () => publish(ci)) : built;
}
