/** Finds a browser for the tests that need one, and installs Debian's where it may. Runs once, before all tests. */
import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program to start; empty where there is none. */
    readonly browser: string;
  }
}

export function setup(project: TestProject): void {
  const browser = findBrowser() ?? installed();
  if (browser === undefined && process.env['CI']) {
    throw new Error('no browser was found and none could be installed; set GITCAST_BROWSER to the path of a Chromium');
  }
  project.provide('browser', browser ?? '');
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
  return findBrowser();
}
