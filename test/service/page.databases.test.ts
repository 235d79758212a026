import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { temporaryService, useService } from '../contract/service.ts';
import { pageSections, withSecret } from './page-sections.ts';
import { startHook } from '../webhooks/support/hook.ts';

const service = useService({ allowPrivateWebhooks: true });
const opening = { title: 'Opening night', start_time: '2027-06-18T20:30:00Z', end_time: '2027-06-18T23:00:00Z' };

/** `fetch` does not allow setting the Host header. */
function get(path: string, host?: string): Promise<{ status: number; type: string; policy: string; body: string }> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    request({ hostname, port, path, headers }, async (response) => {
      const { 'content-type': type = '', 'content-security-policy': policy = '' } = response.headers;
      resolve({ status: response.statusCode!, type, policy: String(policy), body: await text(response) });
    })
      .on('error', reject)
      .end();
  });
}

/** The text of a section, with the secret. */
async function sectionText(id: string): Promise<string> {
  const rows = (await pageSections(service))[id]!;
  return rows.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

it('the page is a complete HTML document with all elements closed', async () => {
  const { status, type, body } = await get('/');
  expect(status).toBe(200);
  expect(type).toBe('text/html; charset=utf-8');
  expect(body).toMatch(/^<!doctype html>\s*<html lang="en">/);
  const open: string[] = [];
  for (const [, slash, name] of body.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
    if (['meta', 'link', 'br'].includes(name!)) continue;
    if (slash === '') open.push(name!);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
});

it('the page shows each broadcast with its counts, and the latest records', async () => {
  await service.a.post('/events', opening);
  expect(await sectionText('broadcasts')).toContain(`Harbour ${service.broadcastId} event 1`);
  expect(await sectionText('records')).toMatch(/event Opening night [0-9a-f]{24} 2027-06-18 12:00:00 UTC/);
});

it('the page shows the deliveries with their attempts', async () => {
  const hook = await startHook([500]);
  const webhook = { url: hook.url, events: ['place.created'], secret: 'harbour secret' };
  await service.a.post('/webhooks', webhook, { undocumented: true });
  await service.a.post('/places', { name: 'Main stage' });
  await service.service.deliveries.runDue();
  const shown = await sectionText('deliveries');
  expect(shown).toContain(`pending place.created to 127.0.0.1:${hook.port}`);
  expect(shown).toContain('500 2027-06-18 12:00:00 UTC again 2027-06-18 12:00:0');
});

it('the page shows the last requests', async () => {
  await service.a.get('/events?limit=7');
  await service.b.get('/broadcastPages');
  const shown = await sectionText('requests');
  expect(shown).toMatch(/200 GET \/v1\/events\?limit=7 event\.list \d+\.\d ms/);
  expect(shown).toContain('GET /v1/users/…/broadcasts/…/broadcastPages page.list');
});

it.each(['//', '//[', '/%', '/v1/events?%', '/v1/a?b?c=d', `/${'x'.repeat(500)}`])(
  'the page can show a request for %s',
  async (path) => {
    await get(path);
    expect(await sectionText('requests')).toContain('GET');
  },
);

it('content is shown as text and never becomes an element', async () => {
  const title = `<script>alert("1")</script> & <img src=x onerror='alert(1)'>`;
  await service.a.post('/articles', { title });
  await fetch(`${service.url}/v1/<b>bold</b>?limit=<i>`);
  const body = Object.values(await pageSections(service)).join('\n');
  expect(body).toContain(
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;img src=x onerror=&#39;alert(1)&#39;&gt;',
  );
  expect(body).not.toMatch(/<script>|<img|<b>bold|<i>/);
});

it('the page shows no keys, secrets, webhook paths or personal data', async () => {
  const webhook = { url: 'https://hooks.example.org/T0K3N?auth=T0K3N', events: ['webhook.deleted'], secret: 's3cr3t' };
  const { id } = await service.a.post('/webhooks', webhook);
  await service.a.put(`/webhooks/${id}`, { secret: 's3cr3t2' });
  await service.b.post('/broadcastMembers', { email: 'ada@example.org' });
  await service.a.get(`/events?api_key=${service.key}`, { undocumented: true });
  const body = Object.values(await pageSections(service)).join('\n');
  expect(body).toContain('hooks.example.org');
  expect(body).toContain('api_key=…');
  for (const hidden of ['T0K3N', 's3cr3t', 'harbour secret', 'ada@example.org', service.key])
    expect(body).not.toContain(hidden);
});

it('the page has a content security policy that allows only its own files', async () => {
  const { body, policy } = await get('/');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(body).not.toMatch(/<style|<script(?! type="module" src="\/page\.js")|<[^>]+\s(style|on\w+)=/);
  expect([...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!.split(',')[0])).toEqual([
    'data:image/svg+xml',
    '/page.css',
    '/page.js',
  ]);
  expect(await get('/page.css')).toMatchObject({ status: 200, type: 'text/css; charset=utf-8' });
  expect(await get('/page.js')).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' });
});

it.each(['localhost', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST:1'])(
  'the page answers to the host %s',
  async (host) => {
    expect((await get('/', host)).status).toBe(200);
  },
);

it.each(['harbour.example', 'localhost.harbour.example', '127.0.0.1.nip.io', '192.168.0.1'])(
  'the page does not answer to the host `%s`, which could be made to resolve to this machine',
  async (host) => {
    for (const path of ['/', '/page.js', '/page.css', '/page/events']) {
      const { status, body } = await get(path, host);
      expect(status).toBe(403);
      expect(body).not.toContain('Opening night');
    }
  },
);

it('nothing that is stored, and not the secret, is shown without the secret', async () => {
  await service.a.post('/events', opening);
  const { secret } = service.service;
  const wrong = [
    {},
    { 'X-Gitcast-Secret': '' },
    { 'X-Gitcast-Secret': `${secret}x` },
    { 'X-Gitcast-Secret': service.key },
    { Cookie: `X-Gitcast-Secret=${secret}` },
    { Authorization: `Bearer ${secret}` },
  ];
  for (const path of ['/', '/page.js', '/page.css', '/page/events', `/page/events?secret=${secret}`, '/healthz']) {
    for (const headers of wrong) {
      const response = await fetch(service.url + path, { headers: headers as Record<string, string> });
      expect([path, response.status]).toEqual([path, path.startsWith('/page/events') ? 401 : 200]);
      const answer = JSON.stringify([...response.headers]) + (await response.text());
      for (const hidden of [secret, service.broadcastId, 'Opening night', 'Harbour'])
        expect(answer).not.toContain(hidden);
    }
  }
});

it('each service has a secret of its own, which is in no log', async () => {
  const other = await temporaryService();
  expect(other.service.secret).not.toBe(service.service.secret);
  const answer = await fetch(`${service.url}/page/events`, { headers: withSecret(other) });
  expect(answer.status).toBe(401);
  await fetch(`${service.url}/v1/events`, { headers: withSecret(service) });
  expect(JSON.stringify(service.service.log.latest())).not.toContain(service.service.secret);
});

it('viewing the page is not listed as a request', async () => {
  const before = service.service.log.latest().length;
  await get('/');
  await pageSections(service);
  expect(service.service.log.latest()).toHaveLength(before);
});
