/** Requests to a published site, through the proxies and with the certificates that this machine uses. */
import { UserError } from '../../diagnostics/errors.ts';
import { openLiveFiles, type LiveFiles } from '../../publish/live-files.ts';
import { configOf } from '../../repository/load-config.ts';
import { trustedCertificates } from '../../target/trusted-certificates.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { Outside } from '../outside.ts';

/** A host should not mistake us for an attack. */
export const USUAL_CONCURRENCY = 8;

/** Works without a configuration too, for a job that has only a manifest. */
export function liveFiles(
  outside: Outside,
  { concurrency = USUAL_CONCURRENCY }: { readonly concurrency?: number } = {},
): LiveFiles {
  const config = ifPossible(() => configOf(outside), UserError);
  return openLiveFiles({
    concurrency,
    signal: outside.signal,
    variable: config?.variable ?? ((name) => outside.env[name]),
    secureContext: config && trustedCertificates(config, outside.folder),
  });
}
