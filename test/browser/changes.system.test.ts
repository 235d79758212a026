import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { importHistory, type Imported } from '../history/imported.ts';
import { violationsOf } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { startPreview } from './preview.ts';
import { needsBrowser } from '../needs.ts';

const event = (title: string, start: string): string =>
  `title: ${title}\nstart_time: 2027-06-18T${start}\nend_time: 2027-06-18T23:00\n`;
const CONCERT = event('Concert', '20:00');
const NOW = '2027-05-04T12:00:00Z';

describe.runIf(needsBrowser())('the changes of the programme, in a browser', () => {
  const { open } = useBrowser();
  let repository: Imported;
  let preview: Awaited<ReturnType<typeof startPreview>>;

  const publish = async (commit: string): Promise<void> => {
    repository.git('checkout', '-q', '-f', '--detach', commit);
    const { stderr } = await gitcast(`build --now ${NOW}`, { cwd: repository.folder });
    expect(stderr).toBe('');
  };

  beforeAll(async () => {
    repository = importHistory(
      [
        {
          files: {
            'gitcast.config.yaml': 'site: { timezone: Europe/Paris, locales: [en] }\n',
            'content/broadcast.yaml': 'name: Harbour festival\n',
            'content/events/opening.yaml': event('Opening', '14:00'),
            'content/events/concert.yaml': CONCERT,
            'content/events/talk.yaml': event('Talk', '10:00'),
          },
        },
        { files: { 'content/events/talk.yaml': event('Talk', '11:00') } },
        { files: { 'content/events/concert.yaml': `${CONCERT}$cancelled: true\n` } },
        { files: { 'content/events/opening.yaml': event('Opening', '15:30') } },
      ],
      mkdtempSync(join(tmpdir(), 'gitcast-')),
    );
    await publish('main~2');
    preview = await startPreview(join(repository.folder, 'dist'));
  });
  afterAll(async () => {
    await preview?.close();
    if (repository) rmSync(repository.folder, { recursive: true });
  });

  const changesIn = (page: Page, section: string) =>
    page
      .locator(`${section} [data-change]:visible`)
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-change')));

  it('are those since the last visit, favourites first, as long as the visit lasts', async () => {
    const page = await open('about:blank');
    const later = (hours: number) => page.clock.setFixedTime(Date.parse(NOW) + hours * 3_600_000);
    await later(0);
    await page.goto(`${preview.url}/program/`);
    expect(await page.locator('.changes-count').isVisible()).toBe(false);
    await page.locator('[data-favourite="events/concert"]').click();

    await publish('main');
    await later(1);
    await page.goto(`${preview.url}/program/`);
    expect(await page.locator('.changes-count').textContent()).toBe('Since your last visit: 2');
    await page.locator('.changes-link a').click();
    await page.locator('.changes-since').waitFor();
    expect(await changesIn(page, '.changes-since')).toEqual(['events/concert', 'events/opening']);
    expect(await changesIn(page, '.changes-day')).toEqual(['events/talk']);
    await page.reload();
    expect(await changesIn(page, '.changes-since')).toHaveLength(2);

    await later(2);
    await page.reload();
    expect(await changesIn(page, '.changes-since')).toEqual([]);
    expect(await changesIn(page, '.changes-day')).toEqual(['events/opening', 'events/concert', 'events/talk']);
  });

  it('can be read without JavaScript, and with the tools of people who do not see them', async () => {
    await publish('main');
    const still = await open(`${preview.url}/program/changes/`, { javaScriptEnabled: false });
    expect(await changesIn(still, '.changes-day')).toHaveLength(3);
    const page = await open(`${preview.url}/program/changes/`, { bypassCSP: true });
    expect(await violationsOf(page, `${preview.url}/program/changes/`)).toEqual([]);
    for (const path of ['/events/concert/', '/program/'])
      expect(await violationsOf(page, preview.url + path, { withoutFrame: true, widths: [320] })).toEqual([]);
  });
});
