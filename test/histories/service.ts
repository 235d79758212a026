/**
 * An independent service, written from the interface and not from our declarations: it differs where the embedded
 * service and the client agree by mistake. It keeps a world for each history, all behind one server.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { DEFAULTS, stored, type Oddities } from './oddities.ts';
import type { VirtualClock } from './virtual-time.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** `late`: the client sees its connection fail, and the request arrives seconds later. */
export interface Fault {
  readonly do: 'lose-request' | 'lose-reply' | 'late' | 'fail' | 'fail-after' | 'refuse' | 'truncate';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly nth: number;
}

export interface Stored {
  readonly id: string;
  readonly collection: string;
  readonly madeBy: 'gitcast' | 'colleague';
  /** The document that it belongs to, according to its first title. */
  readonly tag: string;
  readonly fields: Fields;
}

/** An object from some instant on; without fields it is gone. */
interface Version {
  readonly at: number;
  readonly fields: Fields | undefined;
}

interface Entry {
  readonly id: string;
  readonly madeBy: Stored['madeBy'];
  readonly tag: string;
  readonly versions: Version[];
}

/** A write of gitcast, before it is made. */
export interface Write {
  readonly method: string;
  readonly collection: string;
  readonly id: string | undefined;
  readonly body: Fields;
}

interface Asked {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Fields;
  /** Sent by a run that was over when it arrived. */
  readonly isLate?: boolean;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const LATE = 9000;
const ON_A = new Set(['events', 'places', 'articles', 'webhooks']);
/** What the interface shows; everything else is only conventional. */
const DOCUMENTED =
  /^(GET (places|articles|events|webhooks|events\/:id|broadcastPages|)|POST (places|articles|events|webhooks)|PUT (places|events)\/:id|DELETE (events|broadcastArticles)\/:id|PATCH (|broadcastSessions\/:id|workflows\/:id))$/;

const refusal = (status: number, detail: string): Answer => ({ status, body: { error: { message: detail } } });

export class World {
  readonly oddities: Oddities;
  readonly clock: Pick<VirtualClock, 'now' | 'set'>;
  readonly userId = '64b7c0ffee64b7c0ffee0001';
  readonly broadcastId = '64b7c0ffee64b7c0ffee0002';
  readonly key = 'key-of-the-world';
  readonly undocumented: string[] = [];
  /** Writes of gitcast to objects that colleagues created. */
  readonly meddled: string[] = [];
  /** Lists lack their last entry, and only their total shows it. */
  listsAreCut = false;
  /** The id of an object that lists leave out without a trace. */
  leftOut: string | undefined;
  onWrite: (write: Write) => void = () => undefined;
  /** Requests that are still under way. */
  pending = 0;
  faults: readonly Fault[] = [];
  readonly #collections = new Map<string, Map<string, Entry>>();
  readonly #answered = new Map<string, Answer>();
  readonly #counts = new Map<string, number>();
  #broadcast: Fields = { name: 'Harbour festival', status: 'idle' };
  #made = 0;

  constructor(oddities: Oddities, clock: World['clock']) {
    this.oddities = oddities;
    this.clock = clock;
  }

  arm(faults: readonly Fault[]): void {
    this.faults = faults;
    this.#counts.clear();
  }

  live(): readonly Stored[] {
    return [...this.#collections].flatMap(([collection, entries]) =>
      [...entries.values()].flatMap(({ versions, ...entry }) => {
        const { fields } = versions.at(-1)!;
        return fields ? [{ ...entry, collection, fields }] : [];
      }),
    );
  }

