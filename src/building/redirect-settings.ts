/** Former paths in the configuration, and the files with the rules of servers, which are no part of the site. */
import { basename, join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { RedirectSettings } from '../render/redirects/former-paths.ts';
import { configText } from '../repository/load-config.ts';
import { once } from '../values/once.ts';

/** `cwd`: the names of files in diagnostics are relative to it. */
export function redirectSettings({ root, file, site }: Config, cwd: string): RedirectSettings {
  // Read again for the position of a problem: most sites have none.
  const source = once(() => configText({ configFile: join(root, file), cwd })!);
  return {
    redirects: site.redirects,
    redirectsFor: site.redirectsFor,
    redirectSpan: (from) => source().keySpan(['site', 'redirects', from]),
  };
}

const EXTENSIONS = { nginx: 'nginx.conf', caddy: 'caddyfile' };

/** By the name of the output folder, in `.gitcast/`: a server serves what it finds in the folder of the site. */
export const serverRulesFiles = ({ root, site }: Config, output: string) =>
  (['nginx', 'caddy'] as const)
    .filter((host) => site.redirectsFor.includes(host))
    .map((host) => ({ host, file: join(root, '.gitcast', 'redirects', `${basename(output)}.${EXTENSIONS[host]}`) }));
