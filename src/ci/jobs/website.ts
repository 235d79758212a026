/** The jobs that build, publish and record websites. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { PUBLISHED } from '../../project/calls/shared-options.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import type { Selection } from '../../project/index.ts';
import { planFile } from '../../project/workspace/plan-bundle.ts';
import { DONE, firstBad, isGood, withoutHost, type Ci, type JobEnding } from '../ci.ts';
import { beginDeployment, isBehindDeployment, markDeployed, sinceDeployment } from '../deployment.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { withPushToken, withVariables } from '../runner/ci-keys.ts';
import { settingsOf } from '../runner/ci-settings.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { buildWebsite } from '../website/build-website.ts';
import { uploadTool, withSshKey } from '../website/upload.ts';

/** The publishing job has to know this of the websites of a workspace. It may run later, and selects the same ones. */
interface BuiltWebsites {
  /** Those of these broadcasts. */
  readonly folders: readonly string[];
  /** One that could not be built is part of the next run. */
  readonly isWhole: boolean;
}

/** Builds the website of a merged commit, for a job that publishes it. In a workspace, those that changed. */
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

/** Publishes the built website, and records what is published. */
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
      suggestion: worded`add one, then run \`${call('initProject', { ci: 'HOST' })}\` again`,
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

/** Records what is published, for pull requests and scheduled builds; also for a host that publishes the site itself. */
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

/** Stops before a host publishes an older website over a newer one, as when somebody starts a job of an older merge again. */
export async function forward(ci: Ci): Promise<JobEnding> {
  await refuseOlderSite(ci, (await settingsOf(ci)).target);
  return DONE;
}

/** Hosts and their tools compare nothing. `gitcast publish` does that by itself. */
async function refuseOlderSite({ work }: Ci, target: string | undefined): Promise<void> {
  const currency = await work.project.currency({ manifest: PUBLISHED, target });
  if (!currency.unchanged || !currency.newer) return;
  throw new UserError('the published site is from a newer commit than this checkout, so nothing was published', {
    suggestion: 'run the job of the newest commit again',
  });
}

/** Builds the website and publishes it, in one job. */
export async function deploy(ci: Ci): Promise<JobEnding> {
  const built = await build(ci);
  return isGood(built) ? withPushToken(ci, () => publish(ci)) : built;
}

/** Has the website published again if it changed by itself, on a host where only its own job can publish. */
export async function rebuild(ci: Ci): Promise<JobEnding> {
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const built = await build(withVariables(ci, { GITCAST_IF_CHANGED: 'yes' }));
  if (!isGood(built)) return built;
  const { site, sites } = planFilesIn(ci.runner.out);
  if (isFilled(site) || existsSync(sites)) await host.rebuild();
  return DONE;
}

/**
 * Shows the website of a pull request at an address of its own. Has the key of the website's host, so it runs nothing of the
 * pull request and treats the built site as data.
 */
export async function preview(ci: Ci): Promise<JobEnding> {
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const upload = uploadTool(ci.folder);
  if (!upload) {
    throw new UserError('a preview needs Netlify or Cloudflare, and ci/upload/ has no upload tool', {
      suggestion: worded`run \`${call('initProject', { ci: 'github', publish: 'netlify' })}\`, or remove this job`,
    });
  }
  return inTemporaryFolder('preview', async (folder) => {
    for await (const made of host.plans()) {
      const site = join(folder, String(made.number));
      if (made.isFromFork || !(await host.takeSite(made, site))) continue;
      await upload(ci, { site, preview: `pr-${made.number}` });
    }
    return DONE;
  });
}
