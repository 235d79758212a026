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
import { lookAt, lookAtAll } from './look-again.ts';

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
  const sent = await send(sending, parts.client);
  if (sent.id === undefined) return (await lookFor(sending, parts)) ?? { type: 'open', ...sent };
  return { type: 'made', id: sent.id, record: sent.record ?? (await lookAt(sending.kind, sent.id, parts.client)) };
}

type Sent =
  | { readonly id: string; readonly record: RemoteRecord | undefined }
  | { readonly id?: never; readonly confirmed: boolean; readonly why: string };

/** Only this request tells that nothing was made: what fails after it says nothing about that. */
async function send({ kind, wire, ...details }: Sending, client: Client): Promise<Sent> {
  try {
    const { id, record } = await client.create(kind, wire, details);
    return id === undefined ? { confirmed: true, why: NOT_SHOWN } : { id, record };
  } catch (error) {
    if (!(error instanceof RemoteError) || error.made === 'no') throw error;
    return error.id === undefined
      ? { confirmed: error.made === 'yes', why: error.message }
      : { id: error.id, record: undefined };
  }
}

const NOT_SHOWN = 'the service answered that it created it, and its list does not show it yet';

async function lookFor(sending: Sending, { client, isKnown }: CreationParts): Promise<Creation | undefined> {
  const reading = await lookAtAll(sending.kind, client);
  if (!reading || !('records' in reading)) return undefined;
  const found = [...reading.records.values()].filter((record) => !isKnown(record.id) && looksLike(record, sending));
  return found.length === 1 ? { type: 'made', id: found[0]!.id, record: found[0] } : undefined;
}

/** By the natural key, as far as the body has it. */
function looksLike(record: RemoteRecord, { kind, wire }: Sending): boolean {
  const names = kindNamed(kind)
    .naturalKey.flat()
    .filter((name) => (wire[name] ?? null) !== null);
  return names.length > 0 && names.every((name) => isEcho(wire[name], record.fields[name]));
}
