/** The visible documents, and lookups that many parts of the site share. */
import type { Kind } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { Typed } from '../model/entities.ts';
import { hiddenBecause, isPrivate } from '../model/traits.ts';
import { epochOf } from '../values/instants.ts';
import { valueAt } from '../values/json.ts';
import type { Clock } from './site-clock.ts';

export interface Documents {
  /** The kinds, in the order in which the docs introduce them. */
  readonly kinds: readonly Kind[];
  /** The visible documents of a kind, sorted by address. */
  of<N extends KindName>(kind: N): readonly Typed<N>[];
  /** The document that a pointer names, if it is visible. */
  find<N extends KindName>(kind: N, pointer: string | null | undefined): Typed<N> | undefined;
}

/** The visible documents of a kind, by its declaration. */
export const shownOf = ({ of }: Pick<Documents, 'of'>, kind: Kind): readonly Entity[] => of(kind.name as KindName);

/** Those with `$order` first. For a sort that leaves the others as they are. */
export const inAuthorsOrder = ({ local: a }: Entity, { local: b }: Entity): number =>
  a.order === b.order ? 0 : (a.order ?? Infinity) - (b.order ?? Infinity);

/** The visible documents that a field points to. The field holds one pointer or a list; its schema names the kinds. */
export function pointedAt(
  entity: Entity,
  field: string | undefined,
  { find }: Pick<Documents, 'find'>,
): readonly Entity[] {
  if (field === undefined) return [];
  const { schema } = entity.document.declaration.fields[field]!;
  const kinds = (schema['x-pointer'] ?? schema.items?.['x-pointer'] ?? []) as readonly KindName[];
  const pointers = [entity.fields[field]].flat().filter((pointer) => typeof pointer === 'string');
  return pointers.flatMap((pointer) => {
    const found = kinds.map((kind) => find(kind, pointer)).find((each) => each !== undefined);
    return found ? [found] : [];
  });
}

interface Visibility {
  readonly clock: Clock;
  /** Shows drafts and scheduled documents; private pages stay hidden. */
  readonly drafts: boolean;
}

/** A hidden document appears nowhere: no page, link, list, feed or search entry. */
export function isVisible(entity: Entity, { clock, drafts }: Visibility): boolean {
  if (isPrivate(entity)) return false;
  if (drafts) return true;
  if (hiddenBecause(entity) !== undefined) return false;
  const { from, until } = entity.document.declaration.visibility ?? {};
  const has = (instant: readonly string[] | undefined, otherwise: boolean): boolean => {
    const value = instant && valueAt(entity.fields, instant);
    return typeof value === 'string' ? clock.hasCome(epochOf(value)) : otherwise;
  };
  return has(from, true) && !has(until, false);
}
