/** The five verbs, for every kind on both surfaces. */
import { assertNever } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import type { Surface } from '../kinds/kind.ts';
import type { Operation } from '../kinds/operation.ts';
import { malformedId } from './authentication.ts';
import { readBody } from './http/request-body.ts';
import { Problem } from './http/problem.ts';
import { etagOf, namesEtag, type Answer } from './http/reply.ts';
import type { ServiceRequest } from './http/request.ts';
import type { Route } from './http/routes.ts';
import { isObjectId } from './ids.ts';
import type { Changed } from './lagging-view.ts';
import { listOnSurfaceA, listOnSurfaceB, type ListingParts } from './record-listing.ts';
import type { ServiceOptions } from './options.ts';
import type { Resources } from './resources.ts';
import type { Change, Engine, Work, Origin } from './store/work.ts';
import { once } from './store/idempotency.ts';
import type { StoredRecord } from './store/records.ts';
import type { Tenant } from './store/tenants.ts';

interface OperationParts extends ListingParts {
  readonly engine: Engine;
  readonly resources: Resources;
  readonly options: ServiceOptions;
}

/** The work of changes is made by generators of this class: a generator function for each change would cost more than its queries. */
export class Operations {
  readonly #parts: OperationParts;

  constructor(parts: OperationParts) {
    this.#parts = parts;
  }

  perform(asked: Asked): Promise<Answer> {
    const { verb } = asked.operation;
    switch (verb) {
      case 'list':
        return this.#list(asked);
      case 'read':
        return this.#read(asked);
      case 'create':
        return this.#create(asked);
      case 'update':
        return this.#update(asked);
      case 'delete':
        return this.#delete(asked);
      default:
        return assertNever(verb);
    }
  }

  async #list({
    request,
    tenant: { broadcastId },
    kind,
    operation: { surface, path },
    origin,
  }: Asked): Promise<Answer> {
    const query = (name: string): string | undefined => request.query(name);
    const body = await this.#parts.engine.read(
      { broadcast: broadcastId },
      () =>
        surface === 'A'
          ? listOnSurfaceA(this.#parts, broadcastId, kind, query)
          : listOnSurfaceB(this.#parts, broadcastId, kind, path.slice(1), query),
      { maxStale: maxStaleOf(request.header('cache-control')), origin },
    );
    return unlessKnown(request, body);
  }

  async #read(asked: Asked): Promise<Answer> {
    const { engine, resources, represent } = this.#parts;
    const { request, tenant, kind, operation, origin } = asked;
    const id = idOf(asked);
    const record = await engine.read(
      { broadcast: tenant.broadcastId },
      () => resources.find(tenant.broadcastId, kind, id),
      { origin },
    );
    return unlessKnown(request, represent(record, operation.surface));
  }

  async #create(received: Asked): Promise<Answer> {
    const { options } = this.#parts;
    const { body, tenant } = await this.#receive(received, 'create');
    const asked = { ...received, tenant };
    const { operation } = asked;
    const idempotencyKey = options.variants.has('no-idempotency') ? undefined : idempotencyKeyOf(asked.request);
    return this.#change(asked, (origin) => {
      const create = (): Work<Answer> => this.#creation(asked, body, origin);
      if (idempotencyKey === undefined) return create();
      const { surface, path } = operation;
      const repeatable = { path: `${surface}${path}`, body: JSON.stringify(body), now: options.clock.now() };
      return once({ lineage: tenant.lineage, idempotencyKey, ...repeatable }, create);
    });
  }

  *#creation({ request, tenant, kind, operation: { surface } }: Asked, body: JsonObject, origin: Cause): Work<Answer> {
    const { resources, represent } = this.#parts;
    const record = yield* resources.create(kind, body, { owner: tenant, origin });
    yield* this.#note(record, undefined);
    const shown = represent(record, surface);
    return {
      status: 201,
      body: this.#hides(surface) ? '' : withSecret(shown, record, body),
      etag: etagOf(shown),
      location: `${request.path}/${record.id}`,
    };
  }

  async #update(received: Asked): Promise<Answer> {
    const aim = aimOf(received);
    const { body, tenant } = await this.#receive(received, 'update');
    return this.#change(received, (origin) => this.#updating({ ...aim, tenant }, body, origin));
  }

  /** A client can take its time to send the body. Afterwards its key may be revoked, or allow less. */
  async #receive({ request, kind, tenantNow }: Asked, verb: 'create' | 'update') {
    const body = await readBody(request);
    await this.#parts.resources.check(kind, verb, body);
    return { body, tenant: await tenantNow() };
  }

  *#updating(aim: Aim, body: JsonObject, origin: Cause): Work<Answer> {
    const { resources, represent } = this.#parts;
    const { surface } = aim.operation;
    const before = yield* this.#findToChange(aim);
    const after = yield* resources.update(before, body, { owner: aim.tenant, origin });
    yield* this.#note(after, before);
    const shown = represent(after, surface);
    return { status: 200, body: this.#hides(surface) ? '' : shown, etag: etagOf(shown) };
  }

  async #delete(asked: Asked): Promise<Answer> {
    const aim = aimOf(asked);
    return this.#change(asked, (origin) => this.#deletion(aim, origin));
  }

  *#deletion(aim: Aim, origin: Cause): Work<Answer> {
    const { operation, id } = aim;
    const before = yield* this.#findToChange(aim);
    yield* this.#parts.resources.delete(before, origin);
    yield* this.#note(before, before);
    if (operation.surface === 'A') return { status: 204, body: null };
    const referenceType = referenceTypeOf(operation);
    return {
      status: 200,
      body: JSON.stringify({ success: true, referenceType, referenceId: id, operationType: 'delete' }),
    };
  }

  #change({ tenant: { broadcastId }, origin }: Asked, work: Change<Answer>): Promise<Answer> {
    return this.#parts.engine.write({ broadcast: broadcastId }, work, { origin });
  }

  /** `before` is undefined for a new record. */
  *#note(changed: Changed, before: StoredRecord | undefined): Work<void> {
    const { lagging } = this.#parts;
    if (lagging) yield* lagging.noteChange(changed, before);
  }

  /** Finds the record that a request wants to change, if it is still the one that the request knows. */
  *#findToChange({ tenant, kind, id, operation: { surface }, ifMatch }: Aim): Work<StoredRecord> {
    const { resources, represent, options } = this.#parts;
    const before = yield* resources.find(tenant.broadcastId, kind, id, { toChange: true });
    if (ifMatch === undefined || options.variants.has('no-etags')) return before;
    if (namesEtag(ifMatch, etagOf(represent(before, surface)))) return before;
    throw new Problem(412, 'changed', 'the record has changed since it was read');
  }

  #hides(surface: Surface): boolean {
    return surface === 'A' && this.#parts.options.variants.has('empty-bodies');
  }
}

/** A request that its key allows. */
interface Asked extends Route {
  readonly request: ServiceRequest;
  readonly tenant: Tenant;
  /** Fails if the key no longer allows the request. */
  readonly tenantNow: () => Promise<Tenant>;
  readonly origin: Origin | undefined;
}

type Cause = Origin | undefined;

/** The record that a request wants to change. */
interface Aim extends Asked {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

const aimOf = (asked: Asked): Aim => ({ ...asked, id: idOf(asked), ifMatch: asked.request.header('if-match') });

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

function unlessKnown(request: ServiceRequest, body: string): Answer {
  const etag = etagOf(body);
  // A proxy may have weakened the tag; for a read it makes no difference.
  const known = request.header('if-none-match')?.replaceAll('W/', '');
  return known !== undefined && namesEtag(known, etag)
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
