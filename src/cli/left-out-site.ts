import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Outcome } from './command.ts';

/** A folder of sites that `build --all --if-web` wrote has none for a broadcast with `isWeb: false`. */
export const isLeftOut = (cwd: string, sites: string | undefined, from: string | undefined): boolean =>
  sites !== undefined && existsSync(resolve(cwd, sites)) && !existsSync(resolve(cwd, from!));

export const noSiteOutcome = (from: string): Outcome => ({
  exitCode: 0,
  json: { outcome: 'no-site' },
  human: () => `nothing to publish: there is no site in ${from}/\n`,
  headline: 'no site was built',
});
