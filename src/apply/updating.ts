/**
 * Updates an object, and reads it again if the reply is lost or if the object is said to have changed. The request may have
 * been repeated with the original precondition, which our own first attempt has invalidated: by us, or by a proxy that does
 * not report it. If the object has what was sent, the update succeeded.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { isEcho } from '../exchange/echo.ts';
import type { Client } from '../remote/client.ts';
import { lookAt } from './look-again.ts';

export interface Updating {
  readonly kind: KindName;
  readonly id: string;
  readonly wire: JsonObject;
  readonly secrets: readonly string[];
  readonly etag: string | undefined;
}

/** The service's version of it; undefined if the service does not return one and cannot be asked. */
export async function updateOnce(
  { kind, id, wire, ...details }: Updating,
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
