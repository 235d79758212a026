import type { JsonObject } from '../values/json.ts';
import type { FieldsOf } from '../kinds/kind.ts';
import type { Declared, KindName } from '../kinds/registry.ts';
import type { Broadcast, Entity } from './broadcast.ts';
import { oncePer } from '../values/once-per.ts';

/** An entity whose fields have the type that its kind declares: they were checked before it was created. */
export interface Typed<N extends KindName> extends Entity {
  readonly kind: N;
  readonly fields: JsonObject & FieldsOf<Declared[N]>;
}

export const isOf = <N extends KindName>(kind: N, entity: Entity): entity is Typed<N> => entity.kind === kind;

export function entitiesOf<N extends KindName>(broadcast: Broadcast, kind: N): readonly Typed<N>[] {
  return (broadcast.byKind.get(kind) ?? []) as readonly Typed<N>[];
}

export function entityAt<N extends KindName>(broadcast: Broadcast, kind: N, address: string): Typed<N> | undefined {
  const entity = broadcast.entities.get(address);
  return entity?.kind === kind ? (entity as Typed<N>) : undefined;
}

/** A value derived from one document alone, computed once per document: most are unchanged after a save. */
export const perEntity = <T>(work: (entity: Entity) => T): ((entity: Entity) => T) => oncePer(work);
