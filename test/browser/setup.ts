/** Finds a browser for the tests that need one, and installs Debian's where it may. Runs once, before all tests. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program to start; empty where there is none. */
    readonly browser: string;
  }
}

export function setup(project: TestProject): void {
  const browser = found() ?? installed();
  if (browser === undefined && process.env['CI']) {
    throw new Error('no browser was found and none could be installed; set GITCAST_BROWSER to the path of a Chromium');
  }
  project.provide('browser', browser ?? '');
}

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

function found(): string | undefined {
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

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  process.stderr.write('Installing Chromium for the tests…\n');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', 'chromium'], options);
  return found();
}
