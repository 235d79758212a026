import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { needsBrowser } from '../needs.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { useBrowser } from './browser.ts';
import { DevCommand } from './dev-command.ts';

const OPENING = 'content/events/opening.yaml';
const REPOSITORY = [
  'init -qb main',
  'config user.name Ada',
  'config user.email ada@harbour.example',
  'add content',
  'commit -qm content',
];
const SOON = { timeout: 60_000, interval: 50 };
/** The editor looks twice whether somebody has stopped. */
const LONGER_THAN_A_REST = 4_000;

describe.runIf(needsBrowser())('a page of gitcast dev that has to be loaded again while somebody edits', () => {
  const { open } = useBrowser();
  let dev: DevCommand;
  let minute = 10;
  beforeAll(async () => {
    dev = DevCommand.prepare(SMALL_FESTIVAL);
    dev.write('.gitignore', '.gitcast/\n');
    for (const words of REPOSITORY) execFileSync('git', words.split(' '), { cwd: dev.folder });
    dev.edit('content/events/ball.yaml', (text) => text.replace('T19:00', 'T19:30'));
    await dev.run(['--no-sync']);
  });
  afterAll(() => dev.end());

  const panelOf = (page: Page): Locator => page.locator('section.edit');
  const way = (page: Page, name: string): Promise<void> =>
    panelOf(page).getByRole('button', { name, exact: true }).click();

  async function edit(): Promise<{ readonly page: Page; readonly isLoadedAgain: () => Promise<boolean> }> {
    const page = await open(new URL('/events/opening/', dev.url).href, { reducedMotion: 'reduce' });
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

  it('shows the form as it was: parts that are open, and fields that are still empty', async () => {
    const { page, isLoadedAgain } = await edit();
    const panel = panelOf(page);
    await panel.getByText('More fields').click();
    await way(page, 'Description');
    await panel.getByLabel('Description', { exact: true }).waitFor();
    await somebodyMovesIt(page);
    await expect.poll(isLoadedAgain, SOON).toBe(true);
    await panel.getByLabel('Description', { exact: true }).waitFor();
    await panel.getByText('More fields').waitFor();
    expect(await panel.locator('.adds button').first().isVisible()).toBe(true);
  });

  const BEGUN: Record<string, { begin: (page: Page) => Promise<Locator>; end: (page: Page) => Promise<void> }> = {
    'the title of a new document': {
      async begin(page) {
        await way(page, 'Documents');
        await way(page, 'New');
        await panelOf(page).getByLabel('Title').fill('Matinee');
        return panelOf(page).getByLabel('Title');
      },
      end: (page) => way(page, 'Cancel'),
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
      await page.waitForTimeout(LONGER_THAN_A_REST);
      expect(await isLoadedAgain()).toBe(false);
      expect(await field.inputValue()).toBe(entered);
      await end(page);
      await expect.poll(isLoadedAgain, SOON).toBe(true);
    });
});
