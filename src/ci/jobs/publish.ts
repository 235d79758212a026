/** Publishes the built website, and records what is published. */
import { readFileSync } from 'node:fs';
import { UserError } from '../../diagnostics/errors.ts';
import type { Selection } from '../../project/index.ts';
import { DONE, firstBad, isGood, type Ci, type JobEnding } from '../ci.ts';
import { refuseOlderSite } from '../website/older-site.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { beginDeployment, markDeployed } from '../deployment.ts';
import { settingsOf } from '../runner/settings.ts';
import { withSshKey } from '../website/ssh-key.ts';
import { uploadTool } from '../website/upload.ts';
import type { BuiltWebsites } from './build.ts';
import { record } from './record.ts';

export async function publish(ci: Ci): Promise<JobEnding> {
  const { site: manifest } = planFilesIn(ci.runner.out);
  // The website is switched off, or the published one is current.
  if (!isFilled(manifest)) return DONE;
  const { publishTo, target } = await settingsOf(ci);
  if (publishTo.length > 0) {
    const names = publishTo === 'all' ? [undefined] : publishTo;
    return withSshKey(ci, async (able) =>
      ci.work.isWorkspace ? publishAll(able, names, manifest) : publishOne(able, names),
    );
  }
  const upload = uploadTool(ci.folder);
  if (!upload) {
    throw new UserError('gitcast.config.yaml has no `publish` that CI could publish the website to', {
      suggestion: 'add one, then run `gitcast init --ci HOST` again',
    });
  }
  await refuseOlderSite(ci, target);
  await upload(ci, { site: ci.runner.site });
  return record(ci);
}

type Names = readonly (string | undefined)[];

async function publishOne(ci: Ci, names: Names): Promise<JobEnding> {
  for (const name of names) {
    const ending = await publishTo(ci, {}, name);
    if (!isGood(ending)) return ending;
  }
  return record(ci);
}

async function publishAll(ci: Ci, names: Names, manifest: string): Promise<JobEnding> {
  const { folders, isWhole } = JSON.parse(readFileSync(manifest, 'utf8')) as BuiltWebsites;
  await beginDeployment(ci, 'published', folders);
  const endings: JobEnding[] = [];
  for (const name of names) endings.push(await publishTo(ci, { folders }, name));
  const worst = firstBad(...endings);
  if (!isGood(worst)) return worst;
  if (isWhole) await markDeployed(ci, 'published');
  ci.output('published', 'true');
  return DONE;
}

const publishTo = ({ work, runner }: Ci, selection: Selection, name: string | undefined): Promise<JobEnding> =>
  work.publish(selection, {
    name,
    from: runner.site,
    allowDeletes: allowedDeletes(runner.variable('GITCAST_PUBLISH_DELETES')),
  });

function allowedDeletes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text)) return number;
  throw new UserError(`GITCAST_PUBLISH_DELETES is ${text}, which is not a number of files`, {
    suggestion: 'set it to the number of deletions to allow, such as 12, or remove it',
  });
}
