/**
 * Finds the remote object of each document. In this order: the base, `$id`, a document that moved here from another
 * address, an object that an interrupted run created for it, an unmanaged remote twin recognised by its natural key. A
 * document that is still unidentified, or whose object is gone, is new, unless something on the target may be the same
 * thing.
 */
import type { Kind } from '../../kinds/kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { ASSUMED, UNDECIDED, type BaseEntry, type BaseLeaf, replacedBy, withReplaced } from '../../model/base.ts';
import type { Entity } from '../../model/broadcast.ts';
import { isGone, recordsOf } from '../../model/snapshot.ts';
import { canChange, type OpenIntent, type PlanInput } from '../context.ts';
import { candidatesOf, objectKey, ownersOf, type Identity } from './identity.ts';
import type { Made } from './made.ts';
import { formerAddresses, type FormerAddresses } from './former-addresses.ts';
import { findMoved } from './moves.ts';
import { Twins } from './twins.ts';
import { isMarked, marked } from '../fields/secrets.ts';
import { topLevelKey } from '../../values/leaves.ts';

export interface Identified {
  readonly identities: ReadonlyMap<string, Identity>;
  /** Objects that the base records, or an interrupted run created, and that no longer have a file. */
  readonly orphans: ReadonlyMap<string, BaseEntry>;
  /** Creations of interrupted runs that were found, by the address they now belong to. */
  readonly found: ReadonlyMap<string, readonly OpenIntent[]>;
  /** Notes about objects that cannot be distinguished from those that others created. */
  readonly notes: readonly string[];
}

export function identify(entities: readonly Entity[], input: PlanInput): Identified {
  const { addressOf, unclear } = formerAddresses(entities, input);
  const identities = new Map<string, Identity>();
  const unknown = entities.filter((entity) => {
    const identity = unclear.has(entity)
      ? undecidedIdentity(entity, unclear.get(entity)!, input)
      : knownIdentity(entity, addressOf.has(entity) ? addressOf.get(entity) : entity.address, input);
    if (identity) identities.set(entity.address, identity);
    return !identity;
  });
  const orphans = entriesLeft(entities, { addressOf, unclear }, input);
  for (const [entity, moved] of findMoved(unknown, orphans, input)) {
    orphans.delete(moved.from);
    identities.set(entity.address, { type: 'moved', ...moved });
  }
  const recognised = new Recognition(entities, { identities, orphans }, input);
  recognised.renewed();
  recognised.recreated(keysFirst(entities));
  for (const entity of keysFirst(unknown)) if (!identities.has(entity.address)) recognised.recognise(entity);
  recognised.orphaned();
  // Only now: an object that belongs or belonged to one file is not a lookalike of another.
  for (const entity of [...unknown, ...unclear.keys()]) recognised.doubt(entity);
  // A source is not asked to create anything. What it lists under another key is new there, and the old entry is gone.
  if (!input.objectLinks) for (const entity of entities) recognised.doubtDeleted(entity);
  return { identities, orphans, found: recognised.found, notes: recognised.notes };
}

/** `at`: the address of its entry in the base. Undefined if the entry at its own address is that of another document. */
function knownIdentity(
  { address, kind, local }: Entity,
  at: string | undefined,
  { base, target }: PlanInput,
): Identity | undefined {
  const entry = at === undefined ? undefined : base.entries.get(at);
  if (at === undefined || !entry) return kind === 'broadcast' ? { type: 'bound', id: target.broadcastId } : undefined;
  const isBoundElsewhere = kind !== 'broadcast' && local.id !== undefined && local.id !== entry.id;
  if (entry.kind !== kind || isBoundElsewhere) return undefined;
  const { id } = entry;
  return at === address ? { type: 'managed', id, entry } : { type: 'moved', id, entry, from: at };
}

function undecidedIdentity({ address }: Entity, addresses: readonly string[], { base }: PlanInput): Identity {
  const idOf = (at: string): string => base.entries.get(at)!.id;
  return {
    type: 'ambiguous',
    ids: addresses.map(idOf),
    ...(addresses.includes(address) && { object: idOf(address) }),
  };
}

/** The entries of the base that no document has. Until a person decides about an unclear one, its object stays. */
function entriesLeft(
  entities: readonly Entity[],
  { addressOf, unclear }: FormerAddresses,
  { base }: PlanInput,
): Map<string, BaseEntry> {
  const left = new Map(base.entries);
  for (const entity of entities) if (!addressOf.has(entity)) left.delete(entity.address);
  for (const address of [...addressOf.values(), ...[...unclear.values()].flat()]) left.delete(address ?? '');
  return left;
}

