import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Flags for Chromium to start as root and to stay off the network. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The browser for the tests: the configured one, the system's, or one that Playwright has downloaded. */
export function findBrowser(): string | undefined {
  const named = process.env['GITCAST_BROWSER'];
  return [...(named ? [named] : []), ...SYSTEM, ...fromPlaywright()].find((path) => existsSync(path));
}

interface Search {
  /** The value of GITCAST_BROWSER. If set, no other browser is used. */
  readonly named: string | undefined;
  readonly find: () => string | undefined;
  /** Returns the reason for a failure. */
  readonly install: () => string | undefined;
}

/** A browser, or the reason why there is none and how to get one. */
export function searchBrowser({ named, find, install }: Search): {
  readonly browser?: string;
  readonly reason?: string;
} {
  if (named) {
    return existsSync(named)
      ? { browser: named }
      : { reason: `GITCAST_BROWSER names ${named}, and there is no such file. Correct or unset it.` };
  }
  const found = find();
  if (found !== undefined) return { browser: found };
  const refusal = install();
  const installed = refusal === undefined ? find() : undefined;
  if (installed !== undefined) return { browser: installed };
  const why = refusal ?? 'the one that was installed is not where it should be';
  return { reason: `no Chromium was found, and ${why}. Set GITCAST_BROWSER to the path of one.` };
}

/** Browsers that Playwright has downloaded. */
function fromPlaywright(): readonly string[] {
  const cache = join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return [];
  const folders = readdirSync(cache).filter((name) => name.startsWith('chromium'));
  return folders.flatMap((name) => [
    join(cache, name, 'chrome-linux/chrome'),
    join(cache, name, 'chrome-linux64/chrome'),
  ]);
}
