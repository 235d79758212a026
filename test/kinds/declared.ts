/**
 * For tests that compare the declarations with interface.md. The client and the service derive from the same declaration
 * and would agree on the same mistake, so these tests are written by hand from the document: the declarations must
 * require, allow and limit the same things.
 */
import { kindNamed, type KindName } from '../../src/kinds/registry.ts';
import type { JsonSchema } from '../../src/kinds/schema.ts';
import { createSchema, recordSchema, updateSchema, wireShapes } from '../../src/kinds/wire-form.ts';
import { validatorOf, type Form } from './strict-ajv.ts';

export const record = (kind: KindName) => recordSchema(kindNamed(kind));
export const create = (kind: KindName) => createSchema(kindNamed(kind));
export const update = (kind: KindName) => updateSchema(kindNamed(kind));
export const shape = (name: string): JsonSchema => wireShapes()[name]!;

export const property = (schema: JsonSchema, name: string): JsonSchema => schema.properties![name]!;
export const field = (kind: KindName, name: string) => property(record(kind), name);

export const names = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).sort();
export const nullableNames = (schema: JsonSchema) => names(schema).filter((name) => isNullable(property(schema, name)));
export const sorted = (words: string) => words.split(/\s+/).sort();

export const typeOf = ({ type }: JsonSchema) => [type ?? []].flat().find((word) => word !== 'null');

function isNullable({ type, anyOf }: JsonSchema): boolean {
  return [type ?? []].flat().includes('null') || (anyOf ?? []).some((option) => option.type === 'null');
}

export const accepts = (kind: KindName, form: Form, value: unknown): boolean =>
  validatorOf(kindNamed(kind), form)(value);

/** The fields of every record on Surface B. */
export const COMMON_ON_B = '_id _createdAt _updatedAt _reference metadata';