/** A natural key may contain pointers: the documents they point to are identified first. */
function keysFirst(entities: readonly Entity[]): readonly Entity[] {
  const byTurn = Map.groupBy(entities, ({ kind }) => (hasPointerInKey(kindNamed(kind)) ? 'later' : 'first'));
  return [...(byTurn.get('first') ?? []), ...(byTurn.get('later') ?? [])];
}

function hasPointerInKey({ naturalKey, fields }: Kind): boolean {
  return naturalKey.flat().some((name) => fields[name]?.schema['x-pointer'] !== undefined);
}

/** A document whose object is gone. */
type Deleted = Extract<Identity, { type: 'managed' | 'moved' }>;

/** The documents that are identified so far, and what is left of the base. */
interface Assigned {
  readonly identities: Map<string, Identity>;
  readonly orphans: Map<string, BaseEntry>;
}

/** Recognises objects that the base does not have: those of interrupted runs, and twins. */
class Recognition {
  readonly found = new Map<string, readonly OpenIntent[]>();
  readonly notes: string[] = [];
  readonly #assigned: Assigned;
  readonly #input: PlanInput;
  readonly #twins: Twins;
  /** The addresses that the base records, by the ids of their objects. */
  readonly #owners: ReadonlyMap<string, string>;
  readonly #begun: ReadonlyMap<string, readonly OpenIntent[]>;

