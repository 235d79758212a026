/** The addresses that the last build had, for one warning about those that are gone. */
import type { Config } from '../../config/config.ts';
import { diagnose, wholeFile, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { BuildResult } from '../../render/build-site.ts';
import { diskStore, type DiskStoreOptions } from '../../render/writer/disk-store.ts';
import { pageFile } from '../../site/links/urls.ts';
import { keyOfPath } from '../../values/former-path.ts';
import { addressesOf } from '../../values/site-record.ts';

interface LastBuild {
  readonly output: DiskStoreOptions;
  readonly target: string;
  readonly now: Date;
}

/**
 * From the manifest beside the output; in CI, where no build is the second one, from `gitcast.json` of the published site.
 * Empty for a site that cannot be read: the warning is a help, and the build must not depend on a network.
 */
export async function addressesBefore(config: Config, { output, target, now }: LastBuild): Promise<readonly string[]> {
  const files = diskStore(output).readManifest();
  if (files.size > 0) return addressesOf(files.keys());
  if (!config.environment('CI')) return [];
  // Loaded only here: it brings along everything for requests.
  const { publishedSite } = await import('./published-site.ts');
  return (await publishedSite(config, target, now))?.addresses ?? [];
}

/** Those that the site answers neither with a file nor with a redirect, in any spelling. */
export function missingIn(
  before: readonly string[],
  { digests, redirects }: Pick<BuildResult, 'digests' | 'redirects'>,
): readonly string[] {
  const now = new Set([
    ...[...digests.keys()].map(keyOfPath),
    ...redirects.map(({ from }) => keyOfPath(pageFile(from))),
  ]);
  return before.filter((path) => !now.has(keyOfPath(pageFile(path))));
}

const NAMED = 5;

export function addressesGone(lost: readonly string[], configFile: string): Diagnostic {
  const named = lost.slice(0, NAMED).join(', ');
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : '';
  return diagnose(
    'address-gone',
    wholeFile(configFile),
    `the site lacks ${lost.length === 1 ? 'an address' : `${lost.length} addresses`} that it had before: ${named}${more}`,
    {
      suggestion: `if people link there, add the former address to \`$aliases\` of a document, or to \`site.redirects\` in ${configFile}`,
    },
  );
}
