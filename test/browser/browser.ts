import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { FLAGS } from './find-browser.ts';

export const hasBrowser = inject('browser') !== '';

/** One browser for the tests of a file; each page has its own profile. */
export function useBrowser(): { readonly open: (url: string, options?: BrowserContextOptions) => Promise<Page> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: inject('browser'), args: FLAGS, headless: true });
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    open: async (url, options = {}) => {
      const context = await browser!.newContext(options);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
  };
}