  /** The fault of a request, if any. */
  faultFor(method: string): Fault | undefined {
    const sort = method === 'PATCH' ? 'PUT' : method;
    const nth = (this.#counts.get(sort) ?? 0) + 1;
    this.#counts.set(sort, nth);
    return this.faults.find((fault) => fault.method === sort && fault.nth === nth);
  }

  later(asked: Asked): void {
    this.pending += 1;
    this.clock.set(() => {
      this.pending -= 1;
      this.answer({ ...asked, isLate: true });
    }, LATE);
  }

  answer(asked: Asked): Answer {
    const { method, headers } = asked;
    const [first, ...rest] = asked.path;
    const isB = first === 'users';
    const path = isB ? rest.slice(3) : asked.path;
    const key = isB ? headers['x-api-key'] : headers.authorization?.replace('Bearer ', '');
    if (key !== this.key) return refusal(401, 'no such key');
    if (isB && (rest[0] !== this.userId || rest[2] !== this.broadcastId)) return refusal(404, 'no such broadcast');
    const [collection = '', id] = path;
    const isDocumented = DOCUMENTED.test(`${method} ${collection}${id === undefined ? '' : '/:id'}`);
    if (this.oddities.profile === 'documented' && !isDocumented) {
      this.undocumented.push(`${method} ${path.join('/')}`);
      return refusal(404, 'no such operation');
    }
    if (ON_A.has(collection) === isB) return refusal(404, 'not on this surface');
    const repeated = this.oddities.idempotency ? headers['idempotency-key'] : undefined;
    const before = repeated === undefined ? undefined : this.#answered.get(String(repeated));
    if (before) return before;
    const answer = isB && collection === '' ? this.#root(asked) : this.#route(asked, collection, id);
    if (repeated !== undefined && answer.status < 300) this.#answered.set(String(repeated), answer);
    return answer;
  }

  #root({ method, body }: Asked): Answer {
    if (method === 'PATCH') this.#broadcast = { ...this.#broadcast, ...(stored(body, this.oddities) as Fields) };
    return { status: 200, body: { ...this.#broadcast, _id: this.broadcastId } };
  }

  #route(asked: Asked, name: string, id: string | undefined): Answer {
    const collection = name === 'broadcastArticles' ? 'articles' : name;
    const { method, body } = asked;
    if (id === undefined) {
      if (method === 'GET') return this.#list(collection, asked.query);
      if (!asked.isLate) this.onWrite({ method, collection, id, body });
      const made = this.create(collection, body, 'gitcast');
      return typeof made === 'string' ? this.#written(collection, made, 201) : made;
    }
    const entry = this.#collection(collection).get(id);
    const present = entry?.versions.at(-1)?.fields;
    if (!entry || !present || this.#isHidden(entry)) return refusal(404, 'no such object');
    if (method === 'GET')
      return { status: 200, body: this.#shown(collection, entry.id, present), ...this.#etag(entry) };
    if (asked.headers['if-match'] !== undefined && asked.headers['if-match'] !== etagOf(entry)) {
      return refusal(412, 'it has changed');
    }
    if (!asked.isLate) this.onWrite({ method, collection, id, body });
    if (entry.madeBy === 'colleague') this.meddled.push(`${method} ${collection}/${id}`);
    if (method === 'DELETE') {
      if (collection === 'places' && this.live().some(({ fields }) => fields['place_id'] === id)) {
        return refusal(409, 'an event takes place there');
      }
      this.delete(collection, id);
      return name === 'articles' || ON_A.has(name)
        ? { status: 204 }
        : { status: 200, body: { success: true, referenceType: name, referenceId: id, operationType: 'delete' } };
    }
    const refused = this.update(collection, id, body);
    return refused ?? this.#written(collection, id, 200);
  }

  #isHidden({ versions }: Entry): boolean {
    return this.clock.now() < versions[0]!.at + this.oddities.lagById * 1000;
  }

  /** After this time in milliseconds, everything shows what was written. */
  get lag(): number {
    return Math.max(this.oddities.lag, this.oddities.lagById) * 1000 + 1;
  }

  create(collection: string, body: Fields, madeBy: Stored['madeBy']): string | Answer {
    const refused = this.#check(body);
    if (refused) return refused;
    const id = this.#newId(collection);
    const tag = tagOf(body);
    const fields = { ...(this.oddities.defaults && DEFAULTS[collection]), ...(stored(body, this.oddities) as Fields) };
    this.#collection(collection).set(id, { id, madeBy, tag, versions: [{ at: this.clock.now(), fields }] });
    return id;
  }

  update(collection: string, id: string, body: Fields): Answer | undefined {
    const refused = this.#check(body);
    if (refused) return refused;
    const { versions } = this.#collection(collection).get(id)!;
    const fields = { ...versions.at(-1)!.fields, ...(stored(body, this.oddities) as Fields) };
    versions.push({ at: this.clock.now(), fields });
    return undefined;
  }

  delete(collection: string, id: string): void {
    this.#collection(collection).get(id)!.versions.push({ at: this.clock.now(), fields: undefined });
  }

  #check(body: Fields): Answer | undefined {
    const place = body['place_id'] ?? undefined;
    if (place === undefined || this.#collection('places').get(String(place))?.versions.at(-1)?.fields) return undefined;
    return refusal(400, 'place_id: no such place');
  }

  #list(collection: string, query: URLSearchParams): Answer {
    const { lag, order, totals, pages, profile, textInLists } = this.oddities;
    const until = this.clock.now() - lag * 1000;
    const seen = [...this.#collection(collection).values()].flatMap(({ id, versions }) => {
      const version = versions.findLast(({ at }) => at <= until);
      if (!version?.fields || id === this.leftOut) return [];
      const { content: _, cover_image_url: __, ...short } = version.fields;
      const fields = collection === 'articles' && !textInLists ? short : version.fields;
      return [this.#shown(collection, id, fields, version.at)];
    });
    const all = order === 'newest-first' ? seen.toReversed() : seen;
    const shown = this.listsAreCut ? all.slice(0, -1) : all;
    const isWhole = collection === 'places' || collection === 'webhooks';
    const most = pages === 'small' && (!isWhole || query.has('limit')) ? 2 : 200;
    const offset = Number(query.get('offset') ?? query.get('skip') ?? 0);
    const limit = Math.min(isWhole && !query.has('limit') ? Infinity : Number(query.get('limit') ?? 50), most);
    const data = shown.slice(offset, offset + limit);
    const saysTotal = totals || this.listsAreCut || (isWhole && profile === 'documented');
    if (ON_A.has(collection)) {
      return { status: 200, body: { data, ...(saysTotal && collection !== 'webhooks' && { total: all.length }) } };
    }
    return { status: 200, body: { data, metadata: saysTotal ? { total: all.length } : {}, _type: collection } };
  }

  #written(collection: string, id: string, status: number): Answer {
    const { answers } = this.oddities;
    const entry = this.#collection(collection).get(id)!;
    const location =
      answers === 'nothing-and-location' && status === 201 ? { location: `/v1/${collection}/${id}` } : {};
    if (answers.startsWith('nothing') && ON_A.has(collection)) return { status: 204, headers: location };
    const { description: _, content: __, ...part } = entry.versions.at(-1)!.fields!;
    const fields = answers === 'part' ? part : entry.versions.at(-1)!.fields!;
    return { status, body: this.#shown(collection, id, fields), ...this.#etag(entry) };
  }

  #shown(collection: string, id: string, fields: Fields, at?: number): Fields {
    const { versions } = this.#collection(collection).get(id)!;
    const made = new Date(versions[0]!.at).toISOString();
    const changed = new Date(at ?? versions.at(-1)!.at).toISOString();
    if (!ON_A.has(collection)) return { ...fields, _id: id, _createdAt: made, _updatedAt: changed };
    const shownId = this.oddities.ids === 'number' ? Number(id) : id;
    const isShort = collection === 'articles' && this.oddities.profile === 'documented';
    return { ...fields, id: shownId, created_at: made, ...(!isShort && { updated_at: changed }) };
  }

