import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Json } from '../../../values/json.ts';
import type { Kind } from '../../../kinds/kind.ts';
import type { Entity } from '../../broadcast.ts';
import { epochOf } from '../../../values/instants.ts';
import { oncePer } from '../../../values/once-per.ts';
import { aKind } from '../../library.ts';
import { comparedIn, type BroadcastRule, type Compared } from '../rule.ts';

/** `date`: null if it is missing, or if the key has none. */
type Identity = { readonly key: string; readonly date: string | null };

/** Documents that sync could not distinguish by what the service shows. */
export const twins: BroadcastRule = {
  codes: ['twin-documents'],
  check: (read) =>
    [...Map.groupBy(comparedIn(read, identityOf), ({ entity, values }) => `${entity.kind} ${values.key}`).values()]
      .filter(({ length }) => length > 1)
      .flatMap(twinsIn)
      .map(([entity, other]) => twin(entity, other)),
};

function identityOf(entity: Entity): Identity | undefined {
  const isUncertain = entity.local.id !== undefined || keyFields(entity).some((name) => isFaulty(entity, name));
  const key = isUncertain ? undefined : naturalKey(entity);
  return key === undefined ? undefined : { key, date: dateOf(entity) };
}

/** Dates distinguish documents if each has a different one. */
function twinsIn(group: readonly Compared<Identity>[]): readonly (readonly [Entity, Entity])[] {
  const [dates, dateless] = [new Map<string, Entity>(), [] as Entity[]];
  const found: [Entity, Entity][] = [];
  for (const { entity, values } of group) {
    const taken = values.date === null ? undefined : dates.get(values.date);
    if (values.date === null) dateless.push(entity);
    else if (taken !== undefined) found.push([entity, taken]);
    else dates.set(values.date, entity);
  }
  const [dated] = dates.values();
  const first = dated ?? dateless.shift();
  return [...found, ...dateless.map((entity) => [entity, first!] as const)];
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

/** All of them; null if one is missing or there are none. */
function dateOf(entity: Entity): string | null {
  const values = datesOf(entity).map((name) => comparable(entity.fields[name], true));
  return values.length === 0 || values.includes(null) ? null : values.join();
}

function naturalKey(entity: Entity): string | undefined {
  const dates = new Set(datesOf(entity));
  const names = keyFields(entity).filter((name) => !dates.has(name));
  const values = names.map((name) => comparable(entity.fields[name], isTime(entity, name)));
  return values.every((value) => value === null) ? undefined : JSON.stringify(values);
}

const isTime = ({ document }: Entity, name: string): boolean =>
  document.declaration.fields[name]?.schema.format === 'instant';

function comparable(value: Json | undefined, time: boolean): Json {
  return time && typeof value === 'string' ? epochOf(value) : (value ?? null);
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
