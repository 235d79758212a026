/** The declarations that forms are made from, as a page gets them. */
import { fileSchema, fileShapes } from '../kinds/file-form.ts';
import type { Kind } from '../kinds/kind.ts';
import { BLOCKS, BLOCK_TYPES } from '../kinds/shapes/block.ts';
import { shapeExamples } from '../kinds/shapes/shape-registry.ts';
import type { Json } from '../values/json.ts';
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
  const translations = translationsKey(kind);
  return {
    title,
    summary,
    folder,
    isSingle: single,
    schema,
    ...(body !== undefined && { body }),
    ...(translations !== undefined && { translations }),
  };
}

/** The key of the table of translations in a file. */
export const translationsKey = (kind: Kind): string | undefined =>
  ['$locales', 'localeDetails'].find((key) => Object.hasOwn(fileSchema(kind).properties ?? {}, key));
