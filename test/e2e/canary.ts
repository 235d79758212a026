/** Marked secrets, every encoding in which one could be written, and a service that repeats what it receives. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenInTest } from '../listen.ts';

/** Each has characters that URLs, JSON, HTML and base64 encode differently. */
const marked = (name: string, age: string): string => `canary-${name}"/+=&<${age}>?~`;

export interface Marked {
  readonly key: string;
  /** The secret of a webhook in a file. */
  readonly hook: string;
  readonly provider: string;
  /** The key of a source that is imported. */
  readonly source: string;
}

const markedOf = (age: string): Marked => ({
  key: marked('key', age),
  hook: marked('hook', age),
  provider: marked('provider', age),
  source: marked('source', age),
});

export const OLD = markedOf('old');
export const NEW = markedOf('new');
/** Secrets that the service keeps and gitcast never reads. */
export const AUTH_DATA = marked('auth-data', 'only');
/** Literals that a person has written into files by mistake. */
export const LITERAL = marked('literal', 'only').replaceAll(/["<>&]/g, '_');

const ALL = [...Object.values(OLD), ...Object.values(NEW), AUTH_DATA, LITERAL] as readonly string[];

interface Spelling {
  readonly secret: string;
  readonly how: string;
  readonly text: string;
}

const SPELLINGS: readonly Spelling[] = ALL.flatMap((secret) =>
  spellings(secret).map(([how, text]) => ({ secret, how, text })),
);

export function spellings(secret: string): readonly (readonly [string, string])[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  return [
    ['as it is', secret],
    ['in a URL', encodeURIComponent(secret)],
    ['in JSON', escaped],
    ['in JSON in JSON', JSON.stringify(escaped).slice(1, -1)],
    ['in HTML', secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
    ['in hexadecimal', bytes.toString('hex')],
    ['in capital hexadecimal', bytes.toString('hex').toUpperCase()],
    ...[0, 1, 2].map((before) => [`in base64 after ${before} bytes`, base64After(before, bytes, 'base64')] as const),
    ...[0, 1, 2].map(
      (before) => [`in base64url after ${before} bytes`, base64After(before, bytes, 'base64url')] as const,
    ),
  ];
}

/** The part of an encoding that does not depend on the surrounding text. */
function base64After(before: number, bytes: Buffer, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString(encoding)
    .replaceAll('=', '');
  return text.slice(before === 0 ? 0 : before + 1, -2);
}

/** The secrets that a text contains, with their encoding. */
export const leaksIn = (text: string, besides: readonly string[] = []): readonly string[] =>
  SPELLINGS.filter(({ secret, text: spelled }) => !besides.includes(secret) && text.includes(spelled)).map(
    ({ secret, how }) => `${secret} ${how}`,
  );

/** A proxy between gitcast and the service: the first part of the path selects its behaviour. */
export async function startGossip(
  service: string,
): Promise<{ readonly url: string; readonly heard: readonly string[] }> {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    const [, manner = '', ...rest] = request.url!.split('/');
    const told: Told = { request, response, body: await buffer(request), url: `${service}/${rest.join('/')}` };
    heard.push(JSON.stringify(request.headers) + told.body.toString());
    const act = Object.hasOwn(MANNERS, manner) ? MANNERS[manner as Manner] : MANNERS['refuses-key'];
    await act(told);
  });
  return { url: `http://127.0.0.1:${await listenInTest(server)}`, heard };
}

interface Told {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly url: string;
}

export type Manner = keyof typeof MANNERS;

const MANNERS = {
  plain: passOn,
  'refuses-key': (told) => answerWith(401, told),
  'refuses-writes': (told) => (isWrite(told) ? answerWith(400, told) : passOn(told)),
  'fails-writes': (told) => (isWrite(told) ? answerWith(500, told) : passOn(told)),
  fails: (told) => answerWith(500, told),
  html: ({ response, request }) => {
    const said = everythingSaid(request, '');
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><title>${said}</title><h1>${said}</h1>`);
  },
  resets: ({ request }) => void request.socket.resetAndDestroy(),
  redirects: ({ request, response }) => {
    const key = encodeURIComponent(String(request.headers['x-api-key'] ?? request.headers.authorization));
    response.writeHead(302, { location: `/sign-in/${key}?key=${key}`, 'x-echo': key }).end();
  },
} satisfies Readonly<Record<string, (told: Told) => Promise<void> | void>>;

const isWrite = ({ request }: Told): boolean => request.method !== 'GET';

async function passOn({ request, response, body, url }: Told): Promise<void> {
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
  const answer = await fetch(url, { method: request.method!, headers, ...(body.length > 0 && { body }) });
  const text = await answer.text();
  const kept = ['content-type', 'etag', 'location'].flatMap((name): [string, string][] => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  response.writeHead(answer.status, Object.fromEntries(kept)).end(withAuthData(text));
}

/** The record of the broadcast has credentials that only the service uses. */
function withAuthData(text: string): string {
  if (!/"status":"idle"/.test(text)) return text;
  const authData = [
    { type: 'basic', basic: { username: 'crew', password: AUTH_DATA } },
    { type: 'key', key: AUTH_DATA },
  ];
  return JSON.stringify({ ...(JSON.parse(text) as object), authData });
}

function answerWith(status: number, { request, response, body }: Told): void {
  const detail = everythingSaid(request, body.toString());
  response.writeHead(status, { 'content-type': 'application/problem+json', 'x-echo': encodeURIComponent(detail) });
  response.end(
    JSON.stringify({ type: 'about:blank', title: detail, status, detail, message: detail, errors: [{ detail }] }),
  );
}

/** Errors of a careless service. */
function everythingSaid({ headers }: IncomingMessage, body: string): string {
  const bare = Object.values(headers).join(' ');
  const secrets = [...Object.values(headers).map((each) => String(each).replace(/^Bearer /, '')), ...quoted(body)];
  const spelled = secrets.flatMap(echoes);
  return [bare, body, JSON.stringify(body), ...spelled].join(' ');
}

/** A secret as a service would write it: in base64 also together with the surrounding text. */
function echoes(secret: string): readonly string[] {
  const plainly = spellings(secret).flatMap(([how, text]) => (how.includes('base64') ? [] : [text]));
  const around = ['', 'u', 'us'].flatMap((before) => [before + secret, `${before}${secret}:end`]);
  const encoded = around.flatMap((text) =>
    (['base64', 'base64url'] as const).map((to) => Buffer.from(text).toString(to)),
  );
  return [...plainly, ...encoded];
}

/** The values that a body has in quotes. */
function quoted(body: string): readonly string[] {
  const texts: string[] = [];
  if (body !== '') JSON.parse(body, (_, value: unknown) => (typeof value === 'string' && texts.push(value), value));
  return texts;
}
