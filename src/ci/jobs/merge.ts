/** Deploys a merge in one job: the website, unless the host publishes it itself, then the content. */
import { isGood, type Ci, type JobEnding } from '../ci.ts';
import { withPushToken } from '../runner/push-token.ts';
import { settingsOf } from '../runner/settings.ts';
import { uploadTool } from '../website/upload.ts';
import { build } from './build.ts';
import { publish } from './publish.ts';
import { sync } from './sync.ts';

export async function merge(ci: Ci): Promise<JobEnding> {
  const built = await build(ci);
  return isGood(built) ? withPushToken(ci, () => publishAndSync(ci)) : built;
}

async function publishAndSync(ci: Ci): Promise<JobEnding> {
  const { publishTo } = await settingsOf(ci);
  if (publishTo.length > 0 || uploadTool(ci.folder)) {
    const published = await publish(ci);
    if (!isGood(published)) return published;
  }
  return sync(ci);
}
