/** Creates, changes and removes records. The service's rules apply, inside one transaction each. */
import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { behaviours, isLoopbackUrl, type Fields } from './behaviours.ts';
import { announce } from './outbox.ts';
import { invalid, notFound } from './http/problem.ts';
import { createIdSource } from './ids.ts';
import type { LaggingView } from './lagging-view.ts';
import type { ServiceOptions } from './options.ts';
import { deleteRecord, fieldsOf, findRecord, insertRecord, updateRecord, type StoredRecord } from './store/records.ts';
import { checkQuota } from './store/quotas.ts';
import type { Tenant } from './store/tenants.ts';
import type { Work, Origin } from './store/work.ts';
import { checkBody } from './validation.ts';

/** The author of a change, and the request that led to it. */
export interface Cause {
  readonly owner: Pick<Tenant, 'broadcastId' | 'userId' | 'quota'>;
  readonly origin: Origin | undefined;
}

export class Resources {
  readonly #options: ServiceOptions;
  readonly #lagging: LaggingView | undefined;
  readonly #newId: () => string;

  constructor(options: ServiceOptions, lagging: LaggingView | undefined) {
    this.#options = options;
    this.#lagging = lagging;
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
    const onSurfaceA = kindNamed(kind).surface === 'A';
    const id = onSurfaceA && this.#options.variants.has('uuid-ids') ? randomUUID() : this.#newId();
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
    yield* this.#follow(undefined, record, cause);
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
    yield* this.#follow(before, after, cause);
    return after;
  }

  *delete(before: StoredRecord, cause: Cause): Work<void> {
    const { kind, id } = before;
    const check = behaviours[kind]?.beforeDelete;
    if (check) yield* check(id);
    yield* deleteRecord(id);
    yield* this.#follow(before, undefined, cause);
  }

  /** `toChange`: nobody else can change it until this work ends. */
  *find(broadcastId: string, kind: KindName, id: string, { toChange = false } = {}): Work<StoredRecord> {
    const record = yield* findRecord(broadcastId, kind, id, { toChange });
    if (!record) throw notFound(`${kindNamed(kind).title.toLowerCase()} ${id}`);
    return record;
  }

  *#completed(kind: KindName, fields: Fields, { broadcastId, userId }: Cause['owner']): Work<Fields> {
    const { variants, profile, clock } = this.#options;
    const { check, complete } = behaviours[kind] ?? {};
    if (check) yield* check(fields, broadcastId);
    const completed = complete ? complete(fields, { userId, profile, now: clock.now() }) : fields;
    const tidied = variants.has('normalising') ? (normalised(completed) as Fields) : completed;
    const { description: _, ...others } = tidied;
    const kept = variants.has('no-descriptions') ? others : tidied;
    return variants.has('cut') ? (cut(kept) as Fields) : kept;
  }

  /** Whatever follows from a change. If it exceeds the quota, the change is undone. */
  *#follow(before: StoredRecord | undefined, after: StoredRecord | undefined, { owner, origin }: Cause): Work<void> {
    const { profile, clock } = this.#options;
    const now = clock.now();
    const deliveries = yield* announce({ before, after }, { profile, now, newId: this.#newId, origin });
    if (this.#lagging) yield* this.#lagging.noteChange((after ?? before)!, before);
    if (!owner.quota || !after) return;
    const isLarger = !before || Buffer.byteLength(after.fields) > Buffer.byteLength(before.fields);
    yield* checkQuota(owner.quota, { record: after, deliveries, isNew: !before, isLarger, now });
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