  constructor(entities: readonly Entity[], assigned: Assigned, input: PlanInput) {
    this.#assigned = assigned;
    this.#input = input;
    this.#twins = new Twins(entities, assigned.identities, input);
    this.#owners = ownersOf(assigned.identities, input.broadcast);
    this.#begun = Map.groupBy(
      input.intents.filter(({ action }) => action === 'create'),
      ({ address }) => address,
    );
  }

  /** Managed documents for which an interrupted run created another object. */
  renewed(): void {
    const { identities } = this.#assigned;
    for (const [address, begun] of this.#begun) {
      const identity = identities.get(address);
      if (identity?.type !== 'managed' || begun[0]!.kind !== identity.entry.kind) continue;
      const search = this.#twins.madeBy(begun);
      if (search?.type === 'made') identities.set(address, this.#made(address, search, identity.entry));
    }
  }

  /**
   * Managed documents whose object is gone. Someone may have made it again, or the service may have given it another id. A
   * file that was moved since is no different.
   */
  recreated(entities: readonly Entity[]): void {
    const { identities } = this.#assigned;
    for (const entity of entities) {
      const identity = this.#deleted(entity);
      if (!identity) continue;
      const twin = this.#twins.again(entity, identity.entry);
      // A file that names the deleted object by `$id` would go on naming it.
      if (twin.type === 'ambiguous' && this.#input.objectLinks) continue;
      if (twin.type === 'ambiguous' || (twin.type === 'twin' && entity.local.id !== undefined)) {
        // It keeps its id: a question about it is no reason to remove pointers to it.
        identities.set(entity.address, { ...identity, alike: { ids: candidatesOf(twin) } });
      } else if (twin.type === 'twin') {
        identities.set(entity.address, this.#madeAgain(identity, twin.id));
      }
    }
  }

  /** A document whose object is gone is not created again while another object may be it. */
  doubtDeleted(entity: Entity): void {
    const identity = this.#deleted(entity);
    const alike = identity && (identity.alike ?? this.#twins.resemblingDeleted(entity, identity.entry));
    if (alike) this.#assigned.identities.set(entity.address, { ...identity, alike });
  }

  #deleted({ address, kind }: Entity): Deleted | undefined {
    const identity = this.#assigned.identities.get(address);
    if (identity?.type !== 'managed' && identity?.type !== 'moved') return undefined;
    return isGone(this.#input.snapshot, kind, identity.id) ? identity : undefined;
  }

  recognise(entity: Entity): void {
    const { address, kind, local } = entity;
    const begun = this.#begun.get(address)?.filter((intent) => intent.kind === kind) ?? [];
    if (local.id !== undefined) this.#assigned.identities.set(address, this.#bound(entity, local.id));
    else this.#assigned.identities.set(address, this.#madeOf(address, begun) ?? this.#twins.of(entity));
  }

  #bound({ address, kind }: Entity, id: string): Identity {
    const { base, snapshot } = this.#input;
    const by = this.#owners.get(objectKey(kind, id));
    if (by !== undefined) return { type: 'taken', object: id, by };
    const entry = base.entries.get(address);
    // A person named the object that takes the place of a deleted one, so it is compared with the last sync.
    const isAgain = entry?.kind === kind && isGone(snapshot, kind, entry.id) && recordsOf(snapshot, kind).has(id);
    return isAgain ? { type: 'recreated', id, entry: entryOfAnother(entry, id, this.#input) } : { type: 'bound', id };
  }

  #madeAgain(identity: Deleted, id: string): Identity {
    const again = { id, entry: entryOfAnother(identity.entry, id, this.#input) };
    return identity.type === 'moved' ? { ...identity, ...again } : { type: 'recreated', ...again };
  }

  #madeOf(address: string, begun: readonly OpenIntent[]): Identity | undefined {
    const search = begun.length === 0 ? undefined : this.#twins.madeBy(begun);
    return search?.type === 'made' ? this.#made(address, search) : search;
  }

  /** A new document that resembles an existing object is not created until the user confirms it. */
  doubt(entity: Entity): void {
    const { identities } = this.#assigned;
    const { type } = identities.get(entity.address)!;
    if (type !== 'new' && type !== 'ambiguous') return;
    if (this.#input.choices.create(entity.address)) identities.set(entity.address, { type: 'new' });
    else if (type === 'new') {
      const like = this.#twins.resembling(entity);
      if (like) identities.set(entity.address, like);
    }
    const alike = identities.get(entity.address)!;
    if (!this.#input.adoptsAlike || !('ids' in alike) || alike.ids.length > 1) return;
    const [id] = alike.ids as [string];
    if (!ownersOf(identities, this.#input.broadcast).has(objectKey(entity.kind, id)))
      identities.set(entity.address, { type: 'twin', id });
  }

  /**
   * Creations whose file is gone. If it was renamed, the object belongs to the new address; otherwise it was deleted.
   */
  orphaned(): void {
    const { identities, orphans } = this.#assigned;
    const twins = new Map([...identities].flatMap(([at, each]) => (each.type === 'twin' ? [[each.id, at]] : [])));
    for (const [address, begun] of this.#begun) {
      if (identities.has(address)) continue;
      const search = this.#twins.madeBy(begun);
      const renamed = search ? undefined : this.#twins.takenBy(begun, twins);
      if (renamed) identities.set(renamed.address, this.#made(renamed.address, renamed.search));
      else if (search?.type === 'ambiguous') this.notes.push(undecided(address, search.ids));
      else if (search) orphans.set(address, this.#claim(address, search, orphans.get(address)));
    }
  }

  #made(address: string, search: Made, before?: BaseEntry): Identity {
    const entry = this.#claim(address, search, before);
    return { type: 'made', id: entry.id, entry };
  }

  /** The sent values are the base of the created object, which replaces the previous one. */
  #claim(address: string, { id, leaves, others, settled }: Made, before?: BaseEntry): BaseEntry {
    this.found.set(address, [...(this.found.get(address) ?? []), ...settled]);
    const older = before ? [before.id, ...replacedBy(before)] : [];
    const protect = before?.protect && { protect: true as const };
    return withReplaced({ kind: settled[0]!.kind, id, leaves, ...protect }, [
      ...others,
      ...older,
      ...settled.flatMap(({ replaces }) => replaces),
    ]);
  }
}

const undecided = (address: string, ids: readonly string[]): string =>
  `an interrupted run may have created one of ${ids.join(', ')} for ${address}, whose file is gone: check them in the web editor and delete the ones you do not want`;

/**
 * The base of an object that takes the place of a deleted one. It is compared with what the last sync sent to the deleted
 * one, except for what nobody can see: a field that the target does not show is assumed to match, and secrets are sent
 * again where that is possible.
 */
export function entryOfAnother(entry: BaseEntry, id: string, input: PlanInput): BaseEntry {
  const hidden = recordsOf(input.snapshot, entry.kind).get(id)?.hidden ?? [];
  const isSendable = canChange(entry.kind, input);
  const leaves = Object.entries(entry.leaves).map(([name, leaf]): [string, BaseLeaf] => {
    const isSecret = isMarked(leaf.sent);
    if (!isSecret && !hidden.includes(topLevelKey(name))) return [name, leaf];
    return [name, { sent: isSecret && isSendable ? marked(UNDECIDED) : leaf.sent, answered: ASSUMED }];
  });
  return { ...entry, id, leaves: Object.fromEntries(leaves) };
}
