/** The five verbs, for every kind on both surfaces. */
import type { JsonObject } from '../values/json.ts';
import type { Operation, Verb } from '../kinds/operation.ts';
import { malformedId } from './authentication.ts';
import { readBody } from './http/request-body.ts';
import { Problem } from './http/problem.ts';
import { etagOf, namesEtag, type Answer } from './http/reply.ts';
import type { ServiceRequest } from './http/request.ts';
import type { Route } from './http/routes.ts';
import { isObjectId } from './ids.ts';
import { listOnSurfaceA, listOnSurfaceB, type ListRequest } from './record-listing.ts';
import type { ServiceOptions } from './options.ts';
import { represent } from './representation.ts';
import { Resources } from './resources.ts';
import type { Engine, Work } from './store/work.ts';
import { once } from './store/idempotency.ts';
import type { StoredRecord } from './store/records.ts';
import type { Tenant } from './store/tenants.ts';

/** A request that its key allows. */
interface Asked extends Route {
  readonly request: ServiceRequest;
  readonly tenant: Tenant;
  /** Fails if the key no longer allows the request. */
  readonly tenantNow: () => Promise<Tenant>;
  readonly requestId: string;
}

/** The work of changes is made by generators of this class: a generator function for each change would cost more than its queries. */
export class Operations implements Record<Verb, (asked: Asked) => Promise<Answer>> {
  readonly #engine: Engine;
  readonly #options: ServiceOptions;
  readonly #resources: Resources;

  constructor(engine: Engine, options: ServiceOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#resources = new Resources(options);
  }

  async list({ request, tenant: { broadcastId }, kind, operation: { surface, path } }: Asked): Promise<Answer> {
    const list: ListRequest = { broadcastId, kind, query: (name) => request.query(name) };
    const body = await this.#engine.read({ broadcast: broadcastId }, () =>
      surface === 'A' ? listOnSurfaceA(list) : listOnSurfaceB(list, path.slice(1)),
    );
    return unlessUnchanged(request, body);
  }

  async read(asked: Asked): Promise<Answer> {
    const { request, tenant, kind, operation } = asked;
    const id = idOf(asked);
    const { broadcastId } = tenant;
    const find = () => this.#resources.find(broadcastId, kind, id);
    const record = await this.#engine.read({ broadcast: broadcastId }, find);
    return unlessUnchanged(request, represent(record, operation.surface));
  }

  async create(received: Asked): Promise<Answer> {
    const { body, tenant } = await this.#receive(received, 'create');
    const asked = { ...received, tenant };
    const idempotencyKey = idempotencyKeyOf(asked.request);
    return this.#change(asked, () => {
      const create = (): Work<Answer> => this.#creation(asked, body);
      if (idempotencyKey === undefined) return create();
      const { surface, path } = asked.operation;
      const now = this.#options.clock.now();
      const repeatable = { path: `${surface}${path}`, body: JSON.stringify(body), now };
      return once({ lineage: tenant.lineage, idempotencyKey, ...repeatable }, create);
    });
  }

  *#creation({ request, tenant: owner, kind, operation, requestId }: Asked, body: JsonObject): Work<Answer> {
    const record = yield* this.#resources.create(kind, body, { owner, requestId });
    const shown = represent(record, operation.surface);
    return {
      status: 201,
      body: withSecret(shown, record, body),
      etag: etagOf(shown),
      location: `${request.path}/${record.id}`,
    };
  }

  async update(asked: Asked): Promise<Answer> {
    const id = idOf(asked);
    const { body, tenant } = await this.#receive(asked, 'update');
    return this.#change(asked, () => this.#updating({ ...asked, tenant }, id, body));
  }

  /** A client can take its time to send the body. Afterwards its key may be revoked, or allow less. */
  async #receive({ request, kind, tenantNow }: Asked, verb: 'create' | 'update') {
    const body = await readBody(request);
    await this.#resources.check(kind, verb, body);
    return { body, tenant: await tenantNow() };
  }

  *#updating(asked: Asked, id: string, body: JsonObject): Work<Answer> {
    const { tenant: owner, requestId, operation } = asked;
    const before = yield* this.#findToChange(asked, id);
    const after = yield* this.#resources.update(before, body, { owner, requestId });
    const shown = represent(after, operation.surface);
    return { status: 200, body: shown, etag: etagOf(shown) };
  }

  async delete(asked: Asked): Promise<Answer> {
    const id = idOf(asked);
    return this.#change(asked, () => this.#deletion(asked, id));
  }

  *#deletion(asked: Asked, id: string): Work<Answer> {
    const { tenant: owner, requestId } = asked;
    const before = yield* this.#findToChange(asked, id);
    yield* this.#resources.delete(before, { owner, requestId });
    if (asked.operation.surface === 'A') return { status: 204, body: null };
    const referenceType = referenceTypeOf(asked.operation);
    return {
      status: 200,
      body: JSON.stringify({ success: true, referenceType, referenceId: id, operationType: 'delete' }),
    };
  }

  #change({ tenant: { broadcastId } }: Asked, work: () => Work<Answer>): Promise<Answer> {
    return this.#engine.write({ broadcast: broadcastId }, work);
  }

  /** Finds the record that a request wants to change, if it is still the one that the request knows. */
  *#findToChange({ request, tenant, kind, operation: { surface } }: Asked, id: string): Work<StoredRecord> {
    const before = yield* this.#resources.find(tenant.broadcastId, kind, id, { toChange: true });
    const ifMatch = request.header('if-match');
    if (ifMatch === undefined || namesEtag(ifMatch, etagOf(represent(before, surface)))) return before;
    throw new Problem(412, 'changed', 'the record has changed since it was read');
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
