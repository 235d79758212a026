import type { Config, Target } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { buildManifestText, type BuildManifest } from '../../publish/build-manifest.ts';
import { goingBack, shortCommit, allowsAnyHistory, siteStanding } from '../going-back.ts';
import { defineCall } from '../calls/call.ts';
import { flag, needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { target } from '../calls/shared-options.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { manifestIn, readManifest, publishedSite } from './manifest.ts';

const recordSiteOptions = {
  manifest: needed(unwritten<string>('The manifest of the site that was published: a file or a web address')),
  target: target('The target whose published site is recorded or compared'),
  allowRollback: flag('With record: replace the record of a site from a newer commit'),
};

/** The options of `recordSite`. */
export interface RecordSiteOptions extends OptionsOf<typeof recordSiteOptions> {}

/** The output of `gitcast site record --json`. */
export interface RecordedSite {
  /** The ref that has the manifest now. */
  readonly ref: string;
  /** The commit that the site was built from. */
  readonly commit: string | null;
  /** The number of pages. */
  readonly pages: number;
  /** When the site changes by itself. */
  readonly next_change: string | null;
}

/** Records which site is published, for reviews and scheduled builds. */
export const recordSite = defineCall(
  recordSiteOptions,
  async (outside, { manifest: source, target: name, allowRollback }: RecordSiteOptions): Promise<RecordedSite> => {
    const manifest = await readManifest(source, outside, { target: name });
    const config = configOf(outside);
    const target = targetNamed(config, name);
    const { where, write } = publishedSite(config, name);
    await write(buildManifestText(manifest), async (recorded) => {
      if (allowRollback || allowsAnyHistory(target)) return;
      await refuseOlder(config, { target, where, recorded: manifestIn(recorded), manifest });
    });
    const { commit, pages, next_change } = manifest;
    return { ref: where, commit, pages: Object.keys(pages).length, next_change };
  },
);

interface Recording {
  readonly target: Target;
  readonly where: string;
  readonly recorded: BuildManifest | undefined;
  readonly manifest: BuildManifest;
}

/** A site without a commit is not compared. */
async function refuseOlder(config: Config, { target, where, recorded, manifest }: Recording): Promise<void> {
  const [commit, head] = [recorded?.commit ?? null, manifest.commit];
  if (commit === null || head === null) return;
  const back = await goingBack(config, await siteStanding(config, { target: target.name, recorded: commit, head }), {
    commit,
    last: `the one on ${where} was built from ${shortCommit(commit)}`,
    next: `this one (${shortCommit(head)})`,
    action: 'recording it',
    place: 'the target',
  });
  if (!back) return;
  const allowed = worded`if this is intended, add ${option('allowRollback')}`;
  throw new UserError(`the site was not recorded: ${back.reason}`, {
    suggestion: back.remedy === undefined ? allowed : worded`${back.remedy}; ${allowed}`,
  });
}
