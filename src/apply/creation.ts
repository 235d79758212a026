/**
 * Creating an object exactly once. A POST is never sent again blindly: when its reply is lost, or says nothing, the kind
 * is listed, ids that are known already are left out, and the one object that has our natural key is ours. Lists may lag
 * behind, so an absence counts only when it lasts.
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
  readonly sleep: (milliseconds: number) => Promise<void>;
}

export interface Sending {
  readonly kind: KindName;
  readonly wire: JsonObject;
  readonly secrets: readonly string[];
  readonly idempotencyKey: string;
}

export interface Made {
  readonly id: string;
  readonly record: RemoteRecord | undefined;
}

const TRIES = 4;

export async function createOnce(sending: Sending, parts: CreationParts): Promise<Made> {
  const { client } = parts;
  for (let tries = 1; ; tries++) {
    try {
      const { id, record } = await client.create(sending.kind, sending.wire, sending);
      if (id !== undefined) return { id, record: record ?? (await readBack(sending.kind, id, client)) };
      return await findMade(sending, parts, 'the service said that it made it, and it cannot be found');
    } catch (error) {
      if (!(error instanceof RemoteError) || error.made === 'no') throw error;
      if (error.id !== undefined) return { id: error.id, record: await readBack(sending.kind, error.id, client) };
      const made = await lookFor(sending, parts);
      if (made) return { id: made.id, record: made };
      if (error.made === 'yes' || tries >= TRIES) throw error;
    }
  }
}

async function findMade(sending: Sending, parts: CreationParts, otherwise: string): Promise<Made> {
  const made = await lookFor(sending, parts);
  if (made) return { id: made.id, record: made };
  throw new RemoteError(otherwise, { type: 'malformed', made: 'yes' });
}

async function readBack(kind: KindName, id: string, client: Client): Promise<RemoteRecord | undefined> {
  return client.can(kind, 'read', id) ? client.read(kind, id) : undefined;
}

/** A list may be a second behind: what is not there at first is looked for again. */
const PAUSES = [0, 600, 1200];

async function lookFor(sending: Sending, parts: CreationParts): Promise<RemoteRecord | undefined> {
  for (const pause of PAUSES) {
    if (pause > 0) await parts.sleep(pause);
    const reading = await parts.client.list(sending.kind);
    if (reading.type !== 'read') {
      throw new RemoteError('the reply was lost, and whether it was made cannot be seen', {
        type: 'lost-reply',
        made: 'unknown',
      });
    }
    const found = [...reading.records.values()].filter(
      (record) => !parts.isKnown(record.id) && looksLike(record, sending),
    );
    if (found.length === 1) return found[0];
    if (found.length > 1) {
      throw new RemoteError(`the reply was lost, and ${found.length} objects of the target look like it`, {
        type: 'lost-reply',
        made: 'unknown',
      });
    }
  }
  return undefined;
}

/** By the natural key, as far as the body has it. */
function looksLike(record: RemoteRecord, { kind, wire }: Sending): boolean {
  const names = kindNamed(kind)
    .naturalKey.flat()
    .filter((name) => (wire[name] ?? null) !== null);
  return names.length > 0 && names.every((name) => isEcho(wire[name], record.fields[name]));
}
