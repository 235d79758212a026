import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Json } from '../../../values/json.ts';
import type { Kind } from '../../../kinds/kind.ts';
import type { KindName } from '../../../kinds/registry.ts';
import type { Entity } from '../../broadcast.ts';
import { epochOf } from '../../../values/instants.ts';
import { oncePer } from '../../../values/once-per.ts';
import { aKind } from '../../library.ts';
import { perEntity } from '../../entities.ts';
import type { BroadcastRule } from '../rule.ts';

/** Documents that sync could not distinguish by what the service shows. */
export const twins: BroadcastRule = {
  codes: ['twin-documents'],
  compares(entity) {
    const key = entity.local.id === undefined ? naturalKey(entity) : undefined;
    return key === undefined ? {} : { same: [`${entity.kind} ${key}`] };
  },
  check: ({ kinds, byKind }) => kinds.flatMap(({ name }) => checkKind(byKind.get(name as KindName) ?? [])),
};

function checkKind(entities: readonly Entity[]): readonly Diagnostic[] {
  const keyed = entities
    .filter((entity) => entity.local.id === undefined && !keyFields(entity).some((name) => isFaulty(entity, name)))
    .map((entity) => ({ entity, key: naturalKey(entity) }));
  const groups = Map.groupBy(
    keyed.filter(({ key }) => key !== undefined),
    ({ key }) => key,
  );
  const several = [...groups.values()].filter(({ length }) => length > 1);
  return several.flatMap((group) => checkGroup(group.map(({ entity }) => entity)));
}

/** Dates distinguish documents if each has a different one. */
function checkGroup(group: readonly Entity[]): readonly Diagnostic[] {
  const [dates, dateless] = [new Map<string, Entity>(), [] as Entity[]];
  const twins: [Entity, Entity][] = [];
  for (const entity of group) {
    const date = dateOf(entity);
    const taken = date === undefined ? undefined : dates.get(date);
    if (date === undefined) dateless.push(entity);
    else if (taken) twins.push([entity, taken]);
    else dates.set(date, entity);
  }
  const [dated] = dates.values();
  const first = dated ?? dateless.shift();
  return [...twins, ...dateless.map((entity) => [entity, first!] as const)].map(([entity, other]) =>
    twin(entity, other),
  );
}

function twin(entity: Entity, first: Entity): Diagnostic {
  const fields = keyFields(entity).filter((name) => (entity.fields[name] ?? null) !== null);
  const [date] = datesOf(entity);
  const { source } = entity.document;
  return diagnose(
    'twin-documents',
    source.valueSpan([fields[0]!]),
    `${aKind(entity.document.declaration)} with the same ${listed(fields)} is in ${first.document.source.file}`,
    {
      notes: [{ message: 'the other one', at: first.document.source.valueSpan([fields[0]!]) }],
      suggestion:
        date === undefined
          ? 'change or remove one of them, or bind both with `$id`'
          : `give each a different \`${date}\`, or change one of the titles`,
    },
  );
}

/** The future value of a field with an error is unknown. */
const isFaulty = ({ document: { declaration }, fields, faulty }: Entity, name: string): boolean =>
  faulty !== undefined &&
  (faulty.has(name) || (fields[name] === undefined && declaration.fields[name]?.required !== undefined));

const keyFields = ({ document }: Entity): readonly string[] => keyOf(document.declaration);

const keyOf = oncePer(({ naturalKey: sets }: Kind): readonly string[] => sets.flat());

/** Dates in the key that a document may leave out. */
const datesOf = (entity: Entity): readonly string[] =>
  keyFields(entity).filter((name) => isTime(entity, name) && !entity.document.declaration.fields[name]?.required);

/** All of them; undefined if one is missing or there are none. */
function dateOf(entity: Entity): string | undefined {
  const values = datesOf(entity).map((name) => comparable(entity.fields[name], true));
  return values.length === 0 || values.includes(null) ? undefined : values.join();
}

const naturalKey = perEntity((entity): string | undefined => {
  const dates = new Set(datesOf(entity));
  const names = keyFields(entity).filter((name) => !dates.has(name));
  const values = names.map((name) => comparable(entity.fields[name], isTime(entity, name)));
  return values.every((value) => value === null) ? undefined : JSON.stringify(values);
});

const isTime = ({ document }: Entity, name: string): boolean =>
  document.declaration.fields[name]?.schema.format === 'instant';

function comparable(value: Json | undefined, time: boolean): Json {
  return time && typeof value === 'string' ? epochOf(value) : (value ?? null);
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
