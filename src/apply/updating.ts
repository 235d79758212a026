/**
 * Updating an object, with a second look when the reply is lost. The request was then sent again with the precondition of
 * the first time, which our own change has broken: if the object has what was sent, it was us.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { isEcho } from '../plan/fields/echo.ts';
import type { Client } from '../remote/client.ts';
import { lookAt } from './look-again.ts';

export interface Updating {
  readonly kind: KindName;
  readonly id: string;
  readonly wire: JsonObject;
  readonly secrets: readonly string[];
  readonly etag: string | undefined;
}

/** What the service made of it; undefined where it does not say and cannot be asked. */
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
