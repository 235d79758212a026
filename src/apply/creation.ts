/**
 * Creating an object. A POST is never sent again blindly: when its reply is lost, or says nothing, the kind is listed, ids
 * that are known already are left out, and the one object that has our natural key is ours. Where there is none the creation
 * stays open: lists may lag behind, so only one that is made later can show that nothing was made.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import type { JsonObject } from '../diagnostics/json.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { isEcho } from '../plan/echo.ts';
import type { Client } from '../remote/client.ts';

export interface CreationParts {
  readonly client: Client;
  /** Ids that belong to other documents. */
  readonly isKnown: (id: string) => boolean;
}

export interface Sending {
  readonly kind: KindName;
  readonly wire: JsonObject;
  readonly secrets: readonly string[];
  readonly idempotencyKey: string;
}

export type Creation =
  | { readonly type: 'made'; readonly id: string; readonly record: RemoteRecord | undefined }
  /** Nobody knows yet whether it was made, or, where that is confirmed, which object it is. */
  | { readonly type: 'open'; readonly confirmed: boolean; readonly why: string };

export async function createOnce(sending: Sending, parts: CreationParts): Promise<Creation> {
  const { client } = parts;
  try {
    const { id, record } = await client.create(sending.kind, sending.wire, sending);
    if (id !== undefined) return made(id, record ?? (await readBack(sending.kind, id, client)));
    return (await lookFor(sending, parts)) ?? { type: 'open', confirmed: true, why: NOT_SHOWN };
  } catch (error) {
    if (!(error instanceof RemoteError) || error.made === 'no') throw error;
    if (error.id !== undefined) return made(error.id, await readBack(sending.kind, error.id, client));
    const confirmed = error.made === 'yes';
    return (await lookFor(sending, parts)) ?? { type: 'open', confirmed, why: error.message };
  }
}

const NOT_SHOWN = 'the service answered that it created it, and its list does not show it yet';

const made = (id: string, record: RemoteRecord | undefined): Creation => ({ type: 'made', id, record });

async function readBack(kind: KindName, id: string, client: Client): Promise<RemoteRecord | undefined> {
  return client.can(kind, 'read', id) ? client.read(kind, id) : undefined;
}

async function lookFor(sending: Sending, { client, isKnown }: CreationParts): Promise<Creation | undefined> {
  const reading = await client.list(sending.kind).catch((error: unknown) => {
    if (error instanceof RemoteError) return undefined;
    throw error;
  });
  if (!reading || !('records' in reading)) return undefined;
  const found = [...reading.records.values()].filter((record) => !isKnown(record.id) && looksLike(record, sending));
  return found.length === 1 ? made(found[0]!.id, found[0]) : undefined;
}

/** By the natural key, as far as the body has it. */
function looksLike(record: RemoteRecord, { kind, wire }: Sending): boolean {
  const names = kindNamed(kind)
    .naturalKey.flat()
    .filter((name) => (wire[name] ?? null) !== null);
  return names.length > 0 && names.every((name) => isEcho(wire[name], record.fields[name]));
}
