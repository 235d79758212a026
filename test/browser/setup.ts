/** Finds a browser for the tests that need one, and installs Debian's if allowed. Runs once, before all tests. */
import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { findBrowser, searchBrowser } from './find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The program to start; empty if there is none. */
    readonly browser: string;
  }
}

export function setup(project: TestProject): (() => void) | undefined {
  const found = searchBrowser({ named: process.env['GITCAST_BROWSER'], find: findBrowser, install });
  project.provide('browser', found.browser ?? '');
  const { reason } = found;
  if (reason === undefined) return undefined;
  if (process.env['CI']) throw new Error(`the tests in a browser cannot run: ${reason}`);
  const say = (): void => void process.stderr.write(`\nThe tests in a browser are skipped: ${reason}\n`);
  say();
  // Printed again at the end, where people look.
  return say;
}

/** Returns the reason for a failure; undefined if it is now installed. */
function install(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may install one';
  if (spawnSync('apt-get', ['--version']).status !== 0) return 'there is no apt-get to install one with';
  process.stderr.write('Installing Chromium for the tests…\n');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update'], options);
  const { status } = spawnSync('apt-get', ['install', '-y', 'chromium'], options);
  return status === 0 ? undefined : 'apt-get could not install one';
}
