/** Publishes the websites that `check` has built, which runs the templates and sees no key. */
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Ending } from '../../project/index.ts';
import { publishedSite } from '../../project/site/published-site.ts';
import { SITE_RECORD, siteRecordIn } from '../../values/site-record.ts';
import { DONE, endingWords, firstBad, isGood, type Ci } from '../ci.ts';
import { withSshKey } from '../keys.ts';
import { markDeployed } from '../progress.ts';
import { isContentOf, tipOf } from '../repository.ts';
import { settingsOf } from '../settings.ts';

export async function publish(ci: Ci): Promise<Ending> {
  const { runner, say, work } = ci;
  const { configs, target } = settingsOf(ci);
  const tip = await tipOf(ci);
  if (tip === '') throw new UserError('the branch could not be fetched, so this commit may not be its newest one');
  if (!(await isContentOf(ci, tip))) {
    say('The branch has newer commits: the job of the newest one publishes the website.');
    return DONE;
  }
  const built = [...configs].filter(([folder]) => existsSync(join(runner.site, folder, 'index.html')));
  const folders: string[] = [];
  for (const [folder, config] of built)
    if (!runner.isScheduled || (await hasChanged(ci, folder, { config, target }))) folders.push(folder);
  if (folders.length === 0) {
    say('The published website is current.');
    return DONE;
  }
  const hostsOf = (folder: string): readonly string[] => Object.keys(configs.get(folder)!.publish);
  // Elsewhere there are no pages of a host: publishing then says what is missing in the configuration.
  const hosted = folders.filter((folder) => hostsOf(folder).length > 0 || runner.host === 'none');
  const own = work.isWorkspace ? [] : hosted.flatMap(hostsOf);
  const names = own.length === 0 ? [undefined] : own;
  const ending = await withSshKey(ci, async (able) => {
    const endings: Ending[] = [];
    for (const name of hosted.length === 0 ? [] : names)
      endings.push(await able.work.publish(hosted, { name, from: runner.site }));
    return firstBad(...endings);
  });
  if (!isGood(ending)) {
    await ci.notify(`Publishing the website ${endingWords(ending)}.`);
    return ending;
  }
  if (hosted.length === 0) onPages(ci);
  if (work.isWorkspace) await markDeployed(ci, 'site');
  ci.output('publish', 'true');
  return DONE;
}

/** Unreadable: publish. */
async function hasChanged(
  { now, runner }: Ci,
  folder: string,
  { config, target }: { readonly config: Config; readonly target: string | undefined },
): Promise<boolean> {
  const own = siteRecordIn(readFileSync(join(runner.site, folder, SITE_RECORD), 'utf8'));
  const published = await publishedSite(config, target ?? config.defaultTarget, now());
  return published === undefined || published.digest !== own?.digest;
}

/** GitLab publishes the folder `public` of a job, and nothing of one that has none. */
function onPages({ folder, runner }: Ci): void {
  if (runner.host !== 'gitlab') return;
  const out = join(folder, 'public');
  rmSync(out, { recursive: true, force: true });
  cpSync(runner.site, out, { recursive: true });
}
