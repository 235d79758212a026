/** Proves that a published site is what a build makes, or shows where it is not. */
import { join } from 'node:path';
import { isError } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { call, worded } from '../../diagnostics/wording.ts';
import type { BuildManifest } from '../../publish/build-manifest.ts';
import { addressOf, comparedFiles, unreadSite, verifySite, type VerifiedSite } from '../../publish/verify-site.ts';
import { outputKeptIn } from '../../render/writer/disk-store.ts';
import type { Outside } from '../outside.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { file, needed, unwritten, type OptionsOf } from '../calls/option.ts';
import { concurrency, siteWish } from '../calls/shared-options.ts';
import { renderInto } from '../../building/render-site.ts';
import { liveFiles, USUAL_CONCURRENCY } from './live.ts';
import { isWebAddress, manifestOf, readManifest } from './manifest.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';

const verifyOptions = {
  url: needed(unwritten<string>('The address of the published site')),
  manifest: file('Compare with this manifest of build --manifest instead of building'),
  ...siteWish,
  concurrency,
};

/** The options of `verify`. */
export interface VerifyOptions extends OptionsOf<typeof verifyOptions> {}

/** The result of verifying a site. */
export interface Verified extends Reported<VerifyReport> {}

/** A published site compared with a build. */
export interface VerifyReport extends Omit<VerifiedSite, 'extra'> {
  /** True if every file is equal, there are no others, and every former path leads to its page. */
  readonly verified: boolean;
  /** The address of the site. */
  readonly url: string;
  /** The commit that the site was compared with; null if files were not committed. */
  readonly commit: string | null;
  /** The number of files of the build, without the pages of former paths. */
  readonly files: number;
  /** Null if the host has no manifest: then nobody knows which other files it has. */
  readonly extra: readonly string[] | null;
}

export const verify = defineCall(verifyOptions, async (outside, options: VerifyOptions): Promise<Verified> => {
  const { url, concurrency = USUAL_CONCURRENCY } = options;
  if (!isWebAddress(url)) {
    throw new UserError(`${url} is not the address of a site`, {
      suggestion: 'write it with its scheme, like https://festival.example/2027/',
    });
  }
  const manifest = await expected(outside, options);
  const live = liveFiles(outside, { concurrency });
  try {
    // One request first: otherwise a wrong address would fail once for each file.
    const start = await live.look(addressOf(url, 'index.html'));
    const found =
      start.type === 'unread' && (start.status ?? 500) >= 500
        ? unreadSite(manifest, start.reason)
        : await verifySite({ url, manifest, live, concurrency });
    const { extra, missing, unindexed, different, unread } = found;
    const left = missing.length + unindexed.length + different.length + (extra?.length ?? 0) > 0;
    const isIncomplete = unread.length > 0;
    return {
      report: {
        verified: !left && !isIncomplete,
        url,
        commit: manifest.commit,
        files: comparedFiles(manifest).length,
        ...found,
        extra: extra ?? null,
      },
      ending: { left, incomplete: isIncomplete },
    };
  } finally {
    await live.close();
  }
});

/** Builds into a folder that is removed again, so that the output folder stays as it is. */
async function expected(outside: Outside, options: VerifyOptions): Promise<BuildManifest> {
  if (options.manifest !== undefined) return readManifest(options.manifest, outside);
  return inTemporaryFolder('verify', async (folder) => {
    const { target, at, drafts, gallery } = options;
    const wish = { target, at, drafts, gallery };
    const built = await renderInto(outputKeptIn(join(folder, 'kept'), join(folder, 'site')), outside, wish);
    if (!built.published) {
      throw new UserError('the site cannot be verified, because it cannot be built', {
        suggestion: worded`${call('build')} shows why`,
        diagnostics: built.diagnostics.filter(isError),
      });
    }
    return manifestOf(outside, wish, built);
  });
}
