import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';
import { event } from '../site/harbour-site.ts';
import { violationsHere } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { useDev } from './dev-command.ts';
import { needsBrowser } from '../needs.ts';

/** The page behind the board: one that does not depend on the programme, since others may have to be reloaded. */
const BEHIND = 'no-such-page/';
/** The height of a minute on the board, in pixels. */
const MINUTE = 1.2;
/** Longer than a press that picks a slot up. */
const LONG_PRESS = 1000;

const FILES = {
  ...SMALL_FESTIVAL,
  'events/opening.yaml': `# The mayor comes at eight.
title: Opening
start_time: 2027-06-18T20:00:00+02:00 # after the ferry
end_time: 2027-06-18T22:00:00+02:00
category: concert
place_id: places/quay
`,
  'events/odd.yaml': event('2027-06-20T20:32:00+02:00', '2027-06-20T21:17:00+02:00', 'place_id: places/quay\n'),
  'places/barn.yaml': 'name: Barn\n',
  'events/lunch.yaml': event('2027-06-19T12:00:00+02:00', '2027-06-19T13:00:00+02:00', 'place_id: places/hall\n'),
};

describe.runIf(needsBrowser())('the board of gitcast dev, in a browser', () => {
  const { openLive } = useBrowser();
  const dev = useDev(FILES, (each) => each.commitAll());
  afterEach(() => dev.git('checkout', '-q', 'content'));

  async function openBoard(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openLive(`${dev.url}${BEHIND}`, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    await page.keyboard.press('e');
    await page.locator('[data-view=board]').click();
    await slot(page, 'Opening').waitFor();
    await expect.poll(() => slot(page, 'Opening').innerText()).toMatch(/^20:00–22:00/);
    return page;
  }
  const slot = (page: Page, title: string): Locator =>
    page.locator('.slot[data-address]').filter({ has: page.locator(`.slot-title:text-is("${title}")`) });
  const column = (page: Page, title: string): Locator => page.locator(`.board-column[aria-label="${title}"]`);
  /** Each slot has a finger of its own. */
  const fingerOn = async (page: Page, title: 'Opening' | 'Ball'): Promise<Finger> => {
    const { x, y } = (await slot(page, title).boundingBox())!;
    return { id: title === 'Opening' ? 0 : 1, x: x + 30, y: y + 20 };
  };
  /** The lines that were removed and added. */
  const diff = (): readonly string[] =>
    dev
      .git('diff', '-U0')
      .split('\n')
      .filter((line) => /^[+-](?![+-])/.test(line));

  async function drag(page: Page, from: Locator, { x = 0, y = 0 }: { x?: number; y?: number }): Promise<void> {
    const { x: left, y: top } = (await from.boundingBox())!;
    await page.mouse.move(left + 20, top + 10);
    await page.mouse.down();
    await page.mouse.move(left + 20 + x / 2, top + 10 + y / 2, { steps: 4 });
    await page.mouse.move(left + 20 + x, top + 10 + y, { steps: 4 });
  }

  it('a drag down the day changes the two times in the file, and nothing else', async () => {
    const page = await openBoard();
    await drag(page, slot(page, 'Opening'), { y: 30 * MINUTE });
    await expect.poll(() => page.locator('.ghost').innerText()).toMatch(/^20:30–22:30 · Quay/);
    await page.mouse.up();
    expect(await slot(page, 'Opening').locator('.slot-time').innerText()).toBe('20:30–22:30');
    await expect
      .poll(diff)
      .toEqual([
        '-start_time: 2027-06-18T20:00:00+02:00 # after the ferry',
        '-end_time: 2027-06-18T22:00:00+02:00',
        '+start_time: 2027-06-18T20:30:00+02:00 # after the ferry',
        '+end_time: 2027-06-18T22:30:00+02:00',
      ]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(diff).toEqual([]);
    await expect.poll(() => slot(page, 'Opening').locator('.slot-time').innerText()).toBe('20:00–22:00');
  });

  it('a drag to another place is one line, and shows the clash in words on both slots', async () => {
    const page = await openBoard();
    const [from, to] = await Promise.all(['Quay', 'Hall'].map((each) => column(page, each).boundingBox()));
    await drag(page, slot(page, 'Opening'), { x: to!.x - from!.x });
    await page.mouse.up();
    await expect.poll(diff).toEqual(['-place_id: places/quay', '+place_id: places/hall']);
    const words = (title: string) => slot(page, title).locator('.slot-clash').innerText();
    await expect.poll(() => words('Ball')).toBe('Hall has another event at this time: Opening.');
    expect(await words('Opening')).toBe('Hall has another event at this time: Ball.');
    expect(await page.locator('.board-clashes').innerText()).toBe('2 entries clash');
    const [opening, ball] = await Promise.all(['Opening', 'Ball'].map((each) => slot(page, each).boundingBox()));
    expect(opening!.x + opening!.width).toBeLessThanOrEqual(ball!.x);
  });

  it('a time between the steps stays unless the slot moves in time, and then its length', async () => {
    const page = await openBoard();
    await page.locator('[data-day="2027-06-20"]').click();
    const odd = page.locator('[data-address="events/odd"]');
    const press = async (...keys: readonly string[]) => {
      await odd.focus();
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Enter', 'ArrowLeft', 'Enter');
    await expect.poll(diff).toEqual(['-place_id: places/quay', '+place_id: places/hall']);
    await press('F2');
    await page.locator('.board-card select').selectOption('places/barn');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(diff).toEqual(['-place_id: places/quay', '+place_id: places/barn']);
    await press('Enter', 'ArrowDown', 'Enter');
    await expect.poll(() => odd.locator('.slot-time').innerText()).toBe('20:35–21:20');
    await expect.poll(diff).toHaveLength(6);
  });

  it('has a column for no place, and after it those for places that nothing uses', async () => {
    const page = await openBoard();
    const titles = await page.locator('.board-head').allInnerTexts();
    const none = titles.indexOf('No place');
    expect(titles.slice(0, none)).toContain('Quay');
    expect(titles.slice(none + 1)).toContain('Barn');
  });

  it('the lower edge changes the end, and Escape during a drag changes nothing', async () => {
    const page = await openBoard();
    const { x, y, height } = (await slot(page, 'Opening').boundingBox())!;
    await page.mouse.move(x + 40, y + height - 3);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + height - 3 - 15 * MINUTE, { steps: 5 });
    await page.mouse.up();
    await expect.poll(diff).toEqual(['-end_time: 2027-06-18T22:00:00+02:00', '+end_time: 2027-06-18T21:45:00+02:00']);
    await drag(page, slot(page, 'Ball'), { y: 60 });
    await page.keyboard.press('Escape');
    expect(await page.locator('.ghost').count()).toBe(0);
    await page.mouse.up();
    expect(await slot(page, 'Ball').locator('.slot-time').innerText()).toBe('21:00–01:00');
    expect(await page.locator('.board-card').isVisible()).toBe(false);
    expect(diff()).toHaveLength(2);
  });

  it('by keys a slot is picked up, moved in time, place and day, and dropped; each step is announced', async () => {
    const page = await openBoard();
    const said = () => page.locator('.board-live').innerText();
    await slot(page, 'Opening').focus();
    await page.keyboard.press('Enter');
    expect(await said()).toContain('Picked up Opening: Friday 18 June, 20:00 to 22:00, Quay.');
    await page.keyboard.press('ArrowDown');
    expect(await said()).toBe('Friday 18 June, 20:05 to 22:05, Quay');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowLeft');
    expect(await said()).toBe('Friday 18 June, 19:35 to 21:35, Hall');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('+');
    expect(await said()).toBe('Saturday 19 June, 19:35 to 21:40, Hall');
    expect(diff()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect
      .poll(diff)
      .toEqual([
        '-start_time: 2027-06-18T20:00:00+02:00 # after the ferry',
        '-end_time: 2027-06-18T22:00:00+02:00',
        '+start_time: 2027-06-19T19:35:00+02:00 # after the ferry',
        '+end_time: 2027-06-19T21:40:00+02:00',
        '-place_id: places/quay',
        '+place_id: places/hall',
      ]);
    await expect.poll(said).toMatch(/^Opening, Saturday 19 June, 19:35 to 21:40, Hall/);
    expect(await page.evaluate(FOCUSED)).toBe('events/opening');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(FOCUSED)).toBe('events/lunch');
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await said()).toMatch(/stays where it was\.$/);
    expect(diff()).toHaveLength(6);
  });

  it('by touch, a long press picks a slot up, and a swipe scrolls', async () => {
    const page = await openBoard({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const touches = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      touches.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const swipe = async (wait: number): Promise<void> => {
      await slot(page, 'Opening').scrollIntoViewIfNeeded();
      const { x, y } = (await slot(page, 'Opening').boundingBox())!;
      await touch('touchStart', x + 30, y + 20);
      await page.waitForTimeout(wait);
      for (let step = 1; step <= 10; step++) await touch('touchMove', x + 30, y + 20 + (step * 60 * MINUTE) / 10);
      await page.evaluate('new Promise(requestAnimationFrame)');
      await touch('touchEnd');
    };
    const scrolled = () => page.locator('.board-scroll').evaluate(({ scrollTop }) => scrollTop);
    const before = await scrolled();
    await swipe(0);
    await expect.poll(scrolled).toBeLessThan(before);
    expect(diff()).toEqual([]);
    await swipe(600);
    await expect.poll(diff).toContain('+start_time: 2027-06-18T21:00:00+02:00 # after the ferry');
  });

  it('a long press that moves nothing shows the details, as a tap does', async () => {
    const page = await openBoard({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const touches = await page.context().newCDPSession(page);
    await slot(page, 'Opening').scrollIntoViewIfNeeded();
    const { x, y } = (await slot(page, 'Opening').boundingBox())!;
    await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 30, y: y + 20 }] });
    await page.locator('.ghost').waitFor();
    await touches.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 32, y: y + 21 }] });
    await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('form', { name: 'Opening' }).waitFor();
    expect(await page.locator('.ghost').count()).toBe(0);
    expect(diff()).toEqual([]);
  });

  it('a second finger on another slot ends the press of the first, and starts none', async () => {
    const page = await openBoard({ hasTouch: true });
    const fingers = await fingersOn(page);
    const [first, second] = [await fingerOn(page, 'Opening'), await fingerOn(page, 'Ball')];
    await stopClock(page);
    await fingers('touchStart', first);
    await fingers('touchStart', first, second);
    await page.clock.runFor(LONG_PRESS);
    expect(await page.locator('.ghost').count()).toBe(0);
    await fingers('touchEnd', first, second);
    await page.clock.resume();
    // The next press works, and what it writes is all that was written: moves are sent one after the other.
    await fingers('touchStart', first);
    await page.locator('.ghost').waitFor();
    await fingers('touchMove', { ...first, y: first.y + 60 * MINUTE });
    await fingers('touchEnd', first);
    await expect
      .poll(diff)
      .toEqual([
        '-start_time: 2027-06-18T20:00:00+02:00 # after the ferry',
        '-end_time: 2027-06-18T22:00:00+02:00',
        '+start_time: 2027-06-18T21:00:00+02:00 # after the ferry',
        '+end_time: 2027-06-18T23:00:00+02:00',
      ]);
  });

  it('a tap with two fingers does nothing, also later', async () => {
    const page = await openBoard({ hasTouch: true });
    const fingers = await fingersOn(page);
    const both = [await fingerOn(page, 'Opening'), await fingerOn(page, 'Ball')] as const;
    await stopClock(page);
    await fingers('touchStart', both[0]);
    await fingers('touchStart', ...both);
    await fingers('touchEnd', ...both);
    // Fails if a timer of the page throws.
    await page.clock.runFor(LONG_PRESS);
    expect(await page.locator('.ghost, .board-card:visible').count()).toBe(0);
  });

  it('a drag goes on while a second finger taps, or the browser cancels it', async () => {
    const page = await openBoard({ hasTouch: true });
    const fingers = await fingersOn(page);
    const [first, second] = [await fingerOn(page, 'Opening'), await fingerOn(page, 'Ball')];
    await fingers('touchStart', first);
    await page.locator('.ghost').waitFor();
    await fingers('touchStart', first, second);
    // Chromium cancels all fingers or none; some browsers cancel the one that they take for a palm.
    await slot(page, 'Ball').dispatchEvent('pointercancel', { pointerId: 999 });
    await fingers('touchEnd', second);
    await fingers('touchMove', { ...first, y: first.y + 30 * MINUTE });
    await expect.poll(() => page.locator('.ghost').innerText()).toMatch(/^20:30–22:30 · Quay/);
    await fingers('touchEnd', first);
    await expect.poll(diff).toContain('+start_time: 2027-06-18T20:30:00+02:00 # after the ferry');
    expect(diff()).toHaveLength(4);
  });

  it('a slot that is taken up near an edge scrolls only when it is pulled there', async () => {
    const page = await openBoard({ hasTouch: true });
    const fingers = await fingersOn(page);
    const area = page.locator('.board-scroll');
    const scrolled = () => area.evaluate(({ scrollTop }) => scrollTop);
    const { y, height } = (await area.boundingBox())!;
    const { y: top } = (await slot(page, 'Opening').boundingBox())!;
    await area.evaluate((node, by) => node.scrollBy(0, by), top - (y + height - 50));
    const finger = await fingerOn(page, 'Opening');
    const before = await scrolled();
    const pull = async (by: number): Promise<void> => {
      await fingers('touchStart', finger);
      await page.locator('.ghost').waitFor();
      await fingers('touchMove', { ...finger, y: finger.y + by });
    };
    await pull(1);
    for (let frame = 0; frame < 3; frame++) await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await scrolled()).toBe(before);
    await fingers('touchEnd', finger);
    await page.getByRole('form', { name: 'Opening' }).waitFor();
    expect(await scrolled()).toBe(before);
    await pull(10);
    await expect.poll(scrolled).toBeGreaterThan(before);
    await fingers('touchCancel');
    expect(diff()).toEqual([]);
  });

  it('the ghost of a drag stays when somebody adds a place meanwhile', async () => {
    const page = await openBoard();
    await drag(page, slot(page, 'Opening'), { y: 30 * MINUTE });
    await expect.poll(() => page.locator('.ghost').innerText()).toMatch(/^20:30/);
    dev.write('content/places/pier.yaml', 'name: Pier\n');
    await column(page, 'Pier').waitFor();
    expect(await column(page, 'Quay').locator('.ghost').innerText()).toMatch(/^20:30/);
    expect(await column(page, 'Desk').getAttribute('data-off')).toBe('');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    dev.remove('content/places/pier.yaml');
  });

  it('a page that is loaded again shows the same view: the day of the board, the search', async () => {
    const page = await openBoard();
    await page.getByRole('button', { name: 'Sat 19 Jun' }).click();
    await page.locator('[data-address="events/lunch"]').focus();
    await page.reload();
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('events/lunch');
    expect(await page.getByRole('button', { name: 'Sat 19 Jun' }).getAttribute('aria-pressed')).toBe('true');
    await page.locator('[data-view=documents]').click();
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('hall');
    await page.reload();
    await expect.poll(() => page.locator('.docs-title').allInnerTexts()).toEqual(['Hall']);
    expect(await page.getByRole('searchbox', { name: 'Search documents' }).inputValue()).toBe('hall');
  });

  it('a slot without a time waits in a tray, and gets one by a drag', async () => {
    dev.write('content/events/new.yaml', 'title: New\nplace_id: places/quay\n');
    const page = await openBoard();
    await page.keyboard.press('Escape');
    const box = (await column(page, 'Quay').boundingBox())!;
    const { x, y } = (await page.locator('.board-tray .slot').boundingBox())!;
    await page.mouse.move(x + 20, y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 12 * 60 * MINUTE, { steps: 6 });
    await page.mouse.up();
    await expect
      .poll(() => dev.read('content/events/new.yaml'))
      .toBe('title: New\nplace_id: places/quay\nstart_time: 2027-06-18T18:00\nend_time: 2027-06-18T19:00\n');
    expect(await page.locator('.board-tray').isVisible()).toBe(false);
    dev.remove('content/events/new.yaml');
  });

  it('a slot that begins just before the day ends keeps its minute in another place', async () => {
    const last = 'title: Last\nplace_id: places/quay\nstart_time: 2027-06-19T05:58\nend_time: 2027-06-19T06:30\n';
    dev.write('content/events/last.yaml', last);
    const page = await openBoard();
    await slot(page, 'Last').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => dev.read('content/events/last.yaml')).not.toContain('places/quay');
    expect(dev.read('content/events/last.yaml')).toContain(
      'start_time: 2027-06-19T05:58\nend_time: 2027-06-19T06:30\n',
    );
    dev.remove('content/events/last.yaml');
  });

  it('a slot never goes to a place that its kind cannot have', async () => {
    const page = await openBoard();
    await slot(page, 'Opening').focus();
    await page.keyboard.press('Enter');
    expect(await column(page, 'Desk').getAttribute('data-off')).toBe('');
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight');
    expect(await page.locator('.board-live').innerText()).not.toContain('Desk');
    await page.keyboard.press('Escape');
  });

  it('on a phone, a tap offers time and place; a time that is refused goes back, with the reason', async () => {
    const page = await openBoard({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await slot(page, 'Opening').tap();
    const card = page.getByRole('form', { name: 'Opening' });
    await card.getByLabel('Start').fill('2027-06-18T19:15');
    expect(await card.getByLabel('End').inputValue()).toBe('2027-06-18T21:15');
    await card.getByRole('button', { name: 'Move' }).click();
    await expect.poll(diff).toContain('+start_time: 2027-06-18T19:15:00+02:00 # after the ferry');
    await slot(page, 'Opening').tap();
    await card.getByLabel('End').fill('2027-06-18T19:00');
    await card.getByRole('button', { name: 'Move' }).click();
    await page.locator('.message[data-name=word]').waitFor();
    expect(await page.locator('.message[data-name=word]').innerText()).toContain(
      'Opening was not moved: this ends before it starts',
    );
    await expect.poll(() => slot(page, 'Opening').locator('.slot-time').innerText()).toBe('19:15–21:15');
    const sizes = await card
      .locator('button, input, select')
      .evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(sizes.every((height) => height === 0 || height >= 42)).toBe(true);
  });

  it('what somebody else saves appears on the board, and is never overwritten', async () => {
    const page = await openBoard();
    dev.edit('content/events/opening.yaml', (text) => text.replace('T20:00', 'T19:30'));
    await expect.poll(() => slot(page, 'Opening').locator('.slot-time').innerText()).toBe('19:30–22:00');
    await page.route('**/edit/move-slot', async (route) => {
      dev.edit('content/events/opening.yaml', (text) => text.replace('T19:30', 'T19:45'));
      await route.continue();
    });
    await drag(page, slot(page, 'Opening'), { y: 60 * MINUTE });
    await expect.poll(() => page.locator('.ghost').innerText()).toMatch(/^20:30/);
    await page.mouse.up();
    await page.locator('.message[data-name=word]').waitFor();
    expect(await page.locator('.message[data-name=word]').innerText()).toContain('was changed meanwhile');
    expect(dev.read('content/events/opening.yaml')).toContain('T19:45');
    await expect.poll(() => slot(page, 'Opening').locator('.slot-time').innerText()).toBe('19:45–22:00');
  });

  it('has no axe violations, light and dark, on a desk and on a phone', async () => {
    dev.edit('content/events/opening.yaml', (text) => text.replace('places/quay', 'places/hall'));
    for (const width of [1280, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openBoard({ viewport: { width, height: 844 }, colorScheme, bypassCSP: true });
        expect(await violationsHere(page, 'gitcast-dev'), `${width} ${colorScheme}`).toEqual([]);
        await slot(page, 'Opening').click();
        expect(await violationsHere(page, 'gitcast-dev'), `${width} ${colorScheme}, details`).toEqual([]);
      }
  });
});

interface Finger {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** `touchStart` names all fingers that are down, `touchEnd` those that go up. */
async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...touchPoints: readonly Finger[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
}

/** A press of the page then takes exactly as long as the test says, however slow the machine is. */
async function stopClock({ clock }: Page): Promise<void> {
  await clock.install({ time: 0 });
  await clock.pauseAt(120_000);
}

const FOCUSED = 'document.querySelector("gitcast-dev").shadowRoot.activeElement.dataset.address';

const MANY = 600;
const PLACES = 20;

describe.runIf(needsBrowser())('the board of gitcast dev with 600 slots on a day, in a browser', () => {
  const { openLive } = useBrowser();
  const files: Record<string, string> = { 'broadcast.yaml': 'name: Large\n' };
  for (let place = 0; place < PLACES; place++) files[`places/p${place}.yaml`] = `name: Place ${place}\n`;
  for (let index = 0; index < MANY; index++) {
    const start = Date.parse('2027-06-18T06:00:00Z') + Math.floor(index / PLACES) * 30 * 60_000;
    const [from, to] = [start, start + 25 * 60_000].map((instant) => new Date(instant).toISOString());
    files[`events/e${index}.yaml`] = event(from!, to!, `place_id: places/p${index % PLACES}\n`);
  }
  const dev = useDev(files);

  it('a drag takes less than a frame of script and layout for each move, and a drop changes few elements', async () => {
    const page = await openLive(`${dev.url}${BEHIND}`, { viewport: { width: 1280, height: 800 } });
    await page.keyboard.press('e');
    await page.locator('[data-view=board]').click();
    await page.locator('.slot[data-address]').first().waitFor();
    expect(await page.locator('.slot[data-address]').count()).toBe(MANY);
    const metrics = await page.context().newCDPSession(page);
    await metrics.send('Performance.enable');
    const spent = async (): Promise<number> => {
      const found = new Map(
        (await metrics.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]),
      );
      return ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].reduce(
        (sum, name) => sum + found.get(name)!,
        0,
      );
    };
    const { x, y } = (await page.locator('[data-address="events/e0"]').boundingBox())!;
    await page.evaluate(`{
      window.touched = new Set();
      const lines = document.querySelector('gitcast-dev').shadowRoot.querySelector('.board-lines');
      new MutationObserver((all) => all.forEach(({ target }) => touched.add(target.closest?.('.slot') ?? target)))
        .observe(lines, { subtree: true, childList: true, attributes: true, attributeFilter: ['style', 'data-clash'] });
    }`);
    const file = dev.read('content/events/e0.yaml');
    await page.mouse.move(x + 20, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 20);
    const before = await spent();
    const MOVES = 120;
    for (let step = 0; step < MOVES; step++) await page.mouse.move(x + 30 + step * 4, y + 20 + (step % 40) * 6);
    const each = ((await spent()) - before) / MOVES;
    await page.mouse.up();
    await expect.poll(() => dev.read('content/events/e0.yaml')).not.toBe(file);
    expect(each).toBeLessThan(0.016);
    expect(await page.evaluate('touched.size')).toBeLessThan(40);
  });
});
