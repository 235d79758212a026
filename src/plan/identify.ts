/**
 * Which remote object each document stands for. In this order: what the base remembers, what `$id` says, a document that
 * moved here from another address, an unmanaged remote twin recognised by its natural key. What remains is new. A twin of
 * what an interrupted run was about to create was made by that run.
 */
import type { Kind } from '../kinds/kind.ts';
import { kinds } from '../kinds/registry.ts';
import type { BaseEntry } from '../model/base.ts';
import type { Entity } from '../model/broadcast.ts';
import type { PlanInput, Unfinished } from './context.ts';
import { findMoved } from './moves.ts';
import type { Identity } from './identity.ts';
import { Twins } from './twins.ts';

export interface Identified {
  readonly identities: ReadonlyMap<string, Identity>;
  /** What the base remembers, or an interrupted run made, and no file stands for any more. */
  readonly orphans: ReadonlyMap<string, BaseEntry>;
}

export function identify(entities: readonly Entity[], input: PlanInput): Identified {
  const { base, unfinished } = input;
  const present = new Set(entities.map(({ address }) => address));
  const orphans = new Map([...base.entries].filter(([address]) => !present.has(address)));
  const identities = new Map<string, Identity>();
  const unknown: Entity[] = [];

  for (const entity of entities) {
    const entry = base.entries.get(entity.address);
    const boundElsewhere = entity.local.id !== undefined && entity.local.id !== entry?.id;
    if (entity.kind === 'broadcast') identities.set(entity.address, broadcastIdentity(entry, input));
    else if (entry && entry.kind === entity.kind && !boundElsewhere) {
      identities.set(entity.address, { type: 'managed', id: entry.id, entry });
    } else unknown.push(entity);
  }
  for (const [entity, moved] of findMoved(unknown, orphans, input)) {
    orphans.delete(moved.from);
    identities.set(entity.address, { type: 'moved', ...moved });
  }
  const twins = new Twins(entities, identities, input);
  // A natural key may hold pointers: what they point at is identified first.
  const later = new Set(kinds.filter(hasPointerInKey).map(({ name }) => name));
  const [first, rest] = [unknown.filter(({ kind }) => !later.has(kind)), unknown.filter(({ kind }) => later.has(kind))];
  for (const entity of [...first, ...rest]) {
    if (identities.has(entity.address)) continue;
    const begun = unfinished.get(entity.address);
    if (entity.local.id !== undefined) identities.set(entity.address, { type: 'bound', id: entity.local.id });
    else identities.set(entity.address, (begun && madeOf(begun, entity, twins)) ?? twins.of(entity));
  }
  for (const [address, begun] of unfinished) {
    const identity = identities.get(address);
    if (identity?.type === 'managed') {
      const found = madeOf(begun, input.broadcast.entities.get(address)!, twins, identity.id);
      if (found) identities.set(address, found);
    } else if (!identity && !orphans.has(address)) {
      const id = twins.sentAs(begun);
      if (id !== undefined) orphans.set(address, made(id, begun).entry);
    }
  }
  return { identities, orphans };
}

function broadcastIdentity(entry: BaseEntry | undefined, { target }: PlanInput): Identity {
  return entry ? { type: 'managed', id: entry.id, entry } : { type: 'bound', id: target.broadcastId };
}

/** What an interrupted run made of a document: as it was sent then, or, where the service respelt it, as the file is. */
function madeOf(begun: Unfinished, entity: Entity, twins: Twins, replaces?: string): Identity | undefined {
  const sent = begun.kind === entity.kind ? twins.sentAs(begun) : undefined;
  if (sent !== undefined) return made(sent, begun, replaces);
  const twin = twins.of(entity);
  return twin.type === 'twin' ? made(twin.id, begun, replaces) : undefined;
}

/** What was sent is the base of what was made of it. */
function made(id: string, { kind, leaves }: Unfinished, replaces?: string): Extract<Identity, { type: 'made' }> {
  const sent = Object.entries(leaves).map(([name, digest]) => [name, { sent: digest, answered: digest }] as const);
  const entry = { kind, id, leaves: Object.fromEntries(sent), ...(replaces !== undefined && { replaces }) };
  return { type: 'made', id, entry };
}

function hasPointerInKey({ naturalKey, fields }: Kind): boolean {
  return naturalKey.flat().some((name) => fields[name]?.schema['x-pointer'] !== undefined);
}
