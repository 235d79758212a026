/** The five verbs, for every kind on both surfaces. */
import type { JsonObject } from '../values/json.ts';
import type { Surface } from '../kinds/kind.ts';
import type { Operation, Verb } from '../kinds/operation.ts';
import { malformedId } from './authentication.ts';
import { readBody } from './http/request-body.ts';
import { Problem } from './http/problem.ts';
import { etagOf, namesEtag, type Answer } from './http/reply.ts';
import type { ServiceRequest } from './http/request.ts';
import type { Route } from './http/routes.ts';
import { isObjectId } from './ids.ts';
import { createLaggingView, type LaggingView } from './lagging-view.ts';
import { listOnSurfaceA, listOnSurfaceB, type ListRequest } from './record-listing.ts';
import type { ServiceOptions } from './options.ts';
import { createRepresent, type Represent } from './representation.ts';
import { Resources, type Cause } from './resources.ts';
import type { Change, Engine, Work, Origin } from './store/work.ts';
import { once } from './store/idempotency.ts';
import type { StoredRecord } from './store/records.ts';
import type { Tenant } from './store/tenants.ts';

/** A request that its key allows. */
interface Asked extends Route {
  readonly request: ServiceRequest;
  readonly tenant: Tenant;
  /** Fails if the key no longer allows the request. */
  readonly tenantNow: () => Promise<Tenant>;
  readonly origin: Origin | undefined;
}

/** The work of changes is made by generators of this class: a generator function for each change would cost more than its queries. */
export class Operations implements Record<Verb, (asked: Asked) => Promise<Answer>> {
  readonly #engine: Engine;
  readonly #options: ServiceOptions;
  readonly #lagging: LaggingView | undefined;
  readonly #resources: Resources;
  readonly #represent: Represent;

  constructor(engine: Engine, options: ServiceOptions) {
    const { variants, clock } = options;
    this.#engine = engine;
    this.#options = options;
    this.#lagging = variants.has('lagging-lists') ? createLaggingView(clock) : undefined;
    this.#resources = new Resources(options, this.#lagging);
    this.#represent = createRepresent(variants);
  }

