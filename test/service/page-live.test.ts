import { expect, it, onTestFinished, vi } from 'vitest';
import { startService, temporaryService, type Running } from '../contract/service.ts';
import { startHook } from '../webhooks/support/hook.ts';

interface Change {
  readonly section: string;
  readonly keys: readonly string[];
  readonly rows: Readonly<Record<string, string>>;
}

interface Told {
  readonly event: string;
  readonly changes: readonly Change[];
}

/** Somebody who looks at the page: remembers what they were told, until they leave. */
async function watch(url: string) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/page/events`, { signal: leaving.signal });
  const told: Told[] = [];
  let over = false;
  void (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        if (event !== undefined) told.push({ event, changes: JSON.parse(data!) as Change[] });
        text = text.slice(end + 2);
      }
    }
  })()
    .catch(() => {})
    .finally(() => (over = true));
  const leave = (): void => leaving.abort();
  onTestFinished(leave);
  return { response, told, leave, isOver: () => over };
}

const opening = { title: 'Opening <night>', start_time: '2027-06-18T20:30:00Z', end_time: '2027-06-18T23:00:00Z' };

const latest = (told: readonly Told[], section: string): Change | undefined =>
  told.flatMap(({ changes }) => changes).findLast((change) => change.section === section);

async function watched(
  overrides: Parameters<typeof startService>[0] = {},
): Promise<Running & Awaited<ReturnType<typeof watch>>> {
  const running = await temporaryService(overrides);
  const watcher = await watch(running.url);
  await vi.waitFor(() => expect(watcher.told).toHaveLength(1), { timeout: 30_000 });
  return { ...running, ...watcher };
}

it('who comes is told everything first', async () => {
  const { response, told } = await watched();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(told[0]!.event).toBe('everything');
  expect(told[0]!.changes.map(({ section }) => section)).toEqual(['broadcasts', 'records', 'deliveries', 'requests']);
});

it('a change is told soon after it was made, with the rows that differ and the order of all', async () => {
  const { a, clock, told, broadcastId } = await watched();
  clock.advance(1000);
  const { id } = await a.post('/events', opening);
  await vi.waitFor(() => expect(latest(told, 'records')!.keys).toContain(id), { timeout: 30_000 });
  const records = latest(told, 'records')!;
  expect(records.keys).toEqual([id, broadcastId]);
  expect(Object.keys(records.rows)).toEqual([id]);
  expect(records.rows[id!]).toContain('Opening &lt;night&gt;');
  expect(latest(told, 'broadcasts')!.rows[broadcastId]).toContain('event <b>1</b>');
  expect(Object.values(latest(told, 'requests')!.rows)[0]).toContain('event.create');
});

it('a deletion is told by the key that is missing', async () => {
  const { a, told, broadcastId } = await watched();
  const { id } = await a.post('/events', opening);
  await vi.waitFor(() => expect(latest(told, 'records')!.keys).toContain(id), { timeout: 30_000 });
  await a.delete(`/events/${id}`);
  await vi.waitFor(() => expect(latest(told, 'records')!.keys).toEqual([broadcastId]), { timeout: 30_000 });
});

it('an attempt at a delivery is told', async () => {
  const hook = await startHook([204]);
  const { a, told } = await watched({ allowPrivateWebhooks: true });
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, { undocumented: true });
  await a.post('/events', opening);
  await vi.waitFor(
    () => expect(Object.values(latest(told, 'deliveries')!.rows).join()).toContain('data-state="delivered"'),
    {
      timeout: 30_000,
    },
  );
});

it('a reading request is told as a request and nothing else', async () => {
  const { a, told } = await watched();
  await a.get('/events');
  await vi.waitFor(() => expect(told).toHaveLength(2), { timeout: 30_000 });
  expect(told[1]!.changes.map(({ section }) => section)).toEqual(['requests']);
});

it('everybody who watches is told, and who leaves is forgotten', async () => {
  const running = await temporaryService();
  const watchers = await Promise.all(Array.from({ length: 20 }, () => watch(running.url)));
  await running.a.get('/places');
  await vi.waitFor(() => watchers.forEach(({ told }) => expect(told.length).toBeGreaterThan(1)), { timeout: 30_000 });
  expect(running.service.page.watchers).toBe(20);
  for (const { leave } of watchers) leave();
  await vi.waitFor(() => expect(running.service.page.watchers).toBe(0), { timeout: 30_000 });
});

it('the service closes although somebody still watches', async () => {
  const running = await startService();
  const watcher = await watch(running.url);
  await running.close();
  await vi.waitFor(() => expect(watcher.isOver()).toBe(true), { timeout: 30_000 });
});
