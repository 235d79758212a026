import type { BaseEntry } from '../../model/base.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { capabilitiesOf, type PlanInput } from '../context.ts';
import type { Identification, Desired } from '../fields/desired.ts';
import type { Broadcast } from '../../model/broadcast.ts';

/** Objects that may be a document's. `how`: what they have in common, if it is not the natural key or the values. */
export interface Resemblance {
  readonly ids: readonly string[];
  readonly how?: 'cut' | 'same-slot';
}

/** The remote object of a document, and how it was identified. `alike`: its object is gone, and these may be it. */
export type Identity =
  | { readonly type: 'managed'; readonly id: string; readonly entry: BaseEntry; readonly alike?: Resemblance }
  | {
      readonly type: 'moved';
      readonly id: string;
      readonly entry: BaseEntry;
      readonly from: string;
      readonly alike?: Resemblance;
    }
  /** Created by a run that was killed before it could record it, perhaps to replace older objects. */
  | { readonly type: 'made'; readonly id: string; readonly entry: BaseEntry }
  /** Its object was deleted, and somebody made it again: another object has its natural key. */
  | { readonly type: 'recreated'; readonly id: string; readonly entry: BaseEntry }
  | { readonly type: 'bound'; readonly id: string }
  | { readonly type: 'twin'; readonly id: string }
  /** `object`: the one that the last sync recorded at its address. */
  | { readonly type: 'ambiguous'; readonly ids: readonly string[]; readonly object?: string }
  /** No object has its natural key, but one has a text that is the start of ours, or the same place and time. */
  | ({ readonly type: 'lookalike' } & Required<Resemblance>)
  /** Its `$id` names the object of another document. */
  | { readonly type: 'taken'; readonly object: string; readonly by: string }
  | { readonly type: 'new' };

/** The object that a document has, and those that may be it. */
export function candidatesOf(identity: Identity): readonly string[] {
  const alike = 'alike' in identity ? (identity.alike?.ids ?? []) : [];
  if ('id' in identity) return [identity.id, ...alike];
  return 'ids' in identity ? identity.ids : [];
}

/** The identities of documents, for those that point to them. `renewed`: documents whose object gets a new id in this plan. */
export function identification(
  identities: ReadonlyMap<string, Identity>,
  input: PlanInput,
  renewed: ReadonlySet<string> = new Set(),
): Identification {
  return {
    idOf(address) {
      const identity = renewed.has(address) ? undefined : identities.get(address);
      if (identity && 'object' in identity) return identity.object;
      return identity && 'id' in identity ? identity.id : undefined;
    },
    canPoint(from, address) {
      const [identity, entity] = [identities.get(address), input.broadcast.entities.get(address)];
      if (!identity || !entity) return false;
      const { kind } = entity;
      // If an article has a different id on the other surface, that id is unknown.
      if (kindNamed(from).surface !== kindNamed(kind).surface && !input.target.sharedArticleIds) return false;
      // A conflict about an object is no reason to remove pointers to it.
      if ('id' in identity || 'object' in identity) return true;
      return identity.type === 'new' && capabilitiesOf(kind, input).create === 'yes';
    },
  };
}

/** Ids are unique only within a kind. */
export const objectKey = (kind: KindName, id: string): string => `${kind} ${id}`;

/**
 * The document that each object belongs to, by its key. An object that a document has is never deleted on behalf of
 * another.
 */
export const ownersOf = (
  identities: ReadonlyMap<string, Identity>,
  { entities }: Pick<Broadcast, 'entities'>,
): ReadonlyMap<string, string> =>
  new Map(
    [...entities.values()].flatMap(({ address, kind }) => {
      const identity = identities.get(address);
      return identity && 'id' in identity ? [[objectKey(kind, identity.id), address] as const] : [];
    }),
  );

/** The same, with the addresses of documents whose file is gone. */
export const ownersEver = (
  identities: ReadonlyMap<string, Identity>,
  { base, broadcast }: Pick<PlanInput, 'base' | 'broadcast'>,
): ReadonlyMap<string, string> =>
  new Map([
    ...[...base.entries].map(([address, { kind, id }]) => [objectKey(kind, id), address] as const),
    ...ownersOf(identities, broadcast),
  ]);

/**
 * Explains why a new document is not created although no object on the target has its natural key, or several have it.
 * Names both ways out, because only a person can say whether it is the same thing.
 */
export function resemblance({ entity }: Desired, alike: Resemblance): string {
  const { title } = kindNamed(entity.kind);
  const [ids, several] = [alike.ids.join(', '), alike.ids.length > 1];
  const found = {
    alike: several
      ? `${alike.ids.length} objects on the target look like it (${ids})`
      : `${title.toLowerCase()} ${ids} on the target looks like it`,
    cut: `${title.toLowerCase()} ${ids} on the target starts with the same text and may be this one, cut short`,
    'same-slot': `${title.toLowerCase()} ${ids} on the target has the same place and time under a different title`,
  }[alike.how ?? 'alike'];
  const id = several ? 'the id of the right one' : ids;
  return `${found}: to adopt it, add \`$id: ${id}\` to the file; to create a new one, run \`gitcast sync --create ${entity.address}\``;
}

/** The same for a document whose object was deleted on the target, where another one may be it. */
export const resemblanceOfDeleted = (desired: Desired, alike: Resemblance): string =>
  `deleted on the target; ${resemblance(desired, alike)}; to delete the file, run \`gitcast pull ${desired.entity.address} --theirs\``;

/** For a document whose `$id` names an object that is not on the target. */
export function missingId(id: string, alike: Resemblance | undefined): string {
  const other = alike ? `another object, such as ${alike.ids.join(', ')},` : 'another object,';
  return `the target has no object with the id ${id}: remove \`$id\` from the file, or set it to the id of ${other} and run \`gitcast plan\` again`;
}
