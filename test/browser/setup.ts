/**
 * Finds a browser for the tests that need one, and installs Debian's if allowed. Runs once, before all tests. The first
 * test file that needs the browser starts it, and all files share it: starting one costs more than most of their tests.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { installDebian } from '../debian.ts';
import { findBrowser, FLAGS, searchBrowser } from './find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds with the address of the browser, which it starts on the first request; empty if there is no browser. */
    readonly browser: string;
  }
}

export async function setup(project: TestProject): Promise<() => void | Promise<void>> {
  const { browser, reason } = searchBrowser({
    named: process.env['GITCAST_BROWSER'],
    find: findBrowser,
    install: () => installDebian('chromium'),
  });
  if (browser !== undefined) {
    const { url, close } = await startOnDemand(browser);
    project.provide('browser', url);
    return close;
  }
  project.provide('browser', '');
  if (process.env['CI']) throw new Error(`the tests in a browser cannot run: ${reason}`);
  const say = (): void => void process.stderr.write(`\nThe tests in a browser are skipped: ${reason}\n`);
  say();
  // Printed again at the end, where people look.
  return say;
}

async function startOnDemand(executablePath: string): Promise<{ url: string; close: () => Promise<void> }> {
  let started: Promise<BrowserServer> | undefined;
  const server = createServer((_, response) => {
    started ??= chromium.launchServer({ executablePath, args: FLAGS, headless: true });
    started.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      await (await started)?.close();
    },
  };
}
