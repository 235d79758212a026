/** Pictures of pages before and after a merge, for its reviewers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFIG_FILE } from '../../project/settings/load-config.ts';
import { findBrowser } from '../../project/site/pictures/find-browser.ts';
import { isGood, type Ci } from '../ci.ts';

interface Asked {
  readonly base: string;
  readonly target: string | undefined;
  /** Both sites are built for the same time, so that the pictures show only what the merge changes. */
  readonly at: number;
}

export async function takePictures(ci: Ci, { base, target, at }: Asked): Promise<void> {
  const { runner, work, git, say } = ci;
  if (runner.host === 'none' || work.isWorkspace || 'missing' in findBrowser(runner.env)) return;
  // Beside the other files of the job, where the comment finds them.
  const out = runner.variable('GITCAST_PICTURES') ?? join(runner.out, 'pictures');
  const before = await mkdtemp(join(tmpdir(), 'gitcast-before-'));
  const files = join(before, 'files');
  try {
    await git.run(['worktree', 'add', '--quiet', '--detach', files, base]);
    const site = join(before, 'site');
    const built = await work.build(
      {},
      {
        target,
        out: site,
        manifest: undefined,
        at,
        quiet: true,
        configFile: join(files, CONFIG_FILE),
      },
    );
    const missing = isGood(built)
      ? await work.pictures({ before: site, after: runner.site, out })
      : 'the website before the merge cannot be built';
    if (missing !== undefined) say(`Pictures of pages are missing: ${missing}.`);
  } finally {
    await git.attempt(['worktree', 'remove', '--force', files]);
    await rm(before, { recursive: true, force: true });
  }
}
