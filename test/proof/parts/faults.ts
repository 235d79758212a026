/**
 * Each kind of fault at each mutating operation. The client repeats a failed request as an HTTP client may: with the same
 * Idempotency-Key. Then the database itself is asked what happened.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { SURFACE_BASE, type Operation } from '../../../src/kinds/operation.ts';
import { kinds, type KindName } from '../../../src/kinds/registry.ts';
import type { FaultAction } from '../../service/faults.ts';
import { fieldsOf, insertRecord, listAllRecords, type StoredRecord } from '../../../src/service/store/records.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import * as bodies from '../../contract/bodies.ts';
import type { Running } from '../../contract/service.ts';

export type Kind = FaultAction | 'bad-gateway';

export const FAULT_KINDS: readonly Kind[] = [
  'latency',
  'status-429',
  'status-500',
  'reset-before',
  'reset-after',
  'truncate',
  'bad-gateway',
];

interface Mutation {
  readonly kind: KindName;
  readonly operation: Operation;
}

export const mutations = (profile: 'documented' | 'extended'): readonly Mutation[] =>
  kinds.flatMap(({ name, operations }) =>
    operations
      .filter(({ method, documented }) => method !== 'GET' && (documented || profile === 'extended'))
      .map((operation) => ({ kind: name, operation })),
  );

const TITLED: Partial<Record<KindName, { readonly field: string; readonly body: JsonObject }>> = {
  broadcast: { field: 'shortDescription', body: {} },
  event: { field: 'title', body: bodies.event() },
  place: { field: 'name', body: {} },
  webhook: { field: 'url', body: bodies.webhook() },
  workflow: { field: 'name', body: bodies.workflow() },
  session: { field: 'title', body: bodies.session() },
  media: { field: 'alt', body: { external: true } },
  font: { field: 'fontFamily', body: {} },
  diffuser: { field: 'note', body: { type: 'web' } },
};

/** A body that says which request it is from. */
function marked(
  kind: KindName,
  mark: string,
): { readonly body: JsonObject; readonly has: (record: StoredRecord) => boolean } {
  const { field, body } = TITLED[kind] ?? { field: 'title', body: {} };
  const value = kind === 'webhook' ? `https://hooks.example.org/${mark}` : mark;
  return { body: { ...body, [field]: value }, has: (record) => fieldsOf(record)[field] === value };
}

export interface Outcome {
  readonly cells: number;
  readonly operations: number;
  /** Sentences about cells that ended as they must not. */
  readonly wrong: readonly string[];
}

/** `proxy`: the address of a proxy in front of the service that answers 502 when it is told to. */
export async function tryFaults(
  service: Running,
  { profile, proxy }: { readonly profile: 'documented' | 'extended'; readonly proxy: BadGateway },
): Promise<Outcome> {
  const all = mutations(profile);
  const wrong: string[] = [];
  for (const mutation of all) {
    for (const fault of FAULT_KINDS) {
      const problem = await cell(service, { ...mutation, fault, proxy });
      if (problem !== undefined)
        wrong.push(
          `${fault} at ${mutation.operation.method} ${mutation.kind} (${mutation.operation.surface}): ${problem}`,
        );
    }
  }
  return { cells: all.length * FAULT_KINDS.length, operations: all.length, wrong };
}

export interface BadGateway {
  readonly url: string;
  readonly arm: () => void;
}

interface Cell extends Mutation {
  readonly fault: Kind;
  readonly proxy: BadGateway;
}

async function cell(service: Running, { kind, operation, fault, proxy }: Cell): Promise<string | undefined> {
  const { broadcastId } = service;
  const stored = (): Promise<readonly StoredRecord[]> =>
    service.service.engine.read({ broadcast: broadcastId }, () => listAllRecords(broadcastId, kind));
  const existing = operation.verb === 'create' ? '' : await make(service, kind);
  const before = await stored();
  const { body, has } = marked(kind, randomUUID());
  arm(service, { fault, operation, proxy });
  const status = await untilDone(proxy.url + pathOf(service, operation, existing), service.key, {
    method: operation.method,
    ...(operation.verb !== 'delete' && { body: JSON.stringify(body) }),
  });
  await service.service.faults.arm([]);
  const after = await stored();
  const count = after.filter(has).length;
  const change = after.length - before.length;
  switch (operation.verb) {
    case 'create':
      return count === 1 && change === 1 ? undefined : `${count} created, ${status}`;
    case 'update':
      return count === 1 && change === 0 ? undefined : `${count} updated, ${status}`;
    default:
      return change === -1 && !after.some(({ id }) => id === existing) ? undefined : `${-change} deleted, ${status}`;
  }
}

/** Only the first of the requests to the operation fails. */
function arm(service: Running, { fault, operation, proxy }: Pick<Cell, 'fault' | 'operation' | 'proxy'>): void {
  if (fault === 'bad-gateway') proxy.arm();
  else service.service.faults.arm([{ do: fault, method: operation.method, ms: 20, retryAfter: 0, nth: 1 }]);
}

/** Straight into the database: the documented profile cannot create every kind. */
async function make({ broadcastId, service }: Running, kind: KindName): Promise<string> {
  if (kind === 'broadcast') return broadcastId;
  const id = randomBytes(12).toString('hex');
  const at = new Date().toISOString();
  const fields = JSON.stringify(marked(kind, id).body);
  const record = { id, broadcastId, kind, fields, placeId: null, secret: null, createdAt: at, updatedAt: at };
  await service.engine.write({ broadcast: broadcastId }, () => insertRecord(record));
  return id;
}

const pathOf = ({ userId, broadcastId }: Running, { surface, path }: Operation, id: string): string =>
  (SURFACE_BASE[surface] + path).replace('{userId}', userId).replace('{broadcastId}', broadcastId).replace('{id}', id);

const ATTEMPTS = 4;

/** The status that ended it. A DELETE whose answer was lost finds nothing the second time, and is done. */
async function untilDone(url: string, key: string, init: RequestInit): Promise<number> {
  const headers = {
    authorization: `Bearer ${key}`,
    'x-api-key': key,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  let status = 0;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const response = await fetch(url, { ...init, headers });
      status = response.status;
      const text = await response.text();
      if (status === 404 && init.method === 'DELETE' && attempt > 1) return status;
      if (response.ok && (text === '' || isWhole(text))) return status;
      if (status < 500 && status !== 429 && !response.ok) return status;
    } catch {
      // The connection was closed: the answer is lost.
    }
  }
  return status;
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
