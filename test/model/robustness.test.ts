import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCounter, parseDocument, stringify, type Node, type Pair } from 'yaml';
import { isObject, valueAt, type Json, type JsonObject, type Path } from '../../src/values/json.ts';
import { fileSchema } from '../../src/kinds/file-form.ts';
import { fileKinds, type KindName } from '../../src/kinds/registry.ts';
import { shapes } from '../../src/kinds/shapes/shape-registry.ts';
import { exampleFiles, exampleOf, examplePath } from './examples.ts';
import { runs } from '../seed.ts';
import { check, problems } from './harbour.ts';

const kindNames = fileKinds.map(({ name }) => name);

it('the examples of all kinds make a valid broadcast', () => {
  expect(problems(exampleFiles)).toEqual([]);
});

describe('any document', () => {
  const names = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [key, child] of Object.entries(schema)) {
      if (key === 'properties') Object.keys(child as object).forEach((name) => names.add(name));
      collect(child);
    }
  };
  for (const kind of fileKinds) collect(fileSchema(kind));
  for (const { schema } of shapes) collect(schema);

  const known = fc.constantFrom(
    ...['media/bridge.jpg', 'places/main-stage', 'hosts/x', '64b7c0ffee64b7c0ffee0003', '2027-10-31T02:30'],
    ...['2027-06-18T20:30Z', '#fff', 'published'],
    ...['section', 'paragraph', 'hosts', 'https://a.example', '![](media/x)', 'ask', 'en', 'stage', 'Europe/Paris', ''],
    ...['__proto__', 'toString'],
  );
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: known },
  );
  const { value } = fc.letrec<{ value: Json; group: Json }>((tie) => ({
    group: fc.dictionary(key, tie('value'), { maxKeys: 6 }) as fc.Arbitrary<Json>,
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      known,
      fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>,
      fc.array(tie('value'), { maxLength: 4 }),
      tie('group'),
    ),
  }));
  const documentOf = (kind: KindName): fc.Arbitrary<JsonObject> => {
    const fields = fc.constantFrom(
      ...Object.keys(fileSchema(fileKinds.find(({ name }) => name === kind)!).properties!),
    );
    return fc.dictionary(fc.oneof({ weight: 5, arbitrary: fields }, { weight: 1, arbitrary: key }), value, {
      maxKeys: 10,
    }) as fc.Arbitrary<JsonObject>;
  };

  it.each(kindNames)('is checked without throwing: %s', (kind) => {
    fc.assert(
      fc.property(documentOf(kind), fc.boolean(), (data, overExample) => {
        const text = JSON.stringify(overExample ? { ...exampleOf(kind), ...data } : data);
        const { diagnostics } = check({ ...exampleFiles, [examplePath(kind)]: text });
        for (const { at } of diagnostics) expect([at.line >= 1, at.column >= 1]).toEqual([true, true]);
      }),
      { numRuns: runs({ test: 10, proof: 200 }) },
    );
  });
});

/** Every path of a document, including groups and lists. */
function pathsOf(value: Json, path: Path = []): readonly Path[] {
  const children = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return children.flatMap(([step, child]) => [[...path, step], ...pathsOf(child as Json, [...path, step])]);
}

function replaced(value: Json, [step, ...rest]: Path, by: Json): Json {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === step ? replaced(item, rest, by) : item));
  return { ...(value as JsonObject), [step]: replaced((value as JsonObject)[step]!, rest, by) };
}

/** The lines of a field, by the ranges of the YAML package's own tree. */
function linesOf(text: string, path: Path): readonly [number, number] {
  const lines = new LineCounter();
  const tree = parseDocument(text, { lineCounter: lines });
  const parent = tree.getIn(path.slice(0, -1), true) as { items: (Pair<Node, Node> | Node)[] };
  const step = path.at(-1)!;
  const item =
    typeof step === 'number'
      ? parent.items[step]!
      : parent.items.find((pair) => String((pair as Pair<Node>).key) === step)!;
  const [first, last] = 'key' in item ? [item.key, item.value ?? item.key] : [item, item];
  return [lines.linePos(first.range![0]).line, lines.linePos(Math.max(last.range![1] - 1, 0)).line];
}

/** A value of a type that is never allowed where the old one is. */
const broken = (old: Json): Json => (typeof old === 'object' && old !== null ? 7 : [[7]]);

describe.each(kindNames)('the example of %s', (kind) => {
  const example = exampleOf(kind);
  const path = examplePath(kind);

  it.each(pathsOf(example).map((field) => [field.join('.'), field] as const))(
    'with a broken %s has a problem there and nowhere else',
    (_, field) => {
      const text = stringify(replaced(example, field, broken(valueAt(example, field)!)), { lineWidth: 0 });
      const [first, last] = linesOf(text, field);
      const found = problems({ ...exampleFiles, [path]: text });
      expect(found).not.toEqual([]);
      for (const { at } of found) {
        expect(at.file).toBe(`content/${path}`);
        expect(at.line).toBeGreaterThanOrEqual(first);
        expect(at.line).toBeLessThanOrEqual(last);
      }
    },
  );

  const keyed = pathsOf(example).filter((field) => typeof field.at(-1) === 'string');
  it.each(keyed.map((field) => [field.join('.'), field] as const))(
    'with a misspelt %s has a problem that shows it',
    (_, field) => {
      const parent = field.slice(0, -1);
      const step = field.at(-1) as string;
      const renamed = Object.fromEntries(
        Object.entries(valueAt(example, parent) as JsonObject).map(([key, child]) => [
          key === step ? `${key}x` : key,
          child,
        ]),
      );
      const text = stringify(replaced(example, parent, renamed), { lineWidth: 0 });
      const found = problems({ ...exampleFiles, [path]: text }).filter(({ at }) => at.file === `content/${path}`);
      expect(found.some(({ message, suggestion }) => `${message} ${suggestion}`.includes(`\`${step}`))).toBe(true);
    },
  );
});
