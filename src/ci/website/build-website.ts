/** Builds the website of a commit, or those of a workspace, into the job's folder for it. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Selection } from '../../project/index.ts';
import { CONFIG_FILE } from '../../repository/load-config.ts';
import { findBrowser } from '../../browser/browser.ts';
import { isGood, type Ci } from '../ci.ts';
import { fetchHistory } from '../repository.ts';
import type { Ending } from '../../project/calls/call.ts';
import { isFilled, planFilesIn } from '../review/plan-files.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';

interface BuildAsked {
  readonly selection: Selection;
  readonly target: string | undefined;
  readonly unless?: 'newer' | 'unchanged';
  /** In a workspace, a folder for the manifests of its websites. */
  readonly manifests?: string;
  readonly at?: number;
  readonly quiet?: boolean;
}

/**
 * Leaves the manifest of the site. Without one there is nothing to publish: the website is switched off (`isWeb: false`), or
 * the published one is current.
 */
export async function buildWebsite(ci: Ci, asked: BuildAsked): Promise<Ending> {
  const { selection, target, manifests, ...manner } = asked;
  const { runner, work, output } = ci;
  const { site: manifest } = planFilesIn(runner.out);
  rmSync(manifest, { force: true });
  // Without the history, the website lacks what changed in the programme, and the build says so.
  await fetchHistory(ci);
  const out = runner.site;
  if (work.isWorkspace) {
    const ending = await work.build(selection, { ...manner, target: undefined, out, manifest: manifests });
    // One that fails does not keep the others from being published.
    if (existsSync(out)) output('published', 'true');
    return ending;
  }
  const ending = await work.build({}, { ...manner, target, out, manifest });
  if (isGood(ending)) output('published', String(isFilled(manifest)));
  return ending;
}

interface PicturesAsked {
  /** The commit before the merge. */
  readonly base: string;
  readonly target: string | undefined;
  /** Both sites are built for the same time, so that the pictures show only what the merge changes. */
  readonly at: number;
}

/** Pictures of pages before and after a merge, for its reviewers. */
export async function takePictures(ci: Ci, { base, target, at }: PicturesAsked): Promise<void> {
  const { runner, work, git, say } = ci;
  if (runner.host === 'none' || work.isWorkspace || 'missing' in findBrowser(runner.env)) return;
  // Beside the other files of the job, where the comment finds them.
  const out = runner.variable('GITCAST_PICTURES') ?? join(runner.out, 'pictures');
  await inTemporaryFolder('before', async (before) => {
    const [files, site] = [join(before, 'files'), join(before, 'site')];
    try {
      await git.run(['worktree', 'add', '--quiet', '--detach', files, base]);
      const configFile = join(files, CONFIG_FILE);
      const built = await work.build({}, { target, out: site, manifest: undefined, at, quiet: true, configFile });
      const missing = isGood(built)
        ? (await work.project.siteDiff({ base: site, next: runner.site, pictures: out })).report.pictures?.missing
        : 'the website before the merge cannot be built';
      if (missing !== undefined && missing !== null) say(`Pictures of pages are missing: ${missing}.`);
    } finally {
      await git.attempt(['worktree', 'remove', '--force', files]);
    }
  });
}
