/** Records what is published, for pull requests and scheduled builds; also for a host that publishes the site itself. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { settingsOf } from '../runner/settings.ts';

export async function record(ci: Ci): Promise<JobEnding> {
  const { site: manifest } = planFilesIn(ci.runner.out);
  if (!isFilled(manifest)) return DONE;
  const { target } = await settingsOf(ci);
  await ci.work.recordSite({ manifest, target });
  ci.output('published', 'true');
  return DONE;
}
