import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { needsBrowser } from '../needs.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { useBrowser } from './browser.ts';
import { useDev } from './dev-command.ts';

const OPENING = 'content/events/opening.yaml';

describe.runIf(needsBrowser())('undo in the tabs of a browser', () => {
  const { openLive } = useBrowser();
  const dev = useDev();
  const original = SMALL_FESTIVAL['events/opening.yaml'];

  const panelOf = (page: Page): Locator => page.locator('section.edit');
  const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
  async function ready(page: Page): Promise<Page> {
    await page.waitForSelector('.dot[data-state=live]', { state: 'attached' });
    await panelOf(page).locator('.form').waitFor();
    return page;
  }
  async function edit(): Promise<Page> {
    const page = await openLive(new URL('/events/opening/', dev.url).href, { reducedMotion: 'reduce' });
    await button(page, 'Edit').click();
    return ready(page);
  }
  async function anotherTab(one: Page): Promise<Page> {
    const page = await one.context().newPage();
    await page.goto(one.url());
    return ready(page);
  }
  async function fill(page: Page, label: string, value: string): Promise<void> {
    await panelOf(page).getByLabel(label, { exact: true }).fill(value);
    await expect.poll(() => dev.read(OPENING)).toContain(value);
    await expect.poll(() => button(page, 'Undo').isEnabled()).toBe(true);
  }

  it('takes back only what that tab did, also after it was loaded again', async () => {
    const one = await edit();
    await fill(one, 'Title', 'First night');
    const two = await anotherTab(one);
    expect(await button(two, 'Undo').isDisabled()).toBe(true);
    await fill(two, 'Category', 'ball');
    await one.reload();
    await ready(one);
    await expect.poll(() => button(one, 'Undo').isEnabled()).toBe(true);
    await button(one, 'Undo').click();
    await expect.poll(() => dev.read(OPENING)).not.toContain('First night');
    expect(dev.read(OPENING)).toContain('ball');
    await expect.poll(() => button(one, 'Undo').isDisabled()).toBe(true);
    await button(two, 'Undo').click();
    await expect.poll(() => dev.read(OPENING)).toBe(original);
  });

  it('refuses with a sentence what another tab changed since', async () => {
    const one = await edit();
    await fill(one, 'Title', 'First night');
    const two = await anotherTab(one);
    await fill(two, 'Title', 'Second night');
    await button(one, 'Undo').click();
    await one.getByText('opening.yaml was changed since in the same lines, so nothing was changed.').waitFor();
    expect(dev.read(OPENING)).toContain('Second night');
    for (const page of [two, one]) {
      await button(page, 'Undo').click();
      await expect.poll(() => button(page, 'Undo').isDisabled()).toBe(true);
    }
    expect(dev.read(OPENING)).toBe(original);
  });

  it('begins anew in a duplicated tab, whose storage is a copy', async () => {
    const one = await edit();
    await fill(one, 'Title', 'First night');
    await one.evaluate('sessionStorage.setItem("copied", "yes")');
    const [two] = await Promise.all([one.waitForEvent('popup'), one.evaluate('void open(location.href)')]);
    await ready(two);
    expect(await two.evaluate('sessionStorage.getItem("copied")')).toBe('yes');
    expect(await button(two, 'Undo').isDisabled()).toBe(true);
    await two.reload();
    await ready(two);
    await fill(two, 'Category', 'ball');
    await button(two, 'Undo').click();
    await expect.poll(() => dev.read(OPENING)).not.toContain('ball');
    expect(dev.read(OPENING)).toContain('First night');
    await button(one, 'Undo').click();
    await expect.poll(() => dev.read(OPENING)).toBe(original);
  });

  it('has nothing left after the server was started again, and changes nothing', async () => {
    const one = await edit();
    await fill(one, 'Title', 'First night');
    const { port } = new URL(dev.url);
    await dev.interrupt();
    const loaded = one.waitForEvent('load');
    await dev.run(['--no-sync', '--port', port]);
    await loaded;
    await ready(one);
    await expect.poll(() => button(one, 'Undo').isDisabled()).toBe(true);
    expect(dev.read(OPENING)).toContain('First night');
    await fill(one, 'Category', 'ball');
    await button(one, 'Undo').click();
    await expect.poll(() => dev.read(OPENING)).not.toContain('ball');
    expect(dev.read(OPENING)).toContain('First night');
  });
});
