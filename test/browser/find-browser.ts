import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What Chromium needs to start as root and to stay off the network. */
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

/** The browser to test with: the one that is named, the system's, or one that Playwright has downloaded. */
export function findBrowser(): string | undefined {
  const named = process.env['GITCAST_BROWSER'];
  return [...(named ? [named] : []), ...SYSTEM, ...fromPlaywright()].find((path) => existsSync(path));
}

/** Browsers that somebody's Playwright has downloaded. */
function fromPlaywright(): readonly string[] {
  const cache = join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return [];
  const folders = readdirSync(cache).filter((name) => name.startsWith('chromium'));
  return folders.flatMap((name) => [
    join(cache, name, 'chrome-linux/chrome'),
    join(cache, name, 'chrome-linux64/chrome'),
  ]);
}
