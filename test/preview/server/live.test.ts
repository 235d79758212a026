import { describe, expect, it, onTestFinished } from 'vitest';
import type { News } from '../../../src/preview/server/page-state.ts';
import type { Hello } from '../../../src/preview/server/live-updates.ts';
import { startDevServer } from '../../../src/preview/server/dev-server.ts';
import { ask } from '../ask.ts';
import { useDevServer } from '../dev-server.ts';

interface Told {
  readonly event: string;
  readonly data: News & Hello;
}

/** The events that a page at a URL receives, one after the other. */
async function follow(url: string, page: string): Promise<() => Promise<Told>> {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  const answer = await fetch(`${url}/__gitcast/events?page=${encodeURIComponent(page)}`, { signal: ended.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async () => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end !== -1) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const [, event] = /^event: (.*)$/m.exec(block) ?? [];
        if (event) return { event, data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) as Told['data'] };
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return { event: 'end', data: {} as Told['data'] };
      text += value;
    }
  };
}

const OPENING = 'content/events/opening-concert.yaml';
const PAGE = '/events/opening-concert/';

/** Each edit builds the whole site, so there are only the documents of pages that a test opens. */
const CONTENT = {
  'broadcast.yaml': 'name: Harbour\n',
  'places/lawn.yaml': 'name: Lawn\n',
  'events/opening-concert.yaml': `title: Opening concert
description: A concert in two sets.
start_time: 2027-06-18T19:00
end_time: 2027-06-18T21:00
# The place is a pointer to a file.
place_id: places/lawn # on the left
`,
  'events/last-song.yaml': 'title: Last song\nstart_time: 2027-06-20T21:00\nend_time: 2027-06-20T22:00\n',
  'articles/getting-here.md': '---\ntitle: Getting here\nstatus: published\n---\nBy train.\n',
};

describe('an open page', () => {
  const running = useDevServer({ content: CONTENT });

  it('first receives its state: documents, problems, sync and time', async () => {
    const next = await follow(running.url, PAGE);
    const { event, data } = await next();
    expect(event).toBe('hello');
    expect(data.state).toMatchObject({
      revision: running.site.revision,
      documents: [{ address: 'events/opening-concert', file: OPENING, state: 'in-sync' }, { address: 'broadcast' }],
      problems: { errors: 0 },
      sync: { status: 'idle' },
      time: { local: '2027-06-10T13:00', isChosen: false, timezone: 'Europe/London' },
    });
    expect(data.state.time.steps.map(({ name }) => name)).toEqual(['A week before', 'Opening', 'Halfway', 'After']);
  });

  it('is notified when it changed itself, and where a change elsewhere is visible', async () => {
    const own = await follow(running.url, PAGE);
    const other = await follow(running.url, '/articles/getting-here/');
    const french = await follow(running.url, '/fr/articles/getting-here/');
    await Promise.all([own(), other(), french()]);
    await running.site.edit(OPENING, (text) => text.replace('two sets', 'three sets'));
    expect((await own()).data).toMatchObject({ isPageChanged: true, revision: running.site.revision });
    const { data } = await other();
    expect(data).toMatchObject({ isPageChanged: false, revision: running.site.revision });
    expect(data.suggestion).toEqual({ address: 'events/opening-concert', href: PAGE });
    expect((await french()).data.suggestion?.href).toBe(`/fr${PAGE}`);
  });

  it('gets no suggestion if the change is on it', async () => {
    const next = await follow(running.url, PAGE);
    await next();
    await running.site.edit(OPENING, (text) => text.replace('three sets', 'four sets'));
    expect((await next()).data.suggestion).toBeUndefined();
  });

  it('gets a problem with its line and the fix, and keeps the last good page', async () => {
    const next = await follow(running.url, PAGE);
    await next();
    await running.site.edit(OPENING, (text) => text.replace('places/lawn ', 'places/lwan '));
    const { data } = await next();
    expect(data.isPageChanged).toBe(false);
    expect(data.state.problems).toMatchObject({
      errors: 1,
      shown: [
        {
          code: 'pointer-not-found',
          at: { file: OPENING, line: 6, source: { before: 'place_id: ', marked: 'places/lwan' } },
          suggestion: expect.stringContaining('places/lawn'),
        },
      ],
    });
    await running.site.edit(OPENING, (text) => text.replace('places/lwan ', 'places/lawn '));
    expect((await next()).data.state.problems.errors).toBe(0);
  });

  it('is notified that it is gone, and a missing one that it exists', async () => {
    const gone = await follow(running.url, '/events/last-song/');
    const never = await follow(running.url, '/articles/never/');
    await Promise.all([gone(), never()]);
    await running.site.take('content/events/last-song.yaml');
    expect((await gone()).data.isPageChanged).toBe(true);
    expect((await never()).data.isPageChanged).toBe(false);
  });

  it('is notified of what the sync left out', async () => {
    const next = await follow(running.url, '/');
    await next();
    const notices = [{ address: 'places/lawn', kind: 'drift', message: 'kept' }] as const;
    running.site.setSync({ status: 'idle', target: 'local', notices });
    expect((await next()).data.state.sync.notices).toEqual(notices);
  });

  it('counts as a client until it leaves', async () => {
    await expect.poll(() => running.server.clients).toBe(0);
    const left = new AbortController();
    const answer = await fetch(`${running.url}/__gitcast/events?page=/`, { signal: left.signal });
    await answer.body!.getReader().read();
    expect(running.server.clients).toBe(1);
    left.abort();
    await expect.poll(() => running.server.clients).toBe(0);
  });

  it('is disconnected when the server ends, and finds another one at the same URL', async () => {
    const next = await follow(running.url, '/');
    const { data: first } = await next();
    await running.restart();
    expect((await next()).event).toBe('end');
    const again = await follow(running.url, '/');
    expect((await again()).data.boot).not.toBe(first.boot);
  });

  it('learns the token of a restarted server, and that it is of the same project', async () => {
    const { data: first } = await (await follow(running.url, '/'))();
    await running.restart();
    const { data } = await (await follow(running.url, '/'))();
    expect(data.token).toBe(running.token);
    expect(data.token).not.toBe(first.token);
    expect(data.project).toBe(first.project);
    expect((await ask(running.url, '/')).text).toContain(`data-project="${data.project}"`);
  });

  it('learns that the server that follows is of another project', async () => {
    const { data: first } = await (await follow(running.url, '/'))();
    const other = await startDevServer({
      site: running.site,
      folder: '/elsewhere',
      port: { port: 0, isNamed: true },
      locate: () => undefined,
      env: {},
    });
    onTestFinished(() => other.close());
    const { data } = await (await follow(other.url.slice(0, -1), '/'))();
    expect(data.project).not.toBe(first.project);
  });
});
