/** A member of the team with a phone, shortly before the festival: what they change is in git as if they had written it by hand. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsBrowser } from '../needs.ts';
import { useBrowser } from './browser.ts';
import { DevCommand } from './dev-command.ts';

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

const CONCERT = 'content/events/friday/odile-marees.yaml';
const GARDEN = 'content/places/quiet-garden.yaml';

describe.runIf(needsBrowser())('a day of editing on a phone, in a browser', () => {
  const { openLive } = useBrowser();
  let demo: DevCommand;
  beforeAll(async () => {
    demo = await DevCommand.startDemo((dev) => {
      dev.edit(CONCERT, (text) => text.replace('Commencer à 98 battements', 'Commencer à 98 batements'));
      dev.edit(GARDEN, (text) => text.replace(/(es: \{ name: El Jardín Tranquilo), .*\}$/m, '$1 }'));
    });
  });
  afterAll(() => demo.end());

  const panelOf = (page: Page): Locator => page.locator('section.edit');
  const saved = (page: Page): Promise<void> => panelOf(page).getByText('Saved', { exact: true }).waitFor();
  const lines = (): readonly string[] => demo.changedLines();

  async function find(page: Page, words: string): Promise<void> {
    await panelOf(page).getByRole('button', { name: 'Documents' }).tap();
    await panelOf(page).getByRole('searchbox').fill(words);
    await panelOf(page).locator(`.docs-open[data-name="${words}"]`).tap();
  }

  it('corrects a typo, moves a concert, adds a host, translates a text, and commits', async () => {
    const page = await openLive(`${demo.url}events/friday/odile-marees/`, PHONE);
    await page.getByRole('button', { name: 'Edit', exact: true }).tap();
    await panelOf(page).locator('.form').waitFor();

    await page.locator('main').getByText('98 batements').tap();
    const text = panelOf(page).getByLabel('Description', { exact: true });
    await expect.poll(() => text.evaluate((each) => each.matches(':focus'))).toBe(true);
    await text.fill((await text.inputValue()).replace('batements', 'battements'));
    await page.locator('main').getByText('98 battements').waitFor();
    await expect.poll(lines).toHaveLength(2);

    await panelOf(page).getByRole('button', { name: 'Board' }).tap();
    const card = panelOf(page).getByRole('form', { name: 'Odile Marées' });
    await panelOf(page).locator('[data-address="events/friday/odile-marees"]').tap();
    await card.getByLabel('Start').fill('2027-06-19T00:45');
    await card.getByRole('button', { name: 'Move' }).tap();
    await expect.poll(lines).toHaveLength(6);

    const photo = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 200, height: 200 } });
    await panelOf(page).getByRole('button', { name: 'Documents' }).tap();
    await panelOf(page).getByRole('button', { name: 'New', exact: true }).tap();
    const form = panelOf(page).locator('.docs-form');
    await form.getByLabel('Kind').selectOption({ label: 'Host' });
    await form.getByLabel('Title').fill('Jeanne Estran');
    await form.getByRole('button', { name: 'Create' }).tap();
    await panelOf(page).locator('h2 >> text=Jeanne Estran').waitFor();
    const upload = panelOf(page).getByLabel('Media: upload a file');
    await panelOf(page).getByText('More fields').tap();
    await panelOf(page).getByRole('button', { name: 'Media', exact: true }).tap();
    await upload.setInputFiles({ name: 'Jeanne Estran.JPG', mimeType: 'image/jpeg', buffer: photo });
    await panelOf(page).getByLabel('Text for people who cannot see it').fill('Jeanne Estran au piano');
    await expect.poll(() => demo.read('content/hosts/jeanne-estran.yaml')).toContain('au piano');

    await find(page, 'places/quiet-garden');
    await panelOf(page).getByRole('button', { name: /^ES/ }).tap();
    await panelOf(page).getByLabel('Description', { exact: true }).fill('Hamacas y sombra.');
    await expect.poll(lines).toHaveLength(8);
    await saved(page);

    await panelOf(page).getByRole('button', { name: 'Changes' }).tap();
    await panelOf(page).getByText('4 files differ from the last commit.').waitFor();
    await panelOf(page).getByLabel('Message').fill('Last changes before the festival');
    await panelOf(page).getByLabel('Branch').fill('last-changes');
    await panelOf(page).getByRole('button', { name: 'Commit', exact: true }).tap();
    await panelOf(page)
      .getByText(/Committed to last-changes/)
      .waitFor();

    expect(demo.git('status', '--porcelain')).toBe('');
    expect(demo.git('log', '--format=%an: %s', 'main..last-changes')).toBe('Ada: Last changes before the festival');
    expect(lines()).toEqual([
      '-start_time: 2027-06-19T00:30:00+02:00',
      '-end_time: 2027-06-19T01:45:00+02:00',
      '+start_time: 2027-06-19T00:45:00+02:00',
      '+end_time: 2027-06-19T02:00:00+02:00',
      expect.stringMatching(/^-description: Commencer à 98 batements par minute/),
      expect.stringMatching(/^\+description: Commencer à 98 battements par minute/),
      '-  es: { name: El Jardín Tranquilo }',
      '+  es: { name: El Jardín Tranquilo, description: Hamacas y sombra. }',
    ]);
    expect(demo.git('diff', '--name-status', 'main').split('\n')).toEqual([
      `M\t${CONCERT}`,
      'A\tcontent/hosts/jeanne-estran.yaml',
      'A\tcontent/media/jeanne-estran.jpg',
      `M\t${GARDEN}`,
    ]);
    expect(demo.read('content/hosts/jeanne-estran.yaml')).toMatch(
      /^media: \{ url: media\/jeanne-estran\.jpg, alt: Jeanne Estran au piano \}$|^media:\n  url: media\/jeanne-estran\.jpg\n  alt: Jeanne Estran au piano$/m,
    );
  });
});
