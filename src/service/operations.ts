/** The five verbs, for every kind on both surfaces. */
import { assertNever } from '../diagnostics/errors.ts';
import type { Context } from 'hono';
import type { JsonObject } from '../values/json.ts';
import type { Operation } from '../kinds/operation.ts';
import type { KindName } from '../kinds/registry.ts';
import { malformedId } from './authentication.ts';
import { etagOf, namesEtag, type Answer } from './http/answer.ts';
import { readBody } from './http/body.ts';
import { Problem } from './http/problem.ts';
import { isObjectId } from './ids.ts';
import { listOnSurfaceA, listOnSurfaceB, type ListingParts } from './listing.ts';
import type { ServiceOptions } from './options.ts';
import type { Resources } from './resources.ts';
import type { Database } from './store/database.ts';
import type { Idempotency } from './store/idempotency.ts';
import type { StoredRecord } from './store/records.ts';
import type { Tenant } from './store/tenants.ts';

interface Parts extends ListingParts {
  readonly database: Database;
  readonly resources: Resources;
  readonly idempotency: Idempotency;
  readonly options: ServiceOptions;
}

export class Operations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async perform(c: Context, tenant: Tenant, kind: KindName, operation: Operation): Promise<Answer> {
    switch (operation.verb) {
      case 'list':
        return this.#list(c, tenant, kind, operation);
      case 'read':
        return this.#read(c, tenant, kind, operation);
      case 'create':
        return this.#create(c, tenant, kind, operation);
      case 'update':
        return this.#update(c, tenant, kind, operation);
      case 'delete':
        return this.#delete(c, tenant, kind, operation);
      default:
        return assertNever(operation.verb);
    }
  }

  #list(c: Context, { broadcastId }: Tenant, kind: KindName, { surface, path }: Operation): Answer {
    const query = (name: string): string | undefined => c.req.query(name);
    const body =
      surface === 'A'
        ? listOnSurfaceA(this.#parts, broadcastId, kind, query)
        : listOnSurfaceB(this.#parts, broadcastId, kind, path.slice(1), query);
    return unlessKnown(c, body);
  }

  #read(c: Context, tenant: Tenant, kind: KindName, operation: Operation): Answer {
    const record = this.#parts.resources.find(tenant.broadcastId, kind, idOf(c, tenant, operation));
    return unlessKnown(c, this.#parts.represent(record, operation.surface));
  }

  async #create(
    c: Context,
    { keyId, broadcastId }: Tenant,
    kind: KindName,
    { surface, path }: Operation,
  ): Promise<Answer> {
    const { database, resources, represent, idempotency, options, lagging } = this.#parts;
    const body = await readBody(c);
    await resources.check(kind, 'create', body);
    const create = (): Answer => {
      lagging?.prepare(broadcastId, kind);
      const record = resources.create(broadcastId, kind, body);
      lagging?.changed(broadcastId, kind, record.id, record);
      const shown = represent(record, surface);
      return {
        status: 201,
        body: this.#hides(surface) ? '' : withSecret(shown, record, body),
        etag: etagOf(shown),
        location: `${c.req.path}/${record.id}`,
      };
    };
    const idempotencyKey = options.variants.has('no-idempotency') ? undefined : c.req.header('idempotency-key');
    return database.write(() =>
      idempotencyKey === undefined
        ? create()
        : idempotency.once(keyId, idempotencyKey, { path: `${surface}${path}`, body: JSON.stringify(body) }, create),
    );
  }

  async #update(c: Context, tenant: Tenant, kind: KindName, operation: Operation): Promise<Answer> {
    const { database, resources, represent, lagging } = this.#parts;
    const id = idOf(c, tenant, operation);
    const body = await readBody(c);
    await resources.check(kind, 'update', body);
    return database.write(() => {
      const before = resources.find(tenant.broadcastId, kind, id);
      this.#checkPrecondition(c, before, operation);
      lagging?.prepare(tenant.broadcastId, kind);
      const after = resources.update(before, body);
      lagging?.changed(tenant.broadcastId, kind, id, after);
      const shown = represent(after, operation.surface);
      return { status: 200, body: this.#hides(operation.surface) ? '' : shown, etag: etagOf(shown) };
    });
  }

  async #delete(c: Context, tenant: Tenant, kind: KindName, operation: Operation): Promise<Answer> {
    const id = idOf(c, tenant, operation);
    const { database, resources, lagging } = this.#parts;
    return database.write(() => {
      const before = resources.find(tenant.broadcastId, kind, id);
      this.#checkPrecondition(c, before, operation);
      lagging?.prepare(tenant.broadcastId, kind);
      resources.delete(before);
      lagging?.changed(tenant.broadcastId, kind, id, undefined);
      if (operation.surface === 'A') return { status: 204, body: null };
      const referenceType = referenceTypeOf(operation);
      return {
        status: 200,
        body: JSON.stringify({ success: true, referenceType, referenceId: id, operationType: 'delete' }),
      };
    });
  }

  #checkPrecondition(c: Context, before: StoredRecord, { surface }: Operation): void {
    const wanted = c.req.header('if-match');
    if (wanted === undefined || this.#parts.options.variants.has('no-etags')) return;
    if (namesEtag(wanted, etagOf(this.#parts.represent(before, surface)))) return;
    throw new Problem(412, 'changed', 'the record has changed since it was read');
  }

  #hides(surface: Operation['surface']): boolean {
    return surface === 'A' && this.#parts.options.variants.has('empty-bodies');
  }
}

function idOf(c: Context, tenant: Tenant, { surface, path }: Operation): string {
  if (!path.includes('{id}')) return tenant.broadcastId;
  const id = c.req.param('id') ?? '';
  if (surface === 'B' && !isObjectId(id)) throw malformedId(id);
  return id;
}

function unlessKnown(c: Context, body: string): Answer {
  const etag = etagOf(body);
  // A proxy may have weakened the tag; for a read it makes no difference.
  const known = c.req.header('if-none-match')?.replaceAll('W/', '');
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
