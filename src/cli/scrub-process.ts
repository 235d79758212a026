import { scrubbed, type Use } from '../project/site/scrub-environment.ts';

/** Of this process, for good: commands that need more have it from their context. */
export function scrubProcess(use: Use): void {
  const kept = scrubbed(process.env, use);
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(kept, name)) delete process.env[name];
}
