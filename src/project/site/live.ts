/** Requests to a published site, through the proxies that this machine uses. */
import { openLiveFiles, type LiveFiles } from '../../publish/live-files.ts';
import type { Outside } from '../outside.ts';

/** A host should not mistake us for an attack. */
export const USUAL_CONCURRENCY = 8;

/** Works without a configuration too, for a job that has only a manifest. */
export const liveFiles = (
  { env, signal }: Outside,
  { concurrency = USUAL_CONCURRENCY }: { readonly concurrency?: number } = {},
): LiveFiles => openLiveFiles({ concurrency, signal, environment: (name) => env[name] });
