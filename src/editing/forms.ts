/** The declarations that forms are made from, as a page gets them. */
import { fileSchema, fileShapes } from '../kinds/file-form.ts';
import type { Kind } from '../kinds/kind.ts';
import type { JsonSchema } from '../kinds/schema.ts';
import { BLOCKS, BLOCK_TYPES } from '../kinds/shapes/block.ts';
import { LOCALES } from '../kinds/shapes/primitives.ts';
import { shapeExamples } from '../kinds/shapes/shape-registry.ts';
import type { Json } from '../values/json.ts';
import { oncePer } from '../values/once-per.ts';
import type { FormKind, Forms } from './protocol.ts';

interface FormSettings {
  readonly locales: readonly string[];
  readonly timezone: string;
}

export const formsOf = (kinds: readonly Kind[], { locales, timezone }: FormSettings): Forms => ({
  kinds: Object.fromEntries(kinds.flatMap((kind) => (kind.folder === undefined ? [] : [[kind.name, formKind(kind)]]))),
  shapes: fileShapes(),
  examples: {
    ...shapeExamples,
    ...Object.fromEntries(
      BLOCK_TYPES.map((type) => [
        `Block.${type}`,
        { type, ...(BLOCKS[type].example as { readonly [key: string]: Json }) },
      ]),
    ),
  },
  locales,
  timezone,
});

function formKind(kind: Kind): FormKind {
  const { title, summary, folder = '', single = false, body } = kind;
  const schema = fileSchema(kind);
  const translated = translatedFields(kind);
  return {
    title,
    summary,
    folder,
    isSingle: single,
    schema,
    ...(body !== undefined && { body }),
    ...(Object.keys(translated).length > 0 && { translated: { type: 'object', properties: translated } }),
  };
}

/** The tables of translations that files of a kind may have: `localeDetails` is sent, `$locales` is for the site alone. */
export const translationTables = (kind: Kind): readonly string[] =>
  ['localeDetails', '$locales'].filter((key) => Object.hasOwn(fileSchema(kind).properties ?? {}, key));

/** The table that declares what can be translated. */
export const translationsKey = (kind: Kind): string | undefined => translationTables(kind)[0];

export const translatedFields = oncePer((kind: Kind): Readonly<Record<string, JsonSchema>> => {
  const { properties = {} } = fileSchema(kind);
  const table = properties[translationsKey(kind) ?? '']?.additionalProperties;
  const declared = typeof table === 'object' ? Object.entries(table.properties ?? {}) : [];
  return Object.fromEntries(declared.filter(([name]) => properties[name]));
});

/** The table that has the texts in a language: the service has three languages, and the site may have more. */
export const translationTable = (kind: Kind, locale: string): string | undefined =>
  translationTables(kind).find((key) => key !== 'localeDetails' || (LOCALES as readonly string[]).includes(locale));
