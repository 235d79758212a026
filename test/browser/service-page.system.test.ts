import { describe, expect, it } from 'vitest';
import { useService } from '../contract/service.ts';
import { useBrowser } from './browser.ts';
import { needsBrowser } from '../needs.ts';

describe.runIf(needsBrowser())('the page of the service, in a browser', () => {
  const { open } = useBrowser();
  const service = useService();
  /** As `gitcast serve` prints it. */
  const addressOf = (): string => `${service.url}/#${service.service.secret}`;

  it('shows nothing without the secret, and everything when its address is opened in the same tab', async () => {
    const page = await open(service.url);
    await page.waitForSelector('#live[data-state=lost] >> text=open the address that gitcast serve printed');
    expect(await page.locator('#broadcasts li').count()).toBe(0);
    await page.goto(addressOf());
    await page.waitForSelector('#live[data-state=live]');
    await page.waitForSelector('#broadcasts li');
    expect(page.url()).toBe(`${service.url}/`);
    await page.reload();
    await page.waitForSelector('#live[data-state=live]');
  });

  it('sends the secret in no address and no cookie', async () => {
    const page = await open('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''));
    await page.goto(addressOf());
    await page.waitForSelector('#live[data-state=live]');
    // The address of the page itself is reported with its fragment, which browsers do not send.
    expect(asked.slice(1).join(' ')).not.toContain(service.service.secret);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('shows the stored objects, and updates during a sync', async () => {
    const page = await open(addressOf());
    await page.waitForSelector('#live[data-state=live]');
    await service.a.post('/places', { name: 'Main <stage>' });
    await page.waitForSelector('#records >> text=Main <stage>');
    await page.waitForSelector('#requests >> text="/v1/places"');
    expect(await page.locator('#records [data-kind=place]').count()).toBe(1);
  });

  it('sends no request to another origin, and runs no inline script', async () => {
    const asked: string[] = [];
    const problems: string[] = [];
    const page = await open('about:blank');
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(addressOf());
    await page.waitForSelector('#live[data-state=live]');
    expect(asked.filter((url) => !url.startsWith(service.url))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('fits a phone', async () => {
    const page = await open(addressOf(), { viewport: { width: 390, height: 844 } });
    const { scroll, client } = (await page.evaluate(
      '({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth })',
    )) as { scroll: number; client: number };
    expect(scroll).toBeLessThanOrEqual(client);
  });
});
