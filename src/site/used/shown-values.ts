/**
 * Collects values from visible documents by their declarations. A caller that needs every icon, colour or navigator on
 * the site describes what to look for; every kind whose schema can contain it is walked. A translation counts only if
 * the kind has the field that it translates.
 */
import { parseColour } from '../../kinds/colour.ts';
import { fileSchema } from '../../kinds/file-form.ts';
import type { Kind } from '../../kinds/kind.ts';
import { referredShape, type JsonSchema } from '../../kinds/schema.ts';
import { shapeSchema } from '../../kinds/shapes/shape-registry.ts';
import { walk, type Visited } from '../../kinds/walk.ts';
import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/entities.ts';
import { localTranslations } from '../../model/texts.ts';
import { isObject, type Path } from '../../values/json.ts';
import { oncePer } from '../../values/once-per.ts';
import { append } from '../../values/long-lists.ts';
import { shownOf } from '../documents.ts';
import type { Site } from '../site.ts';

interface ValueSearch<T> {
  /** True if a value of this schema or shape can be one. */
  readonly isHeldBy: (schema: JsonSchema, shape: string | undefined) => boolean;
  readonly take: (visited: Visited, by: Entity) => readonly T[];
}

export function shownValues<T>({ isHeldBy, take }: ValueSearch<T>): (site: Site) => readonly T[] {
  const holds = oncePer((kind: Kind) => reaches(shownSchema(kind), isHeldBy));
  const valuesOf = perEntity((entity): readonly T[] => {
    const found: T[] = [];
    walk(shownSchema(entity.document.declaration), entity.fields, (visited) => append(found, take(visited, entity)));
    for (const visited of localTranslations(entity)) append(found, take(visited, entity));
    return found;
  });
  return (site) => site.kinds.filter(holds).flatMap((kind) => shownOf(site, kind).flatMap(valuesOf));
}

const shownSchema = oncePer((kind: Kind): JsonSchema => {
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

function reaches(schema: JsonSchema, test: ValueSearch<unknown>['isHeldBy'], seen = new Set<string>()): boolean {
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

/**
 * The sizes and colours that content chooses. Pages have no inline styles, so each value becomes a class in the style
 * sheet. They are collected before pages are rendered, because every page contains the digest of the style sheet.
 */
export interface StyleValues {
  /** In pixels. */
  readonly heights: readonly number[];
  /** Around logos, in pixels. */
  readonly paddings: readonly number[];
  /** As the content writes them. */
  readonly colours: readonly string[];
}

type StyleValue = { readonly [K in keyof StyleValues]: StyleValues[K][number] };

export function styleValuesOf(site: Site): StyleValues {
  const chosen = chosenValues(site);
  const all = <K extends keyof StyleValues>(name: K): readonly StyleValue[K][] => [
    ...new Set(chosen.flatMap((value) => (value.name === name ? [value.value as StyleValue[K]] : []))),
  ];
  return {
    heights: all('heights').toSorted((a, b) => a - b),
    paddings: all('paddings').toSorted((a, b) => a - b),
    colours: all('colours').toSorted(),
  };
}

interface Chosen {
  readonly name: keyof StyleValues;
  readonly value: number | string;
}

const INSIDE: readonly string[] = ['height', 'backgroundColor', 'overlay', 'logoPadding'];

/** The colour of a document, and the sizes and colours of its parts. */
const chosenValues = shownValues<Chosen>({
  isHeldBy: ({ properties = {} }) => ['color', ...INSIDE].some((name) => Object.hasOwn(properties, name)),
  take({ value, path }) {
    if (!isObject(value)) return [];
    if (path.length === 0) return colour(value['color']);
    const { height, backgroundColor, overlay, logoPadding } = value;
    const pixels = (name: 'heights' | 'paddings', size: number): Chosen => ({ name, value: Math.round(size) });
    return [
      ...(typeof height === 'number' && height > 0 ? [pixels('heights', height)] : []),
      ...(typeof logoPadding === 'number' && logoPadding >= 0 ? [pixels('paddings', logoPadding)] : []),
      ...colour(backgroundColor),
      ...colour(overlay),
    ];
  },
});

const colour = (value: unknown): readonly Chosen[] =>
  typeof value === 'string' && parseColour(value) ? [{ name: 'colours', value }] : [];

export const heightClass = (height: number): string => `h-${Math.round(height)}`;
export const paddingClass = (padding: number): string => `p-${Math.round(padding)}`;
export const colourClass = (colour: string): string => `c-${colour.slice(1).toLowerCase()}`;
/** An icon that visible content names, and where. Without a family it is from the theme's icon set. */
interface UsedIcon {
  readonly family: string | undefined;
  readonly type: string;
  readonly by: Entity;
  readonly path: Path;
}

export const usedIcons = shownValues<UsedIcon>({
  isHeldBy: (_, shape) => shape === 'Icon',
  take({ shape, value, path }, by) {
    if (shape !== 'Icon' || !isObject(value) || typeof value['type'] !== 'string') return [];
    const family = typeof value['family'] === 'string' ? value['family'] : undefined;
    return [{ family, type: value['type'], by, path: [...path, 'type'] }];
  },
});
