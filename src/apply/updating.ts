/**
 * Updates an object, and reads it again if the reply is lost. The request was then repeated with the original
 * precondition, which our own first attempt has invalidated: if the object has what was sent, the update succeeded.
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
    if (!(error instanceof RemoteError) || error.made === 'no') throw error;
    const record = await lookAt(kind, id, client);
    if (record && has(record, wire)) return record;
    throw error;
  }
}

const has = ({ fields, hidden }: RemoteRecord, wire: JsonObject): boolean =>
  Object.entries(wire).every(([name, value]) => hidden.includes(name) || isEcho(value, fields[name]));
