/** Creates, changes and removes records. The service's rules apply, inside one transaction each. */
import type { Json, JsonObject } from '../values/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { behaviours, isLoopbackUrl, type Fields } from './behaviours.ts';
import { announce } from './outbox.ts';
import { invalid, notFound } from './http/problem.ts';
import { createIdSource } from './ids.ts';
import type { ServiceOptions } from './options.ts';
import { deleteRecord, fieldsOf, findRecord, insertRecord, updateRecord, type StoredRecord } from './store/records.ts';
import type { Tenant } from './store/tenants.ts';
import type { Work } from './store/work.ts';
import { checkBody } from './validation.ts';

/** The author of a change, and the request that led to it. */
export interface Cause {
  readonly owner: Pick<Tenant, 'broadcastId' | 'userId'>;
  readonly requestId: string;
}

export class Resources {
  readonly #options: ServiceOptions;
  readonly #newId: () => string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#newId = createIdSource(options.clock.now);
  }

  /** Checks that a body has its kind's form. Await this before the transaction that stores it. */
  async check(kind: KindName, verb: 'create' | 'update', body: JsonObject): Promise<void> {
    const local = kind === 'webhook' && this.#options.allowPrivateWebhooks && isLoopbackUrl(String(body['url']));
    // Plain http is not part of the interface. If the operator allows it, the rest is checked as if it were https.
    const url = local ? { url: String(body['url']).replace(/^http:/, 'https:') } : {};
    await checkBody(kind, verb, { ...body, ...url });
    // It is stored as it is, and not every database has this character.
    if (String(splitSecret(kind, body).secret).includes('\0'))
      throw invalid([{ pointer: '/secret', detail: 'must not contain the character U+0000' }]);
  }

  *create(kind: KindName, body: JsonObject, cause: Cause): Work<StoredRecord> {
    const { broadcastId } = cause.owner;
    const id = this.#options.tests?.newId?.(kind) ?? this.#newId();
    const { sent, secret } = splitSecret(kind, body);
    const fields = yield* this.#completed(kind, withoutNulls(sent), cause.owner);
    const now = this.#timestamp();
    const record = stored({
      id,
      broadcastId,
      kind,
      fields,
      secret: asText(secret),
      createdAt: now,
      updatedAt: now,
    });
    yield* insertRecord(record, fields);
    yield* this.#announce(undefined, record, cause);
    return record;
  }

  *update(before: StoredRecord, body: JsonObject, cause: Cause): Work<StoredRecord> {
    const { kind } = before;
    const { sent, secret } = splitSecret(kind, body);
    const after = stored({
      ...before,
      fields: yield* this.#completed(kind, withoutNulls({ ...fieldsOf(before), ...sent }), cause.owner),
      secret: secret === undefined ? before.secret : asText(secret),
      updatedAt: this.#timestamp(),
    });
    yield* updateRecord(after);
    yield* this.#announce(before, after, cause);
    return after;
  }

  *delete(before: StoredRecord, cause: Cause): Work<void> {
    const { kind, id } = before;
    const check = behaviours[kind]?.beforeDelete;
    if (check) yield* check(id);
    yield* deleteRecord(id);
    yield* this.#announce(before, undefined, cause);
  }

  /** `toChange`: nobody else can change it until this work ends. */
  *find(broadcastId: string, kind: KindName, id: string, { toChange = false } = {}): Work<StoredRecord> {
    const record = yield* findRecord(broadcastId, kind, id, { toChange });
    if (!record) throw notFound(`${kindNamed(kind).title.toLowerCase()} ${id}`);
    return record;
  }

  *#completed(kind: KindName, fields: Fields, { broadcastId, userId }: Cause['owner']): Work<Fields> {
    const { profile, clock } = this.#options;
    const { check, complete } = behaviours[kind] ?? {};
    if (check) yield* check(fields, broadcastId);
    return complete ? complete(fields, { userId, profile, now: clock.now() }) : fields;
  }

  #announce(before: StoredRecord | undefined, after: StoredRecord | undefined, { requestId }: Cause): Work<void> {
    const { profile, clock } = this.#options;
    return announce({ before, after }, { profile, now: clock.now(), newId: this.#newId, requestId });
  }

  #timestamp(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

type NewRecord = Omit<StoredRecord, 'fields' | 'placeId'> & { readonly fields: Fields };

const stored = ({ fields, ...rest }: NewRecord): StoredRecord => ({
  ...rest,
  fields: JSON.stringify(fields),
  placeId: rest.kind === 'event' ? asText(fields['place_id']) : null,
});

const asText = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** A webhook's secret is stored apart from its fields, because no read returns it. */
function splitSecret(
  kind: KindName,
  body: JsonObject,
): { readonly sent: JsonObject; readonly secret: Json | undefined } {
  if (kind !== 'webhook') return { sent: body, secret: undefined };
  const { secret, ...sent } = body;
  return { sent, secret };
}

/** `null` clears a field, and cleared fields are not stored. */
const withoutNulls = (fields: JsonObject): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
