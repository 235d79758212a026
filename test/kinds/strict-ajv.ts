import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { fileSchema, fileShapes } from '../../src/kinds/file-form.ts';
import type { Kind } from '../../src/kinds/kind.ts';
import { kinds } from '../../src/kinds/registry.ts';
import type { JsonSchema } from '../../src/kinds/schema.ts';
import { createSchema, recordSchema, updateSchema, wireShapes } from '../../src/kinds/wire-form.ts';

const EXTENSIONS = ['x-pointer', 'x-media', 'x-sensitive', 'x-known', 'x-assumed', 'x-markdown', 'x-key', 'x-day'];

const FORMS = { file: fileSchema, record: recordSchema, create: createSchema, update: updateSchema };
export type Form = keyof typeof FORMS;

/** ajv in its strictest mode, with the keywords that declarations add to JSON Schema. Formats are tested elsewhere. */
const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  discriminator: true,
  validateFormats: false,
  allErrors: true,
  inlineRefs: false,
  keywords: EXTENSIONS,
  schemas: [
    { $id: 'file', $defs: { ...fileShapes(), ...formsOf('file') } },
    { $id: 'wire', $defs: { ...wireShapes(), ...formsOf('record'), ...formsOf('create'), ...formsOf('update') } },
  ],
});

function formsOf(form: Form): Record<string, JsonSchema> {
  return Object.fromEntries(kinds.map((kind) => [`${kind.name}-${form}`, FORMS[form](kind)]));
}

export const validatorOf = (kind: Kind, form: Form): ValidateFunction =>
  ajv.getSchema(`${form === 'file' ? 'file' : 'wire'}#/$defs/${kind.name}-${form}`)!;

/** As a shape is written in a file. */
export const fileShapeValidator = (shape: string): ValidateFunction => ajv.getSchema(`file#/$defs/${shape}`)!;
