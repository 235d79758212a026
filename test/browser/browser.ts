import { isDeepStrictEqual } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { EMPTY_PAGE } from './host.ts';

/** Like a private window of some browsers, to which sites are used. */
const REFUSE_WORKERS = `if (globalThis.ServiceWorkerContainer)
  ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('this test has no worker'))`;

interface Settings {
  /** A worker stores the site in each new profile, which takes longer than most tests. */
  readonly workers?: 'allowed' | 'refused';
  /**
   * `reused`: a test gets the page of an earlier one that was opened with the same options, with nothing stored. A new page
   * is a new window and a new process, which takes longer than most tests. The cache, clocks and init scripts stay.
   */
  readonly pages?: 'new' | 'reused';
}

interface Opened {
  readonly page: Page;
  readonly options: BrowserContextOptions;
}

/** The browser of this run (setup.ts). What it opens ends with the connection. */
export async function connectBrowser(): Promise<Browser> {
  const answer = await fetch(inject('browser'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return chromium.connect(text);
}

/**
 * The browser of this run. Each page has its own profile. A page that a test opened is closed after it,
 * because an open one keeps working; a page of `beforeAll` stays until the end of the file.
 */
export function useBrowser({ workers = 'refused', pages = 'new' }: Settings = {}): {
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<Page>;
  /** The same of a page of `gitcast dev`, once it follows changes. */
  readonly openLive: (url: string, options?: BrowserContextOptions) => Promise<Page>;
} {
  let browser: Browser | undefined;
  const opened: Opened[] = [];
  const left: Opened[] = [];
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  beforeEach(() => void opened.splice(0));
  afterEach(async () => {
    const done = opened.splice(0);
    if (pages === 'new') return void (await Promise.all(done.map(({ page }) => close(page))));
    for (const each of done) if (await empty(each)) left.push(each);
  });
  afterAll(() => browser?.close());
  const newPage = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser!.newContext(options);
    // What is waited for comes at some time, however slow the machine is.
    context.setDefaultTimeout(60_000);
    if (workers === 'refused') await context.addInitScript(REFUSE_WORKERS);
    return context.newPage();
  };
  const open = async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const index = left.findIndex((each) => isDeepStrictEqual(each.options, options));
    const page = left.splice(index, index < 0 ? 0 : 1)[0]?.page ?? (await newPage(options));
    opened.push({ page, options });
    await page.goto(url);
    return page;
  };
  return {
    open,
    openLive: async (url, options) => {
      const page = await open(url, options);
      await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
      return page;
    },
  };
}

/** Chromium never answers if it is to close a page that is just being loaded again, as `gitcast dev` does by itself. */
async function close(page: Page): Promise<void> {
  // Interrupted by a load that was already under way, which is then over.
  await page.goto('about:blank').catch(() => {});
  await page.context().close();
}

/** Leaves a page as if it were new: nothing stored, and the screen that its options describe. Closes it if that is impossible. */
async function empty({ page, options }: Opened): Promise<boolean> {
  const { origin } = new URL(page.url());
  if (origin === 'null') {
    await close(page);
    return false;
  }
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.unrouteAll();
  // An empty page of the same origin: no script of the site can store anything while this clears it.
  await page.route(origin + EMPTY_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(origin + EMPTY_PAGE);
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  await page.unrouteAll();
  await page.emulateMedia({
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    forcedColors: options.forcedColors ?? 'none',
  });
  await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 });
  return true;
}
