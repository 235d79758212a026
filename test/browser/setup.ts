/** The first test file that needs the browser starts it, and all files share it: a start takes longer than most tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findProgram } from '../programs.ts';
import { FLAGS } from './flags.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds with the address of the browser, which it starts on the first request; empty if there is no browser. */
    readonly browser: string;
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const browser = findProgram('chromium-headless-shell');
  const { url, close } = browser === undefined ? { url: '' } : await startOnDemand(browser);
  project.provide('browser', url);
  return close;
}

async function startOnDemand(executablePath: string): Promise<{ url: string; close?: () => Promise<void> }> {
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
