/** Looks at an object after a write. That was made or not, whether or not it can be looked at now: no look fails. */
import { RemoteError } from '../diagnostics/errors.ts';
import type { KindName } from '../kinds/registry.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import type { Client } from '../remote/client.ts';

/** Undefined where it cannot be read by its id, or not now. */
export async function lookAt(kind: KindName, id: string, client: Client): Promise<RemoteRecord | undefined> {
  try {
    return await client.read(kind, id);
  } catch (error) {
    if (error instanceof RemoteError) return undefined;
    throw error;
  }
}
