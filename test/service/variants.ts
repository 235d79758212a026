/**
 * The interface leaves a lot open, and a real service may have decided differently. Each variant is one such choice.
 * Variants are switched on by name and can be combined, so that a client is tested against services that differ. They change
 * requests before the embedded service gets them, and its answers before they are sent.
 */
import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../../src/values/json.ts';
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';
import type { Surface } from '../../src/kinds/kind.ts';
import type { Reply } from '../../src/service/http/reply.ts';
import type { ServiceRequest } from '../../src/service/http/request.ts';
import type { Service } from '../../src/service/service.ts';
import { laggingLists } from './lagging-lists.ts';
import { operationOf } from './operation-of.ts';

export const VARIANTS = {
  'plain-errors': 'Errors are {"error": "…"} as application/json',
  'nested-errors': 'Errors are {"error": {"message": "…"}} as application/json',
  'ratelimit-headers': 'Sends only the RateLimit-* headers',
  'x-ratelimit-headers': 'Sends only the X-RateLimit-* headers, with the reset as a Unix timestamp',
  'retry-after-date': 'Sends Retry-After as a date, and no other rate-limit headers',
  'status-200': 'Creations answer with 200 and no Location',
  'empty-bodies': 'Creations and updates on Surface A answer with an empty body',
  'uuid-ids': 'Ids on Surface A are UUIDs',
  'newest-first': 'Lists begin with the newest',
  'other-timestamps': 'Timestamps have an offset of +00:00 and microseconds',
  normalising: 'Text is trimmed, and keys are added inside blocks',
  cut: 'Text is cut to 60 characters',
  'no-descriptions': 'Descriptions are accepted, but not shown',
  'no-idempotency': 'Idempotency-Key is ignored',
  'no-etags': 'ETags are not sent, and If-Match is ignored',
  'lagging-lists': 'Lists lag one second behind writes',
  'small-pages': 'A page has at most 20 entries, regardless of the requested size',
  'no-total': 'Lists on Surface A do not include a total',
} as const;

/** The name of a variant. */
export type Variant = keyof typeof VARIANTS;
export type Variants = ReadonlySet<Variant>;

export const isVariant = (name: string): name is Variant => Object.hasOwn(VARIANTS, name);

export const uuidOnSurfaceA = (kind: KindName): string | undefined =>
  kindNamed(kind).surface === 'A' ? randomUUID() : undefined;

type Respond = Service['respond'];

export function withVariants(service: Service, variants: Variants): Respond {
  const { respond } = service;
  const list = variants.has('lagging-lists') ? laggingLists(service) : undefined;
  return async (received) => {
    const asked = operationOf(received);
    const surface = asked?.operation.surface;
    const request = without(received, [
      ...(variants.has('no-idempotency') ? ['idempotency-key'] : []),
      ...(variants.has('no-etags') ? ['if-match'] : []),
    ]);
    const isList = asked?.operation.verb === 'list';
    const ask: Respond = list ? (isList ? list.read : list.change) : respond;
    const reply = isList ? await listed(request, surface!, variants, ask) : await ask(request);
    return withHeaders(withBody(reply, received, { surface, isList, variants }), variants);
  };
}

const SMALL = 20;

/** A list with the given page size and order. */
async function listed(request: ServiceRequest, surface: Surface, variants: Variants, ask: Respond): Promise<Reply> {
  const limit = Number(request.query('limit') ?? 50);
  const sized =
    variants.has('small-pages') && limit > SMALL && limit <= 200 ? asking(request, { limit: SMALL }) : request;
  if (!variants.has('newest-first')) return ask(sized);
  if (surface === 'B')
    return ask(sized.query('sort') === undefined ? asking(sized, { sort: '{"_id":"desc"}' }) : sized);
  const all = await ask(without(asking(sized, { limit: undefined, offset: undefined }), ['if-none-match']));
  const { total, data } = JSON.parse(all.body ?? '{}') as { total?: number; data?: readonly Json[] };
  const [size, offset] = [sized.query('limit'), Number(sized.query('offset') ?? 0)];
  if (data === undefined || total === undefined) return reversed(all);
  if (size === undefined && data.length === total) return reversed(all);
  // The page is the same part of the list counted from its end.
  const wanted = Math.max(0, Math.min(Number(size ?? 50), total - offset));
  const page = await ask(asking(sized, { limit: Math.max(1, wanted), offset: Math.max(0, total - offset - wanted) }));
  return reversed(page, { shown: wanted, paging: { limit: Number(size ?? 50), offset } });
}

function reversed(
  reply: Reply,
  { shown = Infinity, paging = {} }: { shown?: number; paging?: JsonObject } = {},
): Reply {
  if (reply.status !== 200) return reply;
  const body = JSON.parse(reply.body!) as JsonObject & { readonly data: readonly Json[] };
  const { limit: _limit, offset: _offset, ...rest } = body;
  return { ...reply, body: JSON.stringify({ ...rest, data: body.data.toReversed().slice(0, shown), ...paging }) };
}

