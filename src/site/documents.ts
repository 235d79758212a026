/** The visible documents, and the questions that everybody has about them. */
import type { Kind } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { Typed } from '../model/entities.ts';

export interface Documents {
  /** What they can be, in the order in which people meet them. */
  readonly kinds: readonly Kind[];
  /** The visible documents of a kind, in the order of their addresses. */
  of<N extends KindName>(kind: N): readonly Typed<N>[];
  /** What a pointer names, when it is visible. */
  find<N extends KindName>(kind: N, pointer: string | null | undefined): Typed<N> | undefined;
}

/** The visible documents of a kind, by its declaration. */
export const shownOf = ({ of }: Pick<Documents, 'of'>, kind: Kind): readonly Entity[] => of(kind.name as KindName);

/** The visible documents that a field points at, one pointer or a list of them, of the kinds that its schema names. */
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
