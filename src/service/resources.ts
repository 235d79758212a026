/** Creates, changes and removes records. The service's rules apply, inside one transaction each. */
import type { Json, JsonObject } from '../values/json.ts';
import { isObject } from '../values/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { behaviours, isLoopbackUrl, type Circumstances } from './behaviours.ts';
import { announcements } from './announcements.ts';
import { notFound } from './http/problem.ts';
import { createIdSource, uuid } from './ids.ts';
import type { ServiceOptions } from './options.ts';
import type { Outbox } from './outbox.ts';
import { fieldsOf, type Records, type StoredRecord } from './store/records.ts';
import type { Tenants } from './store/tenants.ts';
import { checkBody } from './validation.ts';

interface Parts {
  readonly records: Records;
  readonly tenants: Tenants;
  readonly outbox: Outbox;
  readonly options: ServiceOptions;
}

export class Resources {
  readonly #parts: Parts;
  readonly #newObjectId: () => string;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#newObjectId = createIdSource(parts.options.clock.now);
  }

  /** Checks that a body has its kind's form. Await this before the transaction that stores it. */
  async check(kind: KindName, verb: 'create' | 'update', body: JsonObject): Promise<void> {
    const { options } = this.#parts;
    const local = kind === 'webhook' && options.allowPrivateWebhooks && isLoopbackUrl(String(body['url']));
    // Plain http is not part of the interface. If the operator allows it, the rest is checked as if it were https.
    const url = local ? { url: String(body['url']).replace(/^http:/, 'https:') } : {};
    await checkBody(kind, verb, { ...body, ...url });
  }

  create(broadcastId: string, kind: KindName, body: JsonObject): StoredRecord {
    const now = this.#timestamp();
    const onSurfaceA = kindNamed(kind).surface === 'A';
    const id = onSurfaceA && this.#parts.options.variants.has('uuid-ids') ? uuid() : this.#newObjectId();
    const { sent, secret } = splitSecret(kind, body);
    const fields = this.#complete(broadcastId, kind, withoutNulls(sent));
    const record = stored({ id, broadcastId, kind, fields, secret: asText(secret), createdAt: now, updatedAt: now });
    this.#parts.records.insert(record);
    this.#announce({ kind, before: undefined, after: record });
    return record;
  }

  update(before: StoredRecord, body: JsonObject): StoredRecord {
    const { kind, broadcastId } = before;
    const { sent, secret } = splitSecret(kind, body);
    const fields = this.#complete(broadcastId, kind, withoutNulls({ ...fieldsOf(before), ...sent }));
    const after = stored({
      ...before,
      fields,
      secret: secret === undefined ? before.secret : asText(secret),
      updatedAt: this.#timestamp(),
    });
    this.#parts.records.update(after);
    this.#announce({ kind, before, after });
    return after;
  }

  delete(before: StoredRecord): void {
    behaviours[before.kind]?.beforeDelete?.(before.id, this.#circumstances(before.broadcastId));
    this.#parts.records.delete(before.id);
    this.#announce({ kind: before.kind, before, after: undefined });
  }

  find(broadcastId: string, kind: KindName, id: string): StoredRecord {
    const record = this.#parts.records.find(broadcastId, kind, id);
    if (!record) throw notFound(`${kindNamed(kind).title.toLowerCase()} ${id}`);
    return record;
  }

  #complete(broadcastId: string, kind: KindName, fields: Record<string, Json>): Record<string, Json> {
    const complete = behaviours[kind]?.complete;
    const completed = complete ? complete(fields, this.#circumstances(broadcastId)) : fields;
    const { variants } = this.#parts.options;
    const tidied = variants.has('normalising') ? (normalised(completed) as Record<string, Json>) : completed;
    return variants.has('cut') ? (cut(tidied) as Record<string, Json>) : tidied;
  }

  #announce(change: { kind: KindName; before: StoredRecord | undefined; after: StoredRecord | undefined }): void {
    const { outbox, options } = this.#parts;
    if (change.kind === 'article' && change.before) outbox.withdrawScheduled(change.before.id);
    for (const each of announcements({ ...change, profile: options.profile, now: options.clock.now() }))
      outbox.announce(each);
  }

  #circumstances(broadcastId: string): Circumstances {
    const { records, tenants, options } = this.#parts;
    const { profile, allowPrivateWebhooks, clock } = options;
    const userId = (): string => tenants.ownerOf(broadcastId);
    return { records, broadcastId, userId, profile, allowPrivateWebhooks, now: clock.now() };
  }

  #timestamp(): string {
    return new Date(this.#parts.options.clock.now()).toISOString();
  }
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
