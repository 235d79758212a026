/**
 * Requests that write, and whose reply may be lost.
 *
 * A POST is never repeated blindly: if its reply is lost, or does not identify the created object, the creation stays
 * open. Once everything else is done, the target is compared again, including all that was created meanwhile, and shows
 * whether the object exists.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { isEcho } from '../plan/fields/echo.ts';
import type { Client } from '../remote/client.ts';

export interface Sending {
  readonly kind: KindName;
  readonly wire: JsonObject;
  readonly secrets: readonly string[];
  readonly idempotencyKey: string;
}

export type Creation =
  | { readonly type: 'made'; readonly id: string; readonly record: RemoteRecord | undefined }
  /** It is not known yet whether the object was created or, if that is confirmed, which object it is. */
  | { readonly type: 'open'; readonly confirmed: boolean; readonly why: string };

/** Only this request can show that nothing was created. A failure after it proves nothing. */
export async function createOnce({ kind, wire, ...details }: Sending, client: Client): Promise<Creation> {
  const made = async (id: string, record?: RemoteRecord): Promise<Creation> => ({
    type: 'made',
    id,
    record: record ?? (await lookAt(kind, id, client)),
  });
  try {
    const { id, record } = await client.create(kind, wire, details);
    return id === undefined ? { type: 'open', confirmed: true, why: NAMELESS } : await made(id, record);
  } catch (error) {
    if (!(error instanceof RemoteError) || error.made === 'no') throw error;
    if (error.id !== undefined) return made(error.id);
    return { type: 'open', confirmed: error.made === 'yes', why: error.message };
  }
}

const NAMELESS = 'the service confirmed the creation, but did not say which object it created';

/**
 * Updates an object, and reads it again if the reply is lost or if the object is said to have changed. The request may have
 * been repeated with the original precondition, which our own first attempt has invalidated: by us, or by a proxy that does
 * not report it. If the object has what was sent, the update succeeded. Returns the service's version of it; undefined if
 * the service does not return one and cannot be asked.
 */
export async function updateOnce(
  {
    kind,
    id,
    wire,
    ...details
  }: Omit<Sending, 'idempotencyKey'> & { readonly id: string; readonly etag: string | undefined },
  client: Client,
): Promise<RemoteRecord | undefined> {
  try {
    return (await client.update(kind, id, wire, details)) ?? (await lookAt(kind, id, client));
  } catch (error) {
    if (!(error instanceof RemoteError) || (error.made === 'no' && error.type !== 'changed')) throw error;
    const record = await lookAt(kind, id, client);
    if (record && has(record, wire, { hidden: error.made !== 'no' })) return record;
    throw error;
  }
}

/** `hidden`: values that the service does not show count as sent. They are no evidence where nothing else suggests it. */
const has = (record: RemoteRecord, wire: JsonObject, counts: { readonly hidden: boolean }): boolean =>
  Object.entries(wire).every(([name, value]) =>
    record.hidden.includes(name) ? counts.hidden : isEcho(value, record.fields[name]),
  );

/**
 * Reads an object after a write, whose result does not depend on this read: undefined if it cannot be read by its id, or
 * not at the moment.
 */
export async function lookAt(kind: KindName, id: string, client: Client): Promise<RemoteRecord | undefined> {
  try {
    return await client.read(kind, id);
  } catch (error) {
    if (error instanceof RemoteError) return undefined;
    throw error;
  }
}
