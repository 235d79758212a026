/** The texts of a document that are rendered: its own, and their translations. */
import type { Positions } from '../content/document.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { valueAt, type Json, type Path } from '../values/json.ts';
import { fileSchema } from '../kinds/file-form.ts';
import { walk, type Visited } from '../kinds/walk.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { TextRange } from '../markdown/reading.ts';
import type { Entity } from './broadcast.ts';
import { perEntity } from './entities.ts';

export interface EntityText {
  readonly text: string;
  /** Undefined for the language of the document. */
  readonly locale: Locale | undefined;
  /** True for the text of a Markdown file, whose headings have their own ids on the page. */
  readonly isBody: boolean;
  /** The position of a region in it, or of the whole value where that is unknown. */
  readonly spanOf: (place: TextRange | undefined) => Span;
}

export const textsOf = perEntity((entity): readonly EntityText[] => {
  const { fields, markdown, document } = entity;
  const { source } = document;
  const bodyField = document.declaration.body;
  const own = markdown.flatMap((path): readonly EntityText[] => {
    const text = valueAt(fields, path);
    if (typeof text !== 'string') return [];
    const isBody = path.length === 1 && path[0] === bodyField;
    const body = isBody ? document.body : undefined;
    const spanOf: EntityText['spanOf'] = (place) =>
      body && place ? body.span(place.start, place.end) : spanInText(source, path, text, place);
    return [{ text, locale: localeOf(path), isBody, spanOf }];
  });
  return [...own, ...translated(entity)];
});

/** The position of a region in a text of a YAML file. */
export const spanInText = (source: Positions, path: Path, text: string, place: TextRange | undefined): Span =>
  place ? source.textSpan(path, text, [place.start, place.end]) : source.valueSpan(path);

/** The language that a path implies for its text. */
export const localeOf = (path: Path): Locale | undefined => {
  const at = path.indexOf('localeDetails');
  return at === -1 ? undefined : (path[at + 1] as Locale | undefined);
};

function translated({ local, document }: Entity): readonly EntityText[] {
  const bodyField = document.declaration.body;
  const found: EntityText[] = [];
  for (const { path, value: text, schema } of localTranslations({ local, document })) {
    if (!schema['x-markdown'] || typeof text !== 'string') continue;
    const [, locale, field, ...inside] = path as readonly [string, Locale, string, ...Path];
    const sibling = document.translations.find((each) => each.locale === locale && each.body.text === text);
    const spanOf: EntityText['spanOf'] = (place) => {
      if (sibling) return place ? sibling.body.span(place.start, place.end) : sibling.source.valueSpan([]);
      return spanInText(document.source, path, text, place);
    };
    found.push({ text, locale, isBody: inside.length === 0 && field === bodyField, spanOf });
  }
  return found;
}

/** The values of `$locales`, including those of translated files, with the paths that they have in the document. */
export function localTranslations({ local, document }: Pick<Entity, 'local' | 'document'>): readonly Visited[] {
  const schema = fileSchema(document.declaration).properties?.['$locales'];
  const found: Visited[] = [];
  if (schema && Object.keys(local.locales).length > 0)
    walk(schema, local.locales as Json, (visited) => found.push(visited), ['$locales']);
  return found;
}
