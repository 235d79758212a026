/** Builds the website of a merged commit, for a job that publishes it. In a workspace, those that changed. */
import { existsSync, writeFileSync } from 'node:fs';
import { buildWebsite } from '../website/build-website.ts';
import { isGood, type Ci, type JobEnding } from '../ci.ts';
import { planFilesIn } from '../review/plan-files.ts';
import { sinceDeployment } from '../deployment.ts';
import { settingsOf } from '../runner/settings.ts';

/** What the job that publishes has to know of the websites of a workspace. It may run later, and selects the same ones. */
export interface BuiltWebsites {
  /** Those of these broadcasts. */
  readonly folders: readonly string[];
  /** One that could not be built is part of the next run. */
  readonly isWhole: boolean;
}

export async function build(ci: Ci): Promise<JobEnding> {
  const { target, publishTo } = await settingsOf(ci);
  if (!ci.work.isWorkspace || publishTo.length === 0) {
    const unless = isScheduled(ci) ? 'unchanged' : 'newer';
    return buildWebsite(ci, { selection: {}, target, unless });
  }
  const selection = await sinceDeployment(ci, 'published');
  const ending = await buildWebsite(ci, { selection, target });
  if (existsSync(ci.runner.site)) {
    const built: BuiltWebsites = { folders: selection.selected?.broadcasts ?? [], isWhole: isGood(ending) };
    writeFileSync(planFilesIn(ci.runner.out).site, `${JSON.stringify(built)}\n`);
  }
  return ending;
}

/** A schedule asks only whether the website has changed by itself. */
const isScheduled = ({ runner: { variable } }: Ci): boolean =>
  variable('GITCAST_IF_CHANGED') !== undefined || variable('GITHUB_EVENT_NAME') === 'schedule';
