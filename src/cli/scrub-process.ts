import { scrubbed, type Use } from '../project/site/scrub-environment.ts';

/** Scrubs the environment of this process permanently. Commands that need more find it in their context. */
export function scrubProcess(use: Use): void {
  const kept = scrubbed(process.env, use);
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(kept, name)) delete process.env[name];
}
