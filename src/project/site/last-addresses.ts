/** The addresses that the last build had, for one warning about those that are gone. */
import type { Config } from '../../config/config.ts';
import { diagnose, wholeFile, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { BuildResult } from '../../render/build-site.ts';
import type { Environment } from '../../remote/http/proxy.ts';
import { diskStore, type DiskStoreOptions } from '../../render/writer/disk-store.ts';
import { siteUrlOf } from '../../repository/repository.ts';
import { addressesOf } from '../../site/addresses.ts';
import { pageFile } from '../../site/links/urls.ts';
import { keyOfPath } from '../../values/former-path.ts';
import { hasShape, listOf, objectOf, text } from '../../values/shape.ts';

/** From the manifest beside the output; in CI, where no build is the second one, from `gitcast.json` of the published site. */
export async function addressesBefore(config: Config, output: DiskStoreOptions): Promise<readonly string[]> {
  const files = diskStore(output).readManifest();
  if (files.size > 0) return addressesOf(files.keys());
  const url = siteUrlOf(config, config.defaultTarget);
  return url === undefined || !config.environment('CI') ? [] : publishedAddresses(url, config.environment);
}

const published = objectOf<{ readonly addresses: readonly string[] }>({ addresses: listOf(text) });

/** Empty for a site that cannot be read: the warning is a help, and the build must not depend on a network. */
async function publishedAddresses(url: string, environment: Environment): Promise<readonly string[]> {
  try {
    // A build on a person's machine needs no client.
    const [{ fetch }, { proxyAgent }] = await Promise.all([import('undici'), import('../../remote/http/proxy.ts')]);
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`${url}/gitcast.json`, {
      signal,
      dispatcher: proxyAgent(environment, { connectTimeout: 10_000 }),
    });
    const value: unknown = answer.ok ? await answer.json() : undefined;
    return hasShape(value, published) ? value.addresses : [];
  } catch {
    return [];
  }
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
