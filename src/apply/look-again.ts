/** Reads an object after a write. The result of the write does not depend on this read, so the read never fails. */
import { RemoteError } from '../diagnostics/errors.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { Client } from '../remote/client.ts';

/** Undefined if it cannot be read by its id, or not at the moment. */
export async function lookAt(kind: KindName, id: string, client: Client): Promise<RemoteRecord | undefined> {
  try {
    return await client.read(kind, id);
  } catch (error) {
    if (error instanceof RemoteError) return undefined;
    throw error;
  }
}
