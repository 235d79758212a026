import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/content/files.ts';
import { readContent } from '../../../src/content/read-content.ts';
import { isObject, type Json, type JsonObject } from '../../../src/values/json.ts';
import { editorSchema, schemaFile } from '../../../src/generate/editor/editor-schemas.ts';
import { overlaySchema } from '../../../src/generate/editor/overlay-schema.ts';
import { fileKinds, kindNamed, type KindName } from '../../../src/kinds/registry.ts';
import { ROOT } from '../../e2e/program.ts';
import { runs } from '../../seed.ts';

const NOTHING_KNOWN = { addresses: new Map<string, readonly string[]>(), media: [] };
const { documents } = readContent(diskFiles(`${ROOT}content`), { prefix: '' });

const compiled = new Map<KindName, { readonly whole: ValidateFunction; readonly overlay: ValidateFunction }>();
/** Next to the schema of a complete file, as in the folder. */
function schemasOf(name: KindName) {
  const before = compiled.get(name);
  if (before) return before;
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
  addFormats.default(ajv);
  const kind = kindNamed(name);
  const whole = editorSchema(kind, NOTHING_KNOWN);
  ajv.addSchema(whole, schemaFile(kind));
  const made = { whole: ajv.compile(whole), overlay: ajv.compile(overlaySchema(whole, schemaFile(kind))) };
  compiled.set(name, made);
  return made;
}
const accepts = (name: KindName, file: object): boolean => schemasOf(name).overlay(file);

/** Some keys of a mapping and of the mappings inside it; lists are complete. */
function partOf(value: Json, keep: () => boolean): Json {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(keep);
  return Object.fromEntries(kept.map(([name, inner]) => [name, partOf(inner!, keep)]));
}

describe.each(fileKinds)('the overlay schema of $name', (kind) => {
  const example = kind.example as JsonObject;

  it('requires nothing, and refers only to what is in the other file', () => {
    const whole = editorSchema(kind, NOTHING_KNOWN);
    expect(JSON.stringify(overlaySchema(whole, 'whole.json'))).not.toContain('"#/');
    expect(accepts(kind.name, {})).toBe(true);
    expect(accepts(kind.name, example)).toBe(true);
  });

  it('refers to a schema that accepts the example, also in a repository without content', () => {
    const { whole } = schemasOf(kind.name);
    whole(example);
    expect(whole.errors).toBeNull();
  });

  it('accepts any part of a file', () => {
    const files = [example, ...documents.filter((each) => each.kind === kind.name).map(({ data }) => data)];
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.infiniteStream(fc.boolean()), (file, choices) => {
        const { overlay } = schemasOf(kind.name);
        overlay(partOf(file, () => choices.next().value as boolean));
        expect(overlay.errors).toBeNull();
      }),
      { numRuns: runs({ test: 30, proof: 100 }) },
    );
  });

  it('rejects what is also invalid in a complete file', () => {
    const [name] = Object.keys(example);
    expect(accepts(kind.name, { [name!]: [[]] })).toBe(false);
    expect(accepts(kind.name, { titel: 'x' })).toBe(kind.closed !== true);
  });
});

it('a mapping may be partial, an entry of a list must be complete', () => {
  expect(accepts('session', { time: { end: '2027-06-18T20:30:00' } })).toBe(true);
  expect(accepts('page', { media: { alt: 'A bridge' } })).toBe(true);
  expect(accepts('page', { blocks: [{ type: 'embed', values: [{}] }] })).toBe(false);
});

it('`null` removes a `$` key, but not a required field', () => {
  expect(accepts('event', { $targets: null, description: null })).toBe(true);
  expect(accepts('event', { title: null })).toBe(false);
});