  async list({ request, tenant: { broadcastId }, kind, operation: { surface, path }, origin }: Asked): Promise<Answer> {
    const list: ListRequest = {
      broadcastId,
      kind,
      query: (name) => request.query(name),
      represent: this.#represent,
      variants: this.#options.variants,
      lagging: this.#lagging,
    };
    const body = await this.#engine.read(
      { broadcast: broadcastId },
      () => (surface === 'A' ? listOnSurfaceA(list) : listOnSurfaceB(list, path.slice(1))),
      { maxStale: maxStaleOf(request.header('cache-control')), origin },
    );
    return unlessUnchanged(request, body);
  }

  async read(asked: Asked): Promise<Answer> {
    const {
      request,
      tenant: { broadcastId },
      kind,
      operation,
      origin,
    } = asked;
    const id = idOf(asked);
    const find = () => this.#resources.find(broadcastId, kind, id);
    const record = await this.#engine.read({ broadcast: broadcastId }, find, { origin });
    return unlessUnchanged(request, this.#represent(record, operation.surface));
  }

  async create(received: Asked): Promise<Answer> {
    const { body, tenant } = await this.#receive(received, 'create');
    const asked = { ...received, tenant };
    const { variants, clock } = this.#options;
    const idempotencyKey = variants.has('no-idempotency') ? undefined : idempotencyKeyOf(asked.request);
    return this.#change(asked, (origin) => {
      const create = (): Work<Answer> => this.#creation(asked, body, origin);
      if (idempotencyKey === undefined) return create();
      const { surface, path } = asked.operation;
      const repeatable = { path: `${surface}${path}`, body: JSON.stringify(body), now: clock.now() };
      return once({ lineage: tenant.lineage, idempotencyKey, ...repeatable }, create);
    });
  }

  *#creation(asked: Asked, body: JsonObject, origin: Cause['origin']): Work<Answer> {
    const {
      request,
      tenant: owner,
      kind,
      operation: { surface },
    } = asked;
    const record = yield* this.#resources.create(kind, body, { owner, origin });
    const shown = this.#represent(record, surface);
    return {
      status: 201,
      body: this.#hides(surface) ? '' : withSecret(shown, record, body),
      etag: etagOf(shown),
      location: `${request.path}/${record.id}`,
    };
  }

  async update(asked: Asked): Promise<Answer> {
    const id = idOf(asked);
    const { body, tenant } = await this.#receive(asked, 'update');
    return this.#change(asked, (origin) => this.#updating({ ...asked, tenant }, id, body, origin));
  }

  /** A client can take its time to send the body. Afterwards its key may be revoked, or allow less. */
  async #receive({ request, kind, tenantNow }: Asked, verb: 'create' | 'update') {
    const body = await readBody(request);
    await this.#resources.check(kind, verb, body);
    return { body, tenant: await tenantNow() };
  }

  *#updating(asked: Asked, id: string, body: JsonObject, origin: Cause['origin']): Work<Answer> {
    const { surface } = asked.operation;
    const before = yield* this.#findToChange(asked, id);
    const after = yield* this.#resources.update(before, body, { owner: asked.tenant, origin });
    const shown = this.#represent(after, surface);
    return { status: 200, body: this.#hides(surface) ? '' : shown, etag: etagOf(shown) };
  }

  async delete(asked: Asked): Promise<Answer> {
    const id = idOf(asked);
    return this.#change(asked, (origin) => this.#deletion(asked, id, origin));
  }

  *#deletion(asked: Asked, id: string, origin: Cause['origin']): Work<Answer> {
    const before = yield* this.#findToChange(asked, id);
    yield* this.#resources.delete(before, { owner: asked.tenant, origin });
    if (asked.operation.surface === 'A') return { status: 204, body: null };
    const referenceType = referenceTypeOf(asked.operation);
    return {
      status: 200,
      body: JSON.stringify({ success: true, referenceType, referenceId: id, operationType: 'delete' }),
    };
  }

  #change({ tenant: { broadcastId }, origin }: Asked, work: Change<Answer>): Promise<Answer> {
    return this.#engine.write({ broadcast: broadcastId }, work, { origin });
  }

  /** Finds the record that a request wants to change, if it is still the one that the request knows. */
  *#findToChange({ request, tenant, kind, operation: { surface } }: Asked, id: string): Work<StoredRecord> {
    const before = yield* this.#resources.find(tenant.broadcastId, kind, id, { toChange: true });
    const ifMatch = request.header('if-match');
    if (ifMatch === undefined || this.#options.variants.has('no-etags')) return before;
    if (namesEtag(ifMatch, etagOf(this.#represent(before, surface)))) return before;
    throw new Problem(412, 'changed', 'the record has changed since it was read');
  }

  #hides(surface: Surface): boolean {
    return surface === 'A' && this.#options.variants.has('empty-bodies');
  }
}

/** An empty one would be the same for all requests of a client that fails to make them. */
function idempotencyKeyOf(request: ServiceRequest): string | undefined {
  const key = request.header('idempotency-key');
  if (key === '') throw new Problem(400, 'invalid', 'the header Idempotency-Key is empty');
  return key;
}

function idOf({ params, tenant, operation: { surface, path } }: Asked): string {
  if (!path.includes('{id}')) return tenant.broadcastId;
  const { id = '' } = params;
  if (surface === 'B' && !isObjectId(id)) throw malformedId(id);
  return id;
}

const MAX_STALE = /(?:^|,)\s*max-stale(?:\s*=\s*"?(?<seconds>\d+)"?)?\s*(?:,|$)/i;

/**
 * The seconds of `Cache-Control: max-stale=N` (RFC 9111): the caller accepts an answer that is so old. Without a number it
 * accepts any. Undefined if the answer has to be up to date.
 */
function maxStaleOf(header: string | undefined): number | undefined {
  const found = MAX_STALE.exec(header ?? '');
  return found ? Number(found.groups!['seconds'] ?? Infinity) : undefined;
}

function unlessUnchanged(request: ServiceRequest, body: string): Answer {
  const etag = etagOf(body);
  // A proxy may have weakened the tag; for a read it makes no difference.
  const ifNoneMatch = request.header('if-none-match')?.replaceAll('W/', '');
  return ifNoneMatch !== undefined && namesEtag(ifNoneMatch, etag)
    ? { status: 304, body: null, etag }
    : { status: 200, body, etag };
}

/** A webhook's secret is shown only in the response that creates it. */
function withSecret(shown: string, record: StoredRecord, body: JsonObject): string {
  return record.secret === null ? shown : `${shown.slice(0, -1)},"secret":${JSON.stringify(body['secret'])}}`;
}

/** `broadcastArticle` for `/broadcastArticles/{id}`: the name of one item in the collection. */
function referenceTypeOf({ path }: Operation): string {
  const collection = path.split('/')[1]!;
  if (collection.endsWith('ies')) return `${collection.slice(0, -3)}y`;
  return collection.endsWith('s') ? collection.slice(0, -1) : collection;
}
