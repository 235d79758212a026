import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { violationsHere } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { useDev, type DevCommand } from './dev-command.ts';
import { needsBrowser } from '../needs.ts';
import { runEditor } from '../project/edit/running-editor.ts';
import { someEvents } from '../sync/fixture.ts';
import { openSyncedStage } from '../sync/stage.ts';
import { folderOfFile } from '../temporary-folder.ts';

const OPENING = 'content/events/opening.yaml';
/** Leads to this machine, as an address of the network does: see test/preview/server/network.test.ts. */
const NETWORK = '127.0.0.2';

describe.runIf(needsBrowser() && process.platform === 'linux')('Changes of gitcast dev, in a browser', () => {
  const { open, openLive } = useBrowser();
  const server = folderOfFile();
  const withServer = (each: DevCommand): void => {
    each.commitAll();
    each.git('init', '-q', '--bare', server);
    each.git('remote', 'add', 'origin', server);
  };
  const dev = useDev(undefined, withServer, ['--no-sync', '--host', NETWORK]);
  afterEach(() => dev.git('checkout', '-q', '-f', 'main'));

  const later = (): void => dev.edit(OPENING, (text) => text.replace('T18:00', 'T18:30'));
  async function openChanges(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openLive(dev.url, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    await page.keyboard.press('e');
    await page.locator('[data-view=changes]').click();
    await page
      .locator('.changes-intro')
      .getByText(/last commit/)
      .waitFor();
    return page;
  }
  const words = (page: Page): Promise<readonly string[]> => page.locator('.change-words li').allTextContents();

  it('shows a save in words, with its diff to unfold', async () => {
    const page = await openChanges();
    expect(await words(page)).toEqual([]);
    later();
    await expect.poll(() => words(page)).toEqual(['starts 20:30 instead of 20:00']);
    await page.locator('.change summary').click();
    expect(await page.locator('.diff [data-line=ins]').allInnerTexts()).toEqual(['+start_time: 2027-06-18T18:30:00Z']);
  });

  it('discards a change and brings it back, with the keyboard alone', async () => {
    later();
    const page = await openChanges();
    await page.getByRole('button', { name: 'Discard the changes of Opening' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => words(page)).toEqual([]);
    expect(dev.git('status', '--porcelain')).toBe('');
    await page.getByRole('status').getByText('Discarded the changes of Opening').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => words(page)).toEqual(['starts 20:30 instead of 20:00']);
  });

  it('commits to the proposed branch and pushes it', async () => {
    later();
    const page = await openChanges({ viewport: { width: 390, height: 844 }, hasTouch: true });
    expect(await page.getByLabel('Branch').inputValue()).toBe('edit/opening');
    expect(await page.getByLabel('Message').inputValue()).toBe('Opening: starts 20:30 instead of 20:00');
    await page.getByLabel('Message').fill('Open later');
    await page.getByRole('button', { name: 'Commit and push' }).click();
    await page.getByText(/Committed to edit\/opening \([\da-f]{7}\) and pushed/).waitFor();
    expect(dev.git('log', '-1', '--format=%an %s')).toBe('Ada Open later');
    expect(dev.git('diff', '--numstat', 'main')).toBe(`1\t1\t${OPENING}`);
    expect(dev.git('ls-remote', server, 'edit/opening')).toContain(dev.git('rev-parse', 'HEAD'));
    await expect.poll(() => words(page)).toEqual([]);
  });

  it('says what is wrong, and keeps the message that was written', async () => {
    later();
    const page = await openChanges();
    await page.getByLabel('Message').fill('My own words');
    await page.getByLabel('Branch').fill('two words');
    await page.getByRole('button', { name: 'Commit', exact: true }).click();
    await page.getByText('two words is not a valid branch name').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('My own words');
    expect(dev.git('log', '-1', '--format=%s')).toBe('content');
  });

  it('has no axe violations, fits, and has large targets on a phone', async () => {
    later();
    dev.edit('content/places/hall.yaml', (text) => text.replace('Hall', 'Great hall'));
    for (const width of [390, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openChanges({ viewport: { width, height: 844 }, colorScheme, bypassCSP: true });
        await page.locator('.change summary').first().click();
        expect(await violationsHere(page, 'gitcast-dev'), `${width} ${colorScheme}`).toEqual([]);
        if (width > 390) continue;
        const boxes = await Promise.all(
          (await page.locator('.changes-view :is(button, summary):visible').all()).map((each) => each.boundingBox()),
        );
        expect(Math.min(...boxes.map((box) => box!.height))).toBeGreaterThanOrEqual(44);
        expect(Math.max(...boxes.map((box) => box!.x + box!.width))).toBeLessThanOrEqual(390);
      }
  });

  it('a phone on the network comes in by the link of the bar, and edits', async () => {
    const page = await open(dev.url);
    await page.locator('.pill:not(.edit-pill)').click();
    await page.getByRole('button', { name: 'Open on another device' }).click();
    const link = (await page.locator('.phone-link a').getAttribute('href'))!;
    await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    const port = new URL(dev.url).port;
    const stranger = await open(`http://${NETWORK}:${port}/`);
    expect(await stranger.locator('body').innerText()).toContain('Open the link');
    const phone = await open(link, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.waitForURL(`http://${NETWORK}:${port}/`);
    await phone.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    expect(await phone.getByRole('button', { name: 'Open on another device' }).count()).toBe(0);
    await phone.getByRole('button', { name: 'Edit', exact: true }).click();
    later();
    await phone.locator('[data-view=changes]').click();
    await expect.poll(() => words(phone)).toEqual(['starts 20:30 instead of 20:00']);
    const again = await open(link);
    expect(await again.locator('body').innerText()).toContain('This link was used already');
  });
});

describe.runIf(needsBrowser())('Changes of gitcast dev with a target that others use, in a browser', () => {
  const { openLive } = useBrowser();

  it('shows the plan of what waits, and sends it', async () => {
    const stage = await openSyncedStage({ files: someEvents(2) });
    const { url, ask } = await runEditor(stage.folder, { approve: true }, { env: { ...process.env, ...stage.env } });
    const operation = { do: 'set', path: ['title'], value: 'First', was: 'Event 0' };
    await ask('change', { address: 'events/event-0', operations: [operation] });
    const page = await openLive(url, {
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    await page.keyboard.press('e');
    await page.locator('[data-view=changes]').click();
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.locator('.changes-plan').getByText('title: “First” instead of “Event 0”').waitFor();
    expect(await violationsHere(page, 'gitcast-dev')).toEqual([]);
    await page.getByRole('button', { name: 'Send to ' }).click();
    await page.getByText('1 change was sent.').waitFor();
    expect(stage.contents('event').map(({ fields }) => fields['title'])).toContain('First');
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('There is nothing to send.').waitFor();
  });
});
