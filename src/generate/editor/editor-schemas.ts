/**
 * JSON Schemas for editors, for the file form of a kind. They use draft 7, which the YAML extensions of editors support
 * best, and contain what is in the repository: a pointer completes to the addresses that exist.
 */
import { fileSchema, fileShapes } from '../../kinds/file-form.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { JsonSchema } from '../../kinds/schema.ts';
import { aboutValue } from '../about-value.ts';
import { asConditions } from './conditions.ts';
import { forEditor } from './form.ts';
import { DEFINITIONS, knownDefinitions, type KnownAddresses } from './known.ts';
import { mapSchema, mapValues } from '../map-schema.ts';
import { reachable } from '../reachable.ts';

export type { KnownAddresses } from './known.ts';

export function editorSchema(kind: Kind, known: KnownAddresses): object {
  const translate = (schema: JsonSchema): object =>
    mapSchema(mapSchema(schema, prepare), (inner) => forEditor(inner, known));
  const root = translate(fileSchema(kind));
  const definitions = { ...mapValues(fileShapes(), translate), ...knownDefinitions(known) };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: kind.title,
    ...root,
    definitions: reachable(root, definitions, DEFINITIONS),
  };
}

/** Steps that must run while references still name shapes. */
const prepare = (schema: JsonSchema): JsonSchema => asConditions(schema.anyOf ? describeReference(schema) : schema);

function describeReference(schema: JsonSchema): JsonSchema {
  const description = aboutValue(schema);
  return description === undefined ? schema : { ...schema, description };
}
