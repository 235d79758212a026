import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Json } from '../../../diagnostics/json.ts';
import { kindNamed, kinds } from '../../../kinds/registry.ts';
import type { Entity } from '../../broadcast.ts';
import { epochOf } from '../../instant.ts';
import { aKind } from '../../library.ts';
import { perEntity } from '../../per-entity.ts';
import type { BroadcastRule } from '../rule.ts';

/** Documents that the sync could not tell apart if it had only what the service shows. */
export const twins: BroadcastRule = {
  codes: ['twin-documents'],
  check: (broadcast) => kinds.flatMap(({ name }) => checkKind(broadcast.byKind.get(name) ?? [])),
};

function checkKind(entities: readonly Entity[]): readonly Diagnostic[] {
  const keyed = entities
    .filter(({ local }) => local.id === undefined)
    .map((entity) => ({ entity, key: naturalKey(entity) }));
  const groups = Map.groupBy(
    keyed.filter(({ key }) => key !== undefined),
    ({ key }) => key,
  );
  return [...groups.values()].flatMap(([first, ...others]) => others.map((other) => twin(other.entity, first!.entity)));
}

function twin(entity: Entity, first: Entity): Diagnostic {
  const fields = keyFields(entity).filter((name) => (entity.fields[name] ?? null) !== null);
  const { source } = entity.document;
  return diagnose(
    'twin-documents',
    source.valueSpan([fields[0]!]),
    `${aKind(entity.kind)} with the same ${listed(fields)} is in ${first.document.source.file}`,
    {
      notes: [{ message: 'the other one', at: first.document.source.valueSpan([fields[0]!]) }],
      suggestion: 'change or remove one of them, or bind both with `$id`',
    },
  );
}

const keyFields = ({ kind }: Entity): readonly string[] => kindNamed(kind).naturalKey.flat();

const naturalKey = perEntity((entity): string | undefined => {
  const names = keyFields(entity);
  const values = names.map((name) => comparable(entity.fields[name], isTime(entity, name)));
  return values.every((value) => value === null) ? undefined : JSON.stringify(values);
});

const isTime = ({ kind }: Entity, name: string): boolean => kindNamed(kind).fields[name]?.schema.format === 'instant';

function comparable(value: Json | undefined, time: boolean): Json {
  return time && typeof value === 'string' ? epochOf(value) : (value ?? null);
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
