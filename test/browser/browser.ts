import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';

export const hasBrowser = inject('browser') !== '';

/** Like a private window of some browsers, to which sites are used. */
const REFUSE_WORKERS = `if (globalThis.ServiceWorkerContainer)
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('this test has no worker'))`;

interface Settings {
  /** A worker stores the site in each new profile, which takes longer than most tests. */
  readonly workers?: 'allowed' | 'refused';
}

/**
 * The browser of this run (setup.ts). Each page has its own profile. A page that a test opened is closed after it,
 * because an open one keeps working; a page of `beforeAll` stays until the end of the file.
 */
export function useBrowser({ workers = 'refused' }: Settings = {}): {
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<Page>;
} {
  let browser: Browser | undefined;
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    const answer = await fetch(inject('browser'));
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    browser = await chromium.connect(text);
  });
  beforeEach(() => void opened.splice(0));
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    open: async (url, options = {}) => {
      const context = await browser!.newContext(options);
      // What is waited for comes at some time, however slow the machine is.
      context.setDefaultTimeout(60_000);
      opened.push(context);
      if (workers === 'refused') await context.addInitScript(REFUSE_WORKERS);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
  };
}
