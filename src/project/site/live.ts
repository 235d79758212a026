/** Requests to a published site, through the proxies and with the certificates that this machine uses. */
import { UserError } from '../../diagnostics/errors.ts';
import { openLiveFiles, type LiveFiles } from '../../publish/live-files.ts';
import type { Outside } from '../outside.ts';
import { configOf } from '../../repository/load-config.ts';
import { trustedCertificates } from '../../target/trusted-certificates.ts';

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** A host should not mistake us for an attack. */
export const USUAL_CONCURRENCY = 8;

interface Wish {
  readonly concurrency?: number | undefined;
}

/** Works without a configuration too, for a job that has only a manifest. */
export function liveFiles(outside: Outside, { concurrency = USUAL_CONCURRENCY }: Wish = {}): LiveFiles {
  const config = configIfThere(outside);
  return openLiveFiles({
    concurrency,
    signal: outside.signal,
    variable: config?.variable ?? ((name) => outside.env[name]),
    secureContext: config && trustedCertificates(config, outside.folder),
  });
}

function configIfThere(outside: Outside): ReturnType<typeof configOf> | undefined {
  try {
    return configOf(outside);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
