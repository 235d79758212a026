import { expect, it, onTestFinished, vi } from 'vitest';
import { startService, temporaryService, type Running } from '../contract/service.ts';
import { withSecret } from './page-sections.ts';
import { startHook } from '../webhooks/support/hook.ts';

interface Change {
  readonly section: string;
  readonly keys: readonly string[];
  readonly rows: Readonly<Record<string, string>>;
}

interface Received {
  readonly event: string;
  readonly changes: readonly Change[];
}

/** A viewer of the page, which records the events it receives until it leaves. */
async function watch(running: Running) {
  const leaving = new AbortController();
  const response = await fetch(`${running.url}/page/events`, {
    headers: withSecret(running),
    signal: leaving.signal,
  });
  const received: Received[] = [];
  let over = false;
  void (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        if (event !== undefined) received.push({ event, changes: JSON.parse(data!) as Change[] });
        text = text.slice(end + 2);
      }
    }
  })()
    .catch(() => {})
    .finally(() => (over = true));
  const leave = (): void => leaving.abort();
  onTestFinished(leave);
  return { response, received, leave, isOver: () => over };
}

const opening = { title: 'Opening <night>', start_time: '2027-06-18T20:30:00Z', end_time: '2027-06-18T23:00:00Z' };

const latest = (received: readonly Received[], section: string): Change | undefined =>
  received.flatMap(({ changes }) => changes).findLast((change) => change.section === section);

async function watched(
  overrides: Parameters<typeof startService>[0] = {},
): Promise<Running & Awaited<ReturnType<typeof watch>>> {
  const running = await temporaryService(overrides);
  const watcher = await watch(running);
  await vi.waitFor(() => expect(watcher.received).toHaveLength(1), { timeout: 30_000 });
  return { ...running, ...watcher };
}

it('a new viewer first gets everything', async () => {
  const { response, received } = await watched();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(received[0]!.event).toBe('everything');
  expect(received[0]!.changes.map(({ section }) => section)).toEqual([
    'broadcasts',
    'records',
    'deliveries',
    'requests',
  ]);
});

it('a change is sent soon after it is made, with the changed rows and the order of all', async () => {
  const { a, clock, received, broadcastId } = await watched();
  clock.advance(1000);
  const { id } = await a.post('/events', opening);
  await vi.waitFor(() => expect(latest(received, 'records')!.keys).toContain(id), { timeout: 30_000 });
  const records = latest(received, 'records')!;
  expect(records.keys).toEqual([id, broadcastId]);
  expect(Object.keys(records.rows)).toEqual([id]);
  expect(records.rows[id!]).toContain('Opening &lt;night&gt;');
  // The request is noted after its change, and may be sent in the next batch.
  await vi.waitFor(
    () => {
      expect(latest(received, 'broadcasts')!.rows[broadcastId]).toContain('event <b>1</b>');
      expect(Object.values(latest(received, 'requests')!.rows)[0]).toContain('event.create');
    },
    { timeout: 30_000 },
  );
});

it('a deletion is sent as a missing key', async () => {
  const { a, received, broadcastId } = await watched();
  const { id } = await a.post('/events', opening);
  await vi.waitFor(() => expect(latest(received, 'records')!.keys).toContain(id), { timeout: 30_000 });
  await a.delete(`/events/${id}`);
  await vi.waitFor(() => expect(latest(received, 'records')!.keys).toEqual([broadcastId]), { timeout: 30_000 });
});

it('a delivery attempt is sent', async () => {
  const hook = await startHook([204]);
  const { a, received } = await watched({ allowPrivateWebhooks: true });
  await a.post('/webhooks', { url: hook.url, events: ['event.created'] }, { undocumented: true });
  await a.post('/events', opening);
  await vi.waitFor(
    () => expect(Object.values(latest(received, 'deliveries')!.rows).join()).toContain('data-state="delivered"'),
    {
      timeout: 30_000,
    },
  );
});

it('a read updates only the list of requests', async () => {
  const { a, received } = await watched();
  await a.get('/events');
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 30_000 });
  expect(received[1]!.changes.map(({ section }) => section)).toEqual(['requests']);
});

it('all viewers are updated, and those who leave are removed', async () => {
  const running = await temporaryService();
  const watchers = await Promise.all(Array.from({ length: 20 }, () => watch(running)));
  const allHave = (count: number): Promise<void> =>
    vi.waitFor(() => watchers.forEach(({ received }) => expect(received.length).toBeGreaterThanOrEqual(count)), {
      timeout: 30_000,
    });
  await allHave(1);
  await running.a.get('/places');
  await allHave(2);
  expect(running.service.page.watchers).toBe(20);
  for (const { leave } of watchers) leave();
  await vi.waitFor(() => expect(running.service.page.watchers).toBe(0), { timeout: 30_000 });
});

it('the service can close while someone is watching', async () => {
  const running = await startService();
  const watcher = await watch(running);
  await running.close();
  await vi.waitFor(() => expect(watcher.isOver()).toBe(true), { timeout: 30_000 });
});
