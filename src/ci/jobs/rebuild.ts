/** Has the website published again if it changed by itself, on a host where only its own job can publish. */
import { existsSync } from 'node:fs';
import { DONE, isGood, type Ci, type JobEnding } from '../ci.ts';
import { withoutHost } from '../runner/without-host.ts';
import { withVariables } from '../runner/keys.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { build } from './build.ts';

export async function rebuild(ci: Ci): Promise<JobEnding> {
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const built = await build(withVariables(ci, { GITCAST_IF_CHANGED: 'yes' }));
  if (!isGood(built)) return built;
  const { site, sites } = planFilesIn(ci.runner.out);
  if (isFilled(site) || existsSync(sites)) await host.rebuild();
  return DONE;
}
