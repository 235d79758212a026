/**
 * Collects values from visible documents by their declarations. A caller that needs every icon, colour or navigator on
 * the site describes what to look for; every kind whose schema can contain it is walked. A translation counts only if
 * the kind has the field that it translates.
 */
import { fileSchema } from '../../kinds/file-form.ts';
import type { Kind } from '../../kinds/kind.ts';
import { referredShape, type JsonSchema } from '../../kinds/schema.ts';
import { shapeSchema } from '../../kinds/shapes/registry.ts';
import { walk, type Visited } from '../../kinds/walk.ts';
import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/entities.ts';
import { localTranslations } from '../../model/texts.ts';
import { shownOf } from '../documents.ts';
import type { Site } from '../site.ts';
import { append } from '../../values/long-lists.ts';

interface Wanted<T> {
  /** True if a value of this schema or shape can be one. */
  readonly isHeldBy: (schema: JsonSchema, shape: string | undefined) => boolean;
  readonly take: (visited: Visited, by: Entity) => readonly T[];
}

export function shownValues<T>({ isHeldBy, take }: Wanted<T>): (site: Site) => readonly T[] {
  const holds = perKind((kind) => reaches(shownSchema(kind), isHeldBy));
  const valuesOf = perEntity((entity): readonly T[] => {
    const found: T[] = [];
    walk(shownSchema(entity.document.declaration), entity.fields, (visited) => append(found, take(visited, entity)));
    for (const visited of localTranslations(entity)) append(found, take(visited, entity));
    return found;
  });
  return (site) => site.kinds.filter(holds).flatMap((kind) => shownOf(site, kind).flatMap(valuesOf));
}

const shownSchema = perKind((kind): JsonSchema => {
  const schema = fileSchema(kind);
  const { localeDetails, ...own } = schema.properties ?? {};
  const translation = localeDetails?.additionalProperties;
  if (!localeDetails || typeof translation !== 'object') return schema;
  const translated = Object.entries(translation.properties ?? {}).filter(([name]) => Object.hasOwn(kind.fields, name));
  const narrowed = {
    ...localeDetails,
    additionalProperties: { ...translation, properties: Object.fromEntries(translated) },
  };
  return { ...schema, properties: { ...own, localeDetails: narrowed } };
});

function reaches(schema: JsonSchema, test: Wanted<unknown>['isHeldBy'], seen = new Set<string>()): boolean {
  const below = (each: JsonSchema): boolean => reaches(each, test, seen);
  if (schema.$ref !== undefined) {
    const shape = referredShape(schema.$ref);
    if (seen.has(shape)) return false;
    seen.add(shape);
    return test(shapeSchema(shape), shape) || below(shapeSchema(shape));
  }
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inside = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf];
  return (
    test(schema, undefined) ||
    inside.some(below) ||
    (typeof additionalProperties === 'object' && below(additionalProperties))
  );
}

function perKind<T>(work: (kind: Kind) => T): (kind: Kind) => T {
  const done = new WeakMap<Kind, { readonly value: T }>();
  return (kind) => {
    let known = done.get(kind);
    if (!known) done.set(kind, (known = { value: work(kind) }));
    return known.value;
  };
}