  #etag(entry: Entry): { headers?: Record<string, string> } {
    return this.oddities.etags ? { headers: { etag: etagOf(entry) } } : {};
  }

  #newId(collection: string): string {
    const n = ++this.#made;
    const hex = n.toString(16);
    switch (ON_A.has(collection) ? this.oddities.ids : 'object-id') {
      case 'object-id':
        return `64b7c0ffee${hex.padStart(14, '0')}`;
      case 'uuid':
        return `0190b3f2-7c1d-7a00-8000-${hex.padStart(12, '0')}`;
      case 'number':
      case 'digits':
        return String(1000 + n);
      case 'short':
        return `k${n.toString(36)}`;
    }
  }

  #collection(name: string): Map<string, Entry> {
    const found = this.#collections.get(name) ?? new Map<string, Entry>();
    this.#collections.set(name, found);
    return found;
  }
}

/** The first word of its title, which identifies a document. */
export const tagOf = (body: Fields): string => /^\w+/.exec(String(body['title'] ?? body['name'] ?? ''))?.[0] ?? '';

const etagOf = ({ id, versions }: Entry): string => `"${id}-${versions.length}"`;

export interface Host {
  readonly urlOf: (world: World) => string;
  /** Ends what a killed client has left open. */
  readonly forget: (world: World) => void;
  readonly close: () => void;
}

export async function openHost(): Promise<Host> {
  const worlds = new Map<string, World>();
  const names = new WeakMap<World, string>();
  const sockets = new Map<World, Set<IncomingMessage['socket']>>();
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://host');
    const [, name = '', , ...path] = pathname.split('/').map(decodeURIComponent);
    const world = worlds.get(name);
    if (!world) return void response.writeHead(404).end();
    sockets.get(world)!.add(request.socket);
    return void serve(world, request, response, { path, query: searchParams });
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (world) => {
      const name = names.get(world) ?? `w${worlds.size + 1}`;
      names.set(world, name);
      worlds.set(name, world);
      if (!sockets.has(world)) sockets.set(world, new Set());
      return `http://127.0.0.1:${port}/${name}`;
    },
    forget: (world) => {
      for (const socket of sockets.get(world) ?? []) socket.destroy();
      sockets.get(world)?.clear();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  { path, query }: Pick<Asked, 'path' | 'query'>,
): Promise<void> {
  const sent = await readText(request);
  const { method = 'GET', headers } = request;
  const asked: Asked = { method, path, query, headers, body: sent === '' ? {} : (JSON.parse(sent) as Fields) };
  const fault = world.faultFor(method)?.do;
  if (fault === 'late') world.later(asked);
  if (fault === 'lose-request' || fault === 'late') return void request.socket.destroy();
  if (fault === 'refuse') return void response.writeHead(429, { 'retry-after': '1' }).end();
  if (fault === 'fail') return void response.writeHead(503).end();
  const { status, headers: own = {}, body } = world.answer(asked);
  if (fault === 'lose-reply') return void request.socket.destroy();
  if (fault === 'fail-after') return void response.writeHead(502).end();
  if (body === undefined) return void response.writeHead(status, own).end();
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...own });
  response.end(fault === 'truncate' ? text.slice(0, -5) : text);
}
