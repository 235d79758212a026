/** Creates, changes and removes records. The service's rules apply, inside one transaction each. */
import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { behaviours, isLoopbackUrl } from './behaviours.ts';
import { announce } from './outbox.ts';
import { invalid, notFound } from './http/problem.ts';
import { createIdSource } from './ids.ts';
import type { ServiceOptions } from './options.ts';
import { deleteRecord, fieldsOf, findRecord, insertRecord, updateRecord, type StoredRecord } from './store/records.ts';
import { checkQuota, type Quota, type QuotaChange } from './store/quotas.ts';
import type { Tenant } from './store/tenants.ts';
import type { Work, Origin } from './store/work.ts';
import { checkBody } from './validation.ts';

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

  *create(kind: KindName, body: JsonObject, { owner, origin }: Cause): Work<StoredRecord> {
    const { broadcastId, userId, quota } = owner;
    const now = this.#timestamp();
    const onSurfaceA = kindNamed(kind).surface === 'A';
    const id = onSurfaceA && this.#options.variants.has('uuid-ids') ? randomUUID() : this.#newId();
    const { sent, secret } = splitSecret(kind, body);
    const given = withoutNulls(sent);
    yield* checkStored(kind, given, broadcastId);
    const fields = this.#complete(kind, given, userId);
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
    const deliveries = yield* this.#announce({ kind, before: undefined, after: record }, origin);
    if (quota) yield* this.#keepWithin(quota, { record, deliveries, isNew: true, isLarger: true });
    return record;
  }

  *update(before: StoredRecord, body: JsonObject, { owner, origin }: Cause): Work<StoredRecord> {
    const { kind, broadcastId } = before;
    const { userId, quota } = owner;
    const { sent, secret } = splitSecret(kind, body);
    const fields = withoutNulls({ ...fieldsOf(before), ...sent });
    yield* checkStored(kind, fields, broadcastId);
    const after = stored({
      ...before,
      fields: this.#complete(kind, fields, userId),
      secret: secret === undefined ? before.secret : asText(secret),
      updatedAt: this.#timestamp(),
    });
    yield* updateRecord(after);
    const deliveries = yield* this.#announce({ kind, before, after }, origin);
    const isLarger = Buffer.byteLength(after.fields) > Buffer.byteLength(before.fields);
    if (quota) yield* this.#keepWithin(quota, { record: after, deliveries, isNew: false, isLarger });
    return after;
  }

  *delete(before: StoredRecord, origin: Origin | undefined): Work<void> {
    const { kind, id } = before;
    const check = behaviours[kind]?.beforeDelete;
    if (check) yield* check(id);
    yield* deleteRecord(id);
    yield* this.#announce({ kind, before, after: undefined }, origin);
  }

  /** `toChange`: nobody else can change it until this work ends. */
  *find(broadcastId: string, kind: KindName, id: string, { toChange = false } = {}): Work<StoredRecord> {
    const record = yield* findRecord(broadcastId, kind, id, { toChange });
    if (!record) throw notFound(`${kindNamed(kind).title.toLowerCase()} ${id}`);
    return record;
  }

  #complete(kind: KindName, fields: Record<string, Json>, userId: string): Record<string, Json> {
    const { variants, profile, allowPrivateWebhooks, clock } = this.#options;
    const complete = behaviours[kind]?.complete;
    const completed = complete ? complete(fields, { userId, profile, allowPrivateWebhooks, now: clock.now() }) : fields;
    const tidied = variants.has('normalising') ? (normalised(completed) as Record<string, Json>) : completed;
    const { description: _, ...others } = tidied;
    const kept = variants.has('no-descriptions') ? others : tidied;
    return variants.has('cut') ? (cut(kept) as Record<string, Json>) : kept;
  }

  #announce(change: Parameters<typeof announce>[0], origin: Origin | undefined): Work<number> {
    const { profile, clock } = this.#options;
    return announce(change, { profile, now: clock.now(), newId: this.#newId, origin });
  }

  /** After the change, which is undone if it exceeds the quota. */
  #keepWithin(quota: Quota, change: Omit<QuotaChange, 'now'>): Work<void> {
    return checkQuota(quota, { ...change, now: this.#options.clock.now() });
  }

  #timestamp(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

/** The author of a change, and the request that led to it. */
interface Cause {
  readonly owner: Pick<Tenant, 'broadcastId' | 'userId' | 'quota'>;
  readonly origin: Origin | undefined;
}

function* checkStored(kind: KindName, fields: Record<string, Json>, broadcastId: string): Work<void> {
  const check = behaviours[kind]?.check;
  if (check) yield* check(fields, broadcastId);
}

type NewRecord = Omit<StoredRecord, 'fields' | 'placeId'> & { readonly fields: Record<string, Json> };

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
const withoutNulls = (fields: JsonObject): Record<string, Json> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** The `normalising` variant: trims text, and adds a key to every block. */
function normalised(value: Json, inBlocks = false): Json {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map((each: Json) => normalised(each, inBlocks));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, normalised(each, key === 'blocks')] as const);
  return Object.fromEntries(inBlocks ? [...entries, ['_rendered', true]] : entries);
}

const LONGEST_TEXT = 60;

/** The `cut` variant: silently truncates text, as a database column with a length limit would. */
function cut(value: Json): Json {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
  if (Array.isArray(value)) return value.map((each: Json) => cut(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each)]));
}
