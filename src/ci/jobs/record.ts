/** Records what is published, for pull requests and scheduled builds; also for a host that publishes the site itself. */
import { existsSync } from 'node:fs';
import { planFile } from '../../project/workspace/plan-file.ts';
import { DONE, isGood, type Ci, type JobEnding } from '../ci.ts';
import { markDeployed } from '../deployment.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { settingsOf } from '../runner/settings.ts';

export async function record(ci: Ci): Promise<JobEnding> {
  const { site: manifest, sites } = planFilesIn(ci.runner.out);
  if (ci.work.isWorkspace && existsSync(sites)) return recordAll(ci, sites);
  if (!isFilled(manifest)) return DONE;
  const { target } = await settingsOf(ci);
  await ci.work.recordSite({ manifest, target });
  ci.output('published', 'true');
  return DONE;
}

async function recordAll(ci: Ci, sites: string): Promise<JobEnding> {
  const ending = await ci.work.each('site record', async (project, folder = '.') => {
    const manifest = planFile(sites, folder);
    if (!isFilled(manifest)) return { ending: {}, headline: 'no website' };
    const { ref } = await project.recordSite({ manifest });
    return { ending: {}, headline: `recorded on ${ref}` };
  });
  return isGood(ending) ? markDeployed(ci, 'published') : ending;
}
