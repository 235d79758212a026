/** Builds the website and publishes it, in one job. */
import { isGood, type Ci, type JobEnding } from '../ci.ts';
import { usePushToken } from '../runner/push-token.ts';
import { build } from './build.ts';
import { publish } from './publish.ts';

export async function deploy(ci: Ci): Promise<JobEnding> {
  const built = await build(ci);
  if (!isGood(built)) return built;
  await usePushToken(ci);
  return publish(ci);
}