interface Answered {
  readonly surface: Surface | undefined;
  readonly isList: boolean;
  readonly variants: Variants;
}

function withBody(reply: Reply, { method }: ServiceRequest, { surface, isList, variants }: Answered): Reply {
  const { body, status, headers } = reply;
  if (body === null || body === '' || surface === undefined) return reply;
  const parsed = JSON.parse(body) as JsonObject;
  const json = (value: JsonObject, type = headers['Content-Type']!): Reply => ({
    ...reply,
    headers: { ...headers, 'Content-Type': type },
    body: JSON.stringify(value),
  });
  if (status >= 400) {
    const message = parsed['detail']!;
    if (variants.has('plain-errors')) return json({ error: message }, 'application/json; charset=utf-8');
    return variants.has('nested-errors') ? json({ error: { message } }, 'application/json; charset=utf-8') : reply;
  }
  if (surface === 'A' && method !== 'GET' && variants.has('empty-bodies')) {
    const { 'Content-Type': _, ...others } = headers;
    return { ...reply, headers: others, body: '' };
  }
  if (method === 'DELETE') return reply;
  if (!isList) return json(shown(parsed, variants));
  const data = (parsed['data'] as readonly JsonObject[]).map((record) => shown(record, variants));
  const { total, ...rest } = parsed;
  const isCounted = total !== undefined && !variants.has('no-total');
  return json({ ...rest, data, ...(isCounted && { total }) });
}

/** A record as the variants show it. */
function shown(record: JsonObject, variants: Variants): JsonObject {
  const tidied = (variants.has('normalising') ? normalised(record) : record) as JsonObject;
  const { description: _, ...others } = tidied;
  const kept = variants.has('no-descriptions') ? others : tidied;
  const short = (variants.has('cut') ? { ...(cut(kept) as JsonObject), ...secretOf(kept) } : kept) as JsonObject;
  if (!variants.has('other-timestamps')) return short;
  const spelled = Object.entries(short).map(([name, value]) => [
    name,
    TIMESTAMPS.has(name) ? String(value).replace('Z', '000+00:00') : value,
  ]);
  return Object.fromEntries(spelled) as JsonObject;
}

const secretOf = ({ secret }: JsonObject): JsonObject => (secret === undefined ? {} : { secret });

const TIMESTAMPS = new Set(['created_at', 'updated_at', '_createdAt', '_updatedAt']);

/** Trims text, and adds a key to every block. */
function normalised(value: Json, inBlocks = false): Json {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map((each: Json) => normalised(each, inBlocks));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, normalised(each, key === 'blocks')] as const);
  return Object.fromEntries(inBlocks ? [...entries, ['_rendered', true]] : entries);
}

/** Truncates text silently, as a database column with a length limit would. */
function cut(value: Json): Json {
  if (typeof value === 'string') return value.slice(0, 60);
  if (Array.isArray(value)) return value.map((each: Json) => cut(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each)]));
}

function withHeaders(reply: Reply, variants: Variants): Reply {
  const { status } = reply;
  const drops = (name: string): boolean =>
    (variants.has('no-etags') && name === 'ETag') ||
    (variants.has('status-200') && name === 'Location') ||
    (variants.has('ratelimit-headers') && /^(?:X-RateLimit-|Retry-After)/.test(name)) ||
    (variants.has('x-ratelimit-headers') && /^(?:RateLimit-|Retry-After)/.test(name)) ||
    (variants.has('retry-after-date') && /RateLimit-/.test(name));
  const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !drops(name)));
  const reset = reply.headers['X-RateLimit-Reset'];
  if (variants.has('retry-after-date') && headers['Retry-After'] !== undefined && reset !== undefined)
    headers['Retry-After'] = new Date(Number(reset) * 1000).toUTCString();
  return { ...reply, status: status === 201 && variants.has('status-200') ? 200 : status, headers };
}

/** The request with other parameters; `undefined` leaves one out. */
function asking(
  request: ServiceRequest,
  parameters: Readonly<Record<string, string | number | undefined>>,
): ServiceRequest {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s);
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) asked.delete(name);
    else asked.set(name, String(value));
  }
  return { ...copyOf(request), target: `${path}?${asked}`, query: (name) => asked.get(name) ?? undefined };
}

const without = (request: ServiceRequest, headers: readonly string[]): ServiceRequest =>
  headers.length === 0
    ? request
    : { ...copyOf(request), header: (name) => (headers.includes(name) ? undefined : request.header(name)) };

const copyOf = (request: ServiceRequest): ServiceRequest => ({
  method: request.method,
  target: request.target,
  path: request.path,
  segments: request.segments,
  socket: request.socket,
  header: (name) => request.header(name),
  query: (name) => request.query(name),
  receive: (mostBytes) => request.receive(mostBytes),
});
