/** Builds the website of a merged commit, for a job that publishes it. In a workspace, those that changed. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { buildWebsite } from '../website/build-website.ts';
import { DONE, isGood, type Ci, type JobEnding } from '../ci.ts';
import { planFilesIn } from '../review/plan-files.ts';
import { isBehindDeployment, sinceDeployment } from '../deployment.ts';
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
  if (!ci.work.isWorkspace) {
    return buildWebsite(ci, { selection: {}, target, unless: isScheduled(ci) ? 'unchanged' : 'newer' });
  }
  if (publishTo.length === 0) return buildAll(ci);
  const selection = await sinceDeployment(ci, 'published');
  const ending = await buildWebsite(ci, { selection, target });
  if (existsSync(ci.runner.site)) {
    const built: BuiltWebsites = { folders: selection.selected?.broadcasts ?? [], isWhole: isGood(ending) };
    writeFileSync(planFilesIn(ci.runner.out).site, `${JSON.stringify(built)}\n`);
  }
  return ending;
}

/** The pages of a host show the websites of all broadcasts, or none. A schedule asks only whether one of them has changed. */
async function buildAll(ci: Ci): Promise<JobEnding> {
  const { sites: manifests } = planFilesIn(ci.runner.out);
  rmSync(manifests, { recursive: true, force: true });
  if (isScheduled(ci)) return buildWebsite(ci, { selection: {}, target: undefined, unless: 'unchanged', manifests });
  if (await isBehindDeployment(ci, 'published')) {
    ci.say('The published websites are from a newer commit than this checkout, so nothing is built.');
    return DONE;
  }
  const ending = await buildWebsite(ci, { selection: {}, target: undefined, manifests });
  // The host publishes nothing of a job that fails, so there is nothing to record.
  if (!isGood(ending)) rmSync(manifests, { recursive: true, force: true });
  return ending;
}

/** A schedule asks only whether the website has changed by itself. */
const isScheduled = ({ runner: { variable } }: Ci): boolean =>
  variable('GITCAST_IF_CHANGED') !== undefined || variable('GITHUB_EVENT_NAME') === 'schedule';
