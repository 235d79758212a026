/** What the site promises a visitor and an editor, each as one journey from beginning to end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { importHistory, type Imported } from '../history/imported.ts';
import { useBrowser } from './browser.ts';
import { useHost } from './host.ts';
import { needsBrowser } from '../needs.ts';

const at = (title: string, start: string, end: string, more = ''): string =>
  `title: ${title}\nstart_time: 2027-06-18T${start}\nend_time: 2027-06-18T${end}\n${more}`;
const FESTIVAL = {
  'gitcast.config.yaml': 'site: { timezone: Europe/Paris, locales: [en], url: https://harbour.example }\n',
  'content/broadcast.yaml': 'name: Harbour festival\n',
  'content/places/hall.yaml': 'name: The Hall\n',
  'content/places/barge.yaml': 'name: The Barge\n',
  'content/events/concert.yaml': at('Concert', '20:00', '22:00', 'place_id: places/hall\n'),
  'content/events/puppets.yaml': at('Puppets', '21:00', '22:30', 'place_id: places/barge\n'),
  'content/events/opening.yaml': at('Opening', '14:00', '15:00', 'place_id: places/hall\n'),
  'content/events/lanterns.yaml': at('Lanterns on the water', '23:00', '23:45', 'description: Bring a jar.\n'),
};
const NOW = '2027-05-04T12:00:00Z';
const OPENING = 'content/events/opening.yaml';
const MOVED = at('Opening', '15:30', '16:30', 'place_id: places/barge\n');

describe.runIf(needsBrowser())('a journey through the site', () => {
  const browser = useBrowser({ workers: 'allowed' });
  const host = useHost();
  let repository: Imported;

  const publish = async (commit: string): Promise<void> => {
    repository.git('checkout', '-q', '-f', '--detach', commit);
    const { stderr } = await gitcast(`build --now ${NOW}`, { cwd: repository.folder });
    expect(stderr).toBe('');
  };
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gitcast-'));
    repository = importHistory([{ files: FESTIVAL }, { files: { [OPENING]: MOVED } }], folder);
    host.folder = join(repository.folder, 'dist');
    await publish('main~1');
  });
  afterEach(() => void (host.network = 'up'));
  afterAll(() => repository && rmSync(repository.folder, { recursive: true }));

  it('of a visitor: two favourites that clash, a shared link, and the programme without a network', async () => {
    const page = await browser.open('about:blank');
    await page.clock.setFixedTime(NOW);
    await page.goto(`${host.url}/program/`);
    for (const address of ['events/concert', 'events/puppets'])
      await page.locator(`[data-favourite="${address}"]`).first().click();
    await page.goto(`${host.url}/favorites/`);
    await page.locator('.plan-clash').first().waitFor();
    expect(await page.locator('.plan-clash').allTextContents()).toEqual([
      'At the same time as Puppets',
      'At the same time as Concert',
    ]);
    await page.locator('[data-share]').click();
    await page.locator('.plan-code svg').waitFor();
    const link = await page.locator('#plan-link').inputValue();

    const friend = await browser.open(link);
    await friend.locator('[data-merge]').click();
    await friend.locator('.plan-clash').first().waitFor();
    await expect.poll(() => friend.evaluate('navigator.serviceWorker.controller?.state')).toBe('activated');
    host.network = 'cut';
    await friend.reload();
    await friend.locator('.plan-clash').first().waitFor();
    await friend.keyboard.type('/lantrens');
    await expect.poll(() => friend.locator('.search-results').innerText()).toContain('Lanterns on the water');
    await friend.keyboard.press('Enter');
    await friend.getByText('Bring a jar.').waitFor();
  });

  it('of an editor: an event that moves in git is in the change log, on its badge, in the feed and in the calendar', async () => {
    // By the address of this machine: for a slow host, a worker would show the page that it stored before.
    const visitor = await browser.open('about:blank');
    await visitor.clock.setFixedTime(NOW);
    await visitor.goto(`${host.local}/program/`);
    const before = await eventIn('opening');
    await publish('main');

    await visitor.clock.setFixedTime(Date.parse(NOW) + 3_600_000);
    await visitor.goto(`${host.local}/program/changes/`);
    expect(await visitor.locator('.changes-since').innerText()).toMatch(
      /Opening\s+From 14:00 to 15:30, from The Hall to The Barge/,
    );
    await visitor.goto(`${host.local}/program/`);
    expect(await slotOf(visitor, 'events/opening')).toContain('Moved');
    const feed = await (await fetch(`${host.local}/program/changes/feed.xml`)).text();
    expect(feed).toContain('from 14:00 to 15:30, from The Hall to The Barge');
    const after = await eventIn('opening');
    expect(after.uid).toBe(before.uid);
    expect(after.start).toContain('15:30');
    expect(after.sequence).toBeGreaterThan(before.sequence);
  });

  const slotOf = (page: Page, address: string): Promise<string> => page.locator(`[data-slot="${address}"]`).innerText();

  const eventIn = async (name: string) => {
    const text = readFileSync(join(host.folder, 'events', name, 'calendar.ics'), 'utf8');
    const event = new ICAL.Component(ICAL.parse(text) as unknown[]).getFirstSubcomponent('vevent')!;
    const value = (key: string) => event.getFirstPropertyValue(key);
    return { uid: value('uid'), start: String(value('dtstart')), sequence: Number(value('sequence')) };
  };
});
