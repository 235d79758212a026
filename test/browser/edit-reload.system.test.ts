import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { needsBrowser } from '../needs.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { useBrowser } from './browser.ts';
import { useDev } from './dev-command.ts';

const OPENING = 'content/events/opening.yaml';
const BALL = 'content/events/ball.yaml';
/** Longer than the editor takes to look twice whether somebody has stopped, by the clock of the page. */
async function rest(page: Page): Promise<void> {
  for (let second = 0; second < 4; second++) {
    await page.clock.runFor(1_000);
    // For what the page asks the server then.
    await page.waitForTimeout(100);
  }
}

describe.runIf(needsBrowser())('a page of gitcast dev that has to be loaded again while somebody edits', () => {
  const { open } = useBrowser();
  const dev = useDev(SMALL_FESTIVAL, (each) => {
    each.commitAll();
    each.edit(BALL, (text) => text.replace('T19:00', 'T19:30'));
    each.edit(OPENING, (text) => `${text}$hosts: [hosts/ada, hosts/ben]\n`);
  });
  let minute = 10;

  const panelOf = (page: Page): Locator => page.locator('section.edit');
  const way = (page: Page, name: string): Promise<void> =>
    panelOf(page).getByRole('button', { name, exact: true }).click();

  async function edit(): Promise<{ readonly page: Page; readonly isLoadedAgain: () => Promise<boolean> }> {
    const page = await open('about:blank', { reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(new URL('/events/opening/', dev.url).href);
    await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await panelOf(page).locator('.form').waitFor();
    await page.evaluate('document.isFirst = true');
    return { page, isLoadedAgain: () => page.evaluate('document.isFirst === undefined') };
  }
  /** The scripts of a page read when its event starts, so it cannot be changed in place. */
  async function somebodyMovesIt(page: Page): Promise<void> {
    const followed = page.waitForResponse((answer) => answer.url().endsWith('/events/opening/'));
    dev.edit(OPENING, (text) => text.replace(/(start_time: .*T\d\d:)\d\d/, `$1${minute++}`));
    await followed;
  }
  const restart = (port = new URL(dev.url).port): Promise<void> => dev.run(['--no-sync', '--port', port]);
  async function beginNew(page: Page, text: string): Promise<Locator> {
    await way(page, 'New');
    const title = panelOf(page).getByLabel('Title');
    await title.fill(text);
    return title;
  }
  /** Nothing that is to be loaded again is loaded meanwhile. */
  async function whileNothingIsLoaded(page: Page, act: () => Promise<Locator>): Promise<Locator> {
    const isQuestion = (url: URL): boolean => url.pathname === '/__gitcast/client.js';
    await page.route(isQuestion, (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
    const made = await act();
    await page.unroute(isQuestion);
    return made;
  }

  it('shows the form as it was: parts that are open, and fields that are still empty', async () => {
    const { page, isLoadedAgain } = await edit();
    const panel = panelOf(page);
    await panel.getByText('More fields').click();
    await way(page, 'Description');
    await panel.getByLabel('Description', { exact: true }).waitFor();
    await somebodyMovesIt(page);
    await expect.poll(isLoadedAgain).toBe(true);
    await panel.getByLabel('Description', { exact: true }).waitFor();
    await panel.getByText('More fields').waitFor();
    expect(await panel.locator('.adds button').first().isVisible()).toBe(true);
  });

  const BEGUN: Record<string, { begin: (page: Page) => Promise<Locator>; end: (page: Page) => Promise<void> }> = {
    'the title of a new document': {
      async begin(page) {
        await way(page, 'Documents');
        return beginNew(page, 'Matinee');
      },
      end: (page) => way(page, 'Cancel'),
    },
    'a date of which some parts are missing': {
      async begin(page) {
        const start = panelOf(page).getByLabel('Start time');
        await start.press('Backspace');
        return start;
      },
      end: (page) => panelOf(page).getByLabel('Start time').blur(),
    },
    'a word to search for': {
      async begin(page) {
        const place = panelOf(page).getByRole('combobox', { name: 'Place' });
        await place.fill('hal');
        await panelOf(page).getByRole('option', { name: 'Hall' }).waitFor();
        return place;
      },
      end: (page) => panelOf(page).getByRole('combobox', { name: 'Place' }).press('Tab'),
    },
    'an entry that is being moved': {
      async begin(page) {
        const handle = panelOf(page).locator('.entry-handle').first();
        await handle.hover();
        await page.mouse.down();
        return panelOf(page).locator('.entry input').first();
      },
      end: (page) => page.mouse.up(),
    },
    'the name of an entry': {
      async begin(page) {
        await way(page, 'Documents');
        await panelOf(page).locator('.docs-open[data-name="sessions/talk"]').click();
        const name = panelOf(page).getByLabel('Name of the new entry');
        await name.fill('colour');
        return name;
      },
      end: (page) => panelOf(page).getByLabel('Name of the new entry').blur(),
    },
    'another time on the board': {
      async begin(page) {
        await way(page, 'Board');
        await panelOf(page).locator('[data-address="events/ball"]').click();
        await panelOf(page).getByLabel('Start').fill('2027-06-18T23:23');
        return panelOf(page).getByLabel('Start');
      },
      end: (page) => way(page, 'Close'),
    },
    'the message of a commit': {
      async begin(page) {
        await way(page, 'Changes');
        await panelOf(page).getByLabel('Message').fill('The ball begins later');
        return panelOf(page).getByLabel('Message');
      },
      // The answer is shown until another view is opened.
      async end(page) {
        await way(page, 'Commit');
        await panelOf(page)
          .getByText(/^Committed to/)
          .waitFor();
        await way(page, 'Board');
      },
    },
  };
  for (const [what, { begin, end }] of Object.entries(BEGUN))
    it(`waits until ${what} is no longer being entered`, async () => {
      const { page, isLoadedAgain } = await edit();
      const field = await begin(page);
      const entered = await field.inputValue();
      await somebodyMovesIt(page);
      await rest(page);
      expect(await isLoadedAgain()).toBe(false);
      expect(await field.inputValue()).toBe(entered);
      await end(page);
      await expect.poll(isLoadedAgain).toBe(true);
    });

  it('waits for a form that was begun in the next editor', async () => {
    const { page, isLoadedAgain } = await edit();
    await way(page, 'Documents');
    await beginNew(page, 'Matinee');
    await somebodyMovesIt(page);
    const title = await whileNothingIsLoaded(page, async () => {
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await way(page, 'Documents');
      return beginNew(page, 'Soiree');
    });
    await rest(page);
    expect(await isLoadedAgain()).toBe(false);
    expect(await title.inputValue()).toBe('Soiree');
    await way(page, 'Cancel');
    await expect.poll(isLoadedAgain).toBe(true);
  });

  it('can still create what was begun before the server was restarted', async () => {
    const { page, isLoadedAgain } = await edit();
    await way(page, 'Documents');
    const title = await beginNew(page, 'Nocturne');
    await dev.interrupt();
    await page.waitForSelector('.dot:not([data-state=live])', { state: 'attached' });
    await restart();
    await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    await rest(page);
    expect(await isLoadedAgain()).toBe(false);
    expect(await title.inputValue()).toBe('Nocturne');
    await way(page, 'Create');
    await panelOf(page).getByRole('heading', { name: 'Nocturne' }).waitFor();
    expect(dev.read('content/events/nocturne.yaml')).toContain('Nocturne');
    await expect.poll(isLoadedAgain).toBe(true);
  });

  it('waits for the server to return, and for what was begun meanwhile', async () => {
    const { page, isLoadedAgain } = await edit();
    await way(page, 'Documents');
    await beginNew(page, 'Matinee');
    await somebodyMovesIt(page);
    await dev.interrupt();
    await way(page, 'Cancel');
    await rest(page);
    expect(await isLoadedAgain()).toBe(false);
    const title = await beginNew(page, 'Soiree');
    await restart();
    await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    await rest(page);
    expect(await isLoadedAgain()).toBe(false);
    expect(await title.inputValue()).toBe('Soiree');
    await way(page, 'Cancel');
    await expect.poll(isLoadedAgain).toBe(true);
    await panelOf(page).getByRole('button', { name: 'New', exact: true }).waitFor();
  });

  describe('the message and the branch of a commit', () => {
    it('are there again in the next form', async () => {
      dev.edit(BALL, (text) => text.replace(/(end_time: .*T\d\d:)\d\d/, '$145'));
      const { page, isLoadedAgain } = await edit();
      const panel = panelOf(page);
      await way(page, 'Changes');
      await panel.getByLabel('Message').fill('The ball ends later');
      await panel.getByLabel('Branch').fill('later');
      await way(page, 'Board');
      await somebodyMovesIt(page);
      await expect.poll(isLoadedAgain).toBe(true);
      await way(page, 'Changes');
      await panel.getByLabel('Message').waitFor();
      expect(await panel.getByLabel('Message').inputValue()).toBe('The ball ends later');
      expect(await panel.getByLabel('Branch').inputValue()).toBe('later');
      await way(page, 'Commit');
      await panel.getByText(/^Committed to later/).waitFor();
      expect(await page.evaluate(`sessionStorage.getItem('gitcast.dev.commit')`)).toBe('{}');
    });

    it('do not delay anything once they are the proposed ones again', async () => {
      dev.edit(BALL, (text) => text.replace(/(end_time: .*T\d\d:)\d\d/, '$150'));
      const { page, isLoadedAgain } = await edit();
      await way(page, 'Changes');
      const message = panelOf(page).getByLabel('Message');
      await message.waitFor();
      const proposed = await message.inputValue();
      await message.fill('Mine');
      await message.fill(proposed);
      await panelOf(page).getByLabel('Branch').fill('mine');
      await panelOf(page).getByLabel('Branch').fill('');
      await somebodyMovesIt(page);
      await expect.poll(isLoadedAgain).toBe(true);
    });
  });
});
