/** The responses of the dev server: the site with one script added, and under `/__gitcast/` what that script needs. */
import { readdirSync, readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isObject } from '../../values/json.ts';
import { POLICY_HEADER } from '../../render/assets-policy.ts';
import { contentType } from '../../values/content-type.ts';
import { targetOf } from '../http/site-path.ts';
import type { PreviewSite } from '../preview-site.ts';
import { refusalOf } from './access.ts';
import { inject, PHONE_POLICY, phonePage, scriptTag, type Introduction } from './inject.ts';
import type { Live } from './live-updates.ts';
import { openFile, type Environment } from './open-file.ts';
import { instantOf, NOT_FOUND } from './page-state.ts';

interface AppInput {
  readonly site: PreviewSite;
  readonly live: Live;
  readonly port: number;
  readonly boot: string;
  readonly token: string;
  readonly locate: (file: string) => string | undefined;
  readonly env: Environment;
}

/** Nothing is cached, framed or loaded by others, or reachable from a window that another site opened. */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const BROWSER = new URL('../browser/', import.meta.url);
const MOST_BYTES = 16_384;

export function createApp(input: AppInput): Hono {
  const { site, live, port, token, boot } = input;
  const introduction = (): Introduction => ({
    boot,
    token,
    revision: site.revision,
    now: site.isNowChosen ? site.now : undefined,
  });
  const scripts = readdirSync(BROWSER).filter((name) => name.endsWith('.js'));

  const app = new Hono();
  app.use(async (c, next) => {
    const refusal = refusalOf(c.req.raw, { port, token });
    return refusal === undefined ? next() : c.text(`${refusal}\n`, 403, HEADERS);
  });
  app.get('/__gitcast/events', (c) =>
    // An ended stream would leave its connection open, and closing the server would wait for it.
    answer(live.watch(c.req.query('page') ?? '/'), 'text/event-stream', { connection: 'close' }),
  );
  app.get('/__gitcast/phone', () =>
    answer(phonePage(introduction()), contentType('phone.html'), { 'content-security-policy': PHONE_POLICY }),
  );
  app.get('/__gitcast/:script', (c) => {
    const name = c.req.param('script');
    if (!scripts.includes(name)) return c.text('Not found\n', 404, HEADERS);
    return answer(readFileSync(new URL(name, BROWSER)), contentType(name));
  });
  app.use(
    '/__gitcast/*',
    bodyLimit({ maxSize: MOST_BYTES, onError: (c) => c.text('The request body is too long\n', 413, HEADERS) }),
  );
  app.post('/__gitcast/open', (c) => open(c, input));
  app.post('/__gitcast/now', (c) => chooseNow(c, site));
  app.all('/__gitcast/*', (c) => c.text('Not found\n', 404, HEADERS));
  app.get('*', (c) => page(c, site, introduction()));
  app.all('*', (c) => c.body(null, 405, { ...HEADERS, allow: 'GET, HEAD' }));
  app.onError((error, c) => c.text(`${error.message}\n`, 500, HEADERS));
  return app;
}

function answer(
  body: ReadableStream | string | Uint8Array,
  type: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Response {
  return new Response(body as string, { status, headers: { ...HEADERS, ...headers, 'content-type': type } });
}

function page(c: Context, site: PreviewSite, introduction: Introduction): Response {
  const { pathname, search } = new URL(c.req.url);
  const target = targetOf(pathname, (path) => site.file(path) !== undefined);
  if (target.type === 'redirect') {
    return c.body(null, 307, { ...HEADERS, location: target.location + search });
  }
  const path = target.type === 'file' ? target.path : NOT_FOUND;
  const body = site.file(path);
  if (body === undefined) return c.text('Not found\n', 404, HEADERS);
  const type = contentType(path);
  const policy = { 'content-security-policy': POLICY_HEADER };
  const status = target.type === 'file' ? 200 : 404;
  if (!type.startsWith('text/html')) return answer(body, type, policy, status);
  const html = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return answer(
    inject(html, scriptTag('client.js', { ...introduction, isMissing: status === 404 })),
    type,
    policy,
    status,
  );
}

async function open(c: Context, { locate, env }: AppInput): Promise<Response> {
  const asked: unknown = await c.req.json().catch(() => undefined);
  const file = isObject(asked) ? asked['file'] : undefined;
  const path = typeof file === 'string' ? locate(file) : undefined;
  if (path === undefined || !isObject(asked)) {
    return c.json({ opened: false, reason: 'This is not a file of this project.' }, 404, HEADERS);
  }
  const place = { file: path, line: countedFromOne(asked['line']), column: countedFromOne(asked['column']) };
  return c.json(await openFile(place, env), 200, HEADERS);
}

const countedFromOne = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : 1;

/** `{"local": "2027-06-18T20:30"}` in the time zone of the event, or `{"local": null}` for the real time. */
async function chooseNow(c: Context, site: PreviewSite): Promise<Response> {
  const asked: unknown = await c.req.json().catch(() => undefined);
  const local = isObject(asked) ? asked['local'] : undefined;
  const instant = typeof local === 'string' ? instantOf(local, site.timezone) : undefined;
  if (local !== null && instant === undefined) {
    return c.json({ reason: 'Expected a date and a time such as 2027-06-18T20:30.' }, 400, HEADERS);
  }
  await site.setNow(instant);
  return c.json({ now: site.now }, 200, HEADERS);
}
