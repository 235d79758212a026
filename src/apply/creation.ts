/**
 * Creates an object. A POST is never repeated blindly: if its reply is lost, or does not identify the created object,
 * the creation stays open. Once everything else is done, the target is compared again, including all that was created
 * meanwhile, and shows whether the object exists.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { Client } from '../remote/client.ts';
import { lookAt } from './look-again.ts';

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
