import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { needsBrowser } from '../needs.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { violationsHere } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { useDev } from './dev-command.ts';

const SIZES = [
  { width: 390, height: 844, hasTouch: true, colorScheme: 'dark' },
  { width: 1280, height: 800, hasTouch: false, colorScheme: 'light' },
] as const;

const bands = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`hosts/band-${index}.yaml`, `title: Band ${index}\nstatus: draft\n`]),
);

describe.runIf(needsBrowser())('the documents of edit mode, in a browser', () => {
  const { openLive } = useBrowser();
  const dev = useDev({ ...SMALL_FESTIVAL, ...bands });

  async function openList({ width, height, ...device }: (typeof SIZES)[number] = SIZES[1]): Promise<Page> {
    const viewport = { width, height };
    const page = await openLive(`${dev.url}events/opening/`, {
      ...device,
      viewport,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Documents', exact: true }).click();
    await rows(page).first().waitFor();
    return page;
  }
  const rows = (page: Page) => page.locator('.docs-open');
  const titles = (page: Page): Promise<readonly string[]> => page.locator('.docs-title').allInnerTexts();
  const search = async (page: Page, words: string): Promise<void> => page.getByRole('searchbox').fill(words);
  const act = async (page: Page, title: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: `More for ${title}`, exact: true }).click();
    await page.getByRole('button', { name: action, exact: true }).click();
    await page.locator('.docs-form').waitFor();
  };
  const has = (path: string): boolean => existsSync(join(dev.folder, 'content', path));

  it('finds a document by what somebody types, by kind and by state', async () => {
    const page = await openList();
    await search(page, 'opening');
    await expect.poll(() => titles(page)).toEqual(['Opening']);
    expect(await page.getByRole('link', { name: 'Page of Opening' }).getAttribute('href')).toBe('/events/opening/');
    await search(page, '');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('host');
    await page.getByRole('button', { name: 'Draft 60' }).click();
    await expect.poll(() => rows(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows(page).count()).toBe(60);
    expect(await page.getByRole('button', { name: 'Draft 60' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('follows files that others save, and keeps the focus', async () => {
    const page = await openList();
    await search(page, 'ben');
    await expect.poll(() => titles(page)).toEqual(['Ben']);
    await rows(page).first().focus();
    dev.write('content/hosts/ben-s.yaml', 'title: Ben S\nstatus: published\n');
    await expect.poll(() => titles(page)).toEqual(['Ben', 'Ben S']);
    expect(await focused(page)).toBe('hosts/ben');
    dev.remove('content/hosts/ben-s.yaml');
    await expect.poll(() => titles(page)).toEqual(['Ben']);
  });

  it('works with the keyboard alone: search, list, a new document', async () => {
    const page = await openList();
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('places/');
    await expect.poll(() => titles(page)).toEqual(['Hall', 'Quay']);
    // The slash is a shortcut of the page, which must not see it.
    expect(await page.getByRole('searchbox', { name: 'Search documents' }).inputValue()).toBe('places/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('places/quay');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.docs-form').waitFor();
    await page.keyboard.type('Host');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Zoé');
    await page.keyboard.press('Enter');
    await expect.poll(() => has('hosts/zoe.yaml')).toBe(true);
    expect(dev.read('content/hosts/zoe.yaml')).toMatch(/^title: Zoé$/m);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('hosts/zoe.yaml')).toBe(false);
  });

  it('shows what follows a new name before it changes anything', async () => {
    const page = await openList();
    await search(page, 'hosts/ada');
    await expect.poll(() => titles(page)).toEqual(['Ada']);
    await act(page, 'Ada', 'Rename');
    await page.getByLabel('Address, after hosts/').fill('ada l');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'cannot be the address' }).waitFor();
    await page.getByLabel('Address, after hosts/').fill('ada-l');
    await page.keyboard.press('Enter');
    const sure = page.getByRole('button', { name: 'Rename and change 3 documents' });
    await sure.waitFor();
    expect(has('hosts/ada-l.yaml')).toBe(false);
    await sure.click();
    await page.getByText('Ada is now hosts/ada-l.').waitFor();
    expect(dev.read('content/sessions/talk.yaml')).toContain('hosts/ada-l');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('hosts/ada.yaml')).toBe(true);
    await expect.poll(() => dev.read('content/sessions/talk.yaml')).toBe(SMALL_FESTIVAL['sessions/talk.yaml']);
  });

  it('follows a name that is taken back, and leaves a document that is gone again', async () => {
    const page = await openList();
    await page.goto(`${dev.url}hosts/ada/`);
    await page.getByRole('button', { name: 'Documents', exact: true }).click();
    await search(page, 'hosts/ada');
    await expect.poll(() => titles(page)).toEqual(['Ada']);
    await act(page, 'Ada', 'Rename');
    await page.getByLabel('Address, after hosts/').fill('ada-m');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename and change 3 documents' }).click();
    await page.waitForURL('**/hosts/ada-m/');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL('**/hosts/ada/');
    await expect.poll(() => page.locator('h1').first().innerText()).toBe('Ada');
    await page.getByRole('button', { name: 'Documents', exact: true }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByLabel('Kind').last().selectOption('host');
    await page.getByLabel('Title').fill('Nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nobody' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    expect(has('hosts/nobody.yaml')).toBe(false);
  });

  it('shows what points at a document before it is deleted', async () => {
    const page = await openList();
    await search(page, 'hosts/ada');
    await expect.poll(() => titles(page)).toEqual(['Ada']);
    await act(page, 'Ada', 'Delete');
    expect(await page.locator('.docs-pointing .link').allInnerTexts()).toEqual(
      expect.arrayContaining(['Talk', 'About', 'Second']),
    );
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('more hosts/ada');
    expect(has('hosts/ada.yaml')).toBe(true);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('.docs-form').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Ada was deleted.').waitFor();
    expect(has('hosts/ada.yaml')).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('hosts/ada.yaml')).toBe(true);
    await expect.poll(() => dev.read('content/sessions/talk.yaml')).toBe(SMALL_FESTIVAL['sessions/talk.yaml']);
  });

  it('a copy has its own title', async () => {
    const page = await openList();
    await search(page, 'places/hall');
    await expect.poll(() => titles(page)).toEqual(['Hall']);
    await act(page, 'Hall', 'Duplicate');
    await page.getByLabel('Title').fill('Small hall');
    await page.keyboard.press('Enter');
    await expect.poll(() => has('places/small-hall.yaml')).toBe(true);
    expect(dev.read('content/places/small-hall.yaml')).toBe('name: Small hall\ncoordinates: { x: 50, y: 60 }\n');
    dev.remove('content/places/small-hall.yaml');
  });

  it.each(SIZES)('has no axe violations and fits at $width px', async (size) => {
    const page = await openList(size);
    const look = async (): Promise<void> => {
      expect(await violationsHere(page, 'gitcast-dev')).toEqual([]);
      const overflow = `[...document.querySelector('gitcast-dev').shadowRoot.querySelectorAll('.edit-body')].map((each) => each.scrollWidth - each.clientWidth)`;
      expect(await page.evaluate(overflow)).toEqual([0]);
    };
    await page.getByRole('button', { name: 'More for About' }).click();
    await look();
    await search(page, 'hosts/ada');
    await expect.poll(() => titles(page)).toEqual(['Ada']);
    await act(page, 'Ada', 'Delete');
    await look();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.locator('.docs-form').waitFor();
    await look();
  });

  it('has targets for thumbs', async () => {
    const page = await openList(SIZES[0]);
    const small = `[...document.querySelector('gitcast-dev').shadowRoot.querySelectorAll('.docs button, .docs a, .docs input, .docs select')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44).map((each) => each.textContent)`;
    await page.getByRole('button', { name: 'More for About' }).click();
    expect(await page.evaluate(small)).toEqual([]);
  });
});

const focused = (page: Page): Promise<unknown> =>
  page.evaluate(`document.querySelector('gitcast-dev').shadowRoot.activeElement?.dataset.name`);
