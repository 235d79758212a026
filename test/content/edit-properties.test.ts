import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isScalar, parse, parseDocument } from 'yaml';
import { type Edit, editYaml } from '../../src/content/edit/yaml.ts';
import { isObject, type Json, type Path, valueAt } from '../../src/values/json.ts';
import { runs } from '../seed.ts';
import { FESTIVAL_FILES, WITH_ALIASES } from './edit-examples.ts';
import { anyJson, anyScalar, styledYaml } from './edit-styled-yaml.ts';

/** An edit before the paths of the document are known. */
const anyWish = fc.record({
  pick: fc.nat(),
  action: fc.constantFrom('set', 'set', 'scalar', 'add', 'remove'),
  value: anyJson,
  scalar: anyScalar,
});
type Wish = typeof anyWish extends fc.Arbitrary<infer Value> ? Value : never;
const someWishes = fc.array(anyWish, { minLength: 1, maxLength: 5 });

const anyFile = fc.constantFrom(...FESTIVAL_FILES).map((text) => ({ text, data: read(text) }));

describe.each<[string, fc.Arbitrary<{ readonly text: string; readonly data: Json }>]>([
  ['random YAML', styledYaml],
  ['the files of a festival', anyFile],
])('editing %s', (_, anyDocument) => {
  it('reads as the old data with the edits applied', () => {
    const property = fc.property(anyDocument, someWishes, (document, wishes) => {
      const { found, expected } = editOneByOne(document, wishes);
      expect(found).toEqual(expected);
    });
    fc.assert(property, { numRuns: runs({ test: 40, proof: 300 }) });
  });

  it('leaves all bytes around a scalar as they were', () => {
    const property = fc.property(anyDocument, fc.nat(), anyScalar, (document, pick, value) => {
      const leaves = pathsOf(document.data).filter((path) => !isNested(valueAt(document.data, path)));
      expect(bytesAround(document.text, picked(leaves, pick), value)).toEqual({ before: true, after: true });
    });
    fc.assert(property, { numRuns: runs({ test: 40, proof: 300 }) });
  });
});

describe('editing random YAML', () => {
  it('starts from documents that have the intended data', () => {
    const property = fc.property(styledYaml, ({ text, data }) => {
      expect(read(text)).toEqual(data);
    });
    fc.assert(property, { numRuns: runs({ test: 30, proof: 200 }) });
  });

  it('only inserts characters to add an item, and only deletes characters to remove one', () => {
    const property = fc.property(styledYaml, anyWish, ({ text, data }, wish) => {
      const edit = editFor({ ...wish, action: wish.action === 'remove' ? 'remove' : 'add' }, data);
      const siblings = Object.keys(valueAt(data, edit.path.slice(0, -1)) ?? {}).length;
      const edited = editYaml(text, [edit]);
      // An empty collection is `{}` or `[]`, which changes its style.
      const [short, long, isSplice] = 'remove' in edit ? [edited, text, siblings > 1] : [text, edited, siblings > 0];
      expect(!isSplice || isWithGaps(short, long)).toBe(true);
    });
    fc.assert(property, { numRuns: runs({ test: 40, proof: 300 }) });
  });

  it('keeps every comment outside the removed or replaced part', () => {
    const property = fc.property(styledYaml, anyWish, ({ text, data, comments }, wish) => {
      const edit = editFor(wish, data);
      const edited = editYaml(text, [edit]);
      const outside = comments.filter(({ at, where }) => {
        const isInside = isPrefix(edit.path, at) && at.length > edit.path.length;
        const goesAlong = 'remove' in edit && where === 'behind' && isPrefix(edit.path, at);
        return !isInside && !goesAlong;
      });
      expect(outside.filter((comment) => !edited.includes(comment.text))).toEqual([]);
    });
    fc.assert(property, { numRuns: runs({ test: 40, proof: 300 }) });
  });

  it('changes no byte if a value is set to its current value', () => {
    const property = fc.property(styledYaml, fc.nat(), ({ text, data }, pick) => {
      const path = picked(pathsOf(data), pick) ?? [];
      expect(editYaml(text, [{ path, value: valueAt(data, path) ?? null }])).toBe(text);
    });
    fc.assert(property, { numRuns: runs({ test: 30, proof: 200 }) });
  });
});

describe('editing the files of a festival', () => {
  it('loses no comment to a scalar or to a new item', () => {
    const property = fc.property(anyFile, anyWish, ({ text, data }, wish) => {
      const paths = pathsOf(data).filter((path) => !isNested(valueAt(data, path)));
      const edit: Edit =
        wish.action === 'add' ? editFor(wish, data) : { path: picked(paths, wish.pick) ?? [], value: wish.value };
      const comments = text.match(/(?<=\s|^)# (?!this is text).*/gm) ?? [];
      const edited = editYaml(text, [edit]);
      expect(comments.filter((comment) => !edited.includes(comment))).toEqual([]);
    });
    fc.assert(property, { numRuns: runs({ test: 25, proof: 150 }) });
  });

  it('changes only the edited value if others repeat it through an alias', () => {
    const document = { text: WITH_ALIASES, data: JSON.parse(JSON.stringify(read(WITH_ALIASES))) as Json };
    const property = fc.property(someWishes, (wishes) => {
      const { found, expected } = editOneByOne(document, wishes);
      expect(found).toEqual(expected);
    });
    fc.assert(property, { numRuns: runs({ test: 15, proof: 100 }) });
  });
});

function editOneByOne(document: { readonly text: string; readonly data: Json }, wishes: readonly Wish[]) {
  let { text, data } = document;
  const [found, expected]: [Json[], Json[]] = [[], []];
  for (const wish of wishes) {
    const edit = editFor(wish, data);
    data = applied(data, edit);
    text = editYaml(text, [edit]);
    found.push(read(text));
    expected.push(data);
  }
  return { found, expected };
}

function editFor({ action, pick, value, scalar }: Wish, data: Json): Edit {
  const paths = pathsOf(data);
  const path = picked(paths, pick) ?? [];
  if (action === 'remove' && path.length > 0) return { path, remove: true };
  if (action === 'add' && isNested(data)) {
    const parents = [[], ...paths].filter((parent) => isNested(valueAt(data, parent)));
    const parent = picked(parents, pick) ?? [];
    const list = valueAt(data, parent);
    return { path: [...parent, Array.isArray(list) ? list.length : `new ${pick % 10}`], value };
  }
  return { path, value: action === 'scalar' ? scalar : value };
}

/** All paths except the root. */
function pathsOf(data: Json, path: Path = []): Path[] {
  if (!isNested(data)) return [];
  const steps: Path = Array.isArray(data) ? [...data.keys()] : Object.keys(data);
  const children: Path[] = steps.map((step) => path.concat(step));
  return children.concat(children.flatMap((child) => pathsOf(valueAt(data, child.slice(-1)) ?? null, child)));
}

function picked<T>(choices: readonly T[], pick: number): T | undefined {
  return choices[pick % choices.length];
}

/** The simplest possible way to apply an edit, for comparison. */
function applied(data: Json, edit: Edit): Json {
  if (edit.path.length === 0) return 'value' in edit ? edit.value : null;
  const copy = structuredClone(data);
  const parent = valueAt(copy, edit.path.slice(0, -1)) as Record<string | number, Json> | Json[];
  const step = edit.path.at(-1) as never;
  if ('value' in edit) parent[step] = edit.value as never;
  else if (Array.isArray(parent)) parent.splice(step, 1);
  else delete parent[step];
  return copy;
}

function read(text: string): Json {
  // `yaml` fails on a byte order mark before a list.
  return parse(text.replace(/^\uFEFF/, '')) as Json;
}

/** The bytes before and after a scalar, before and after it is replaced. */
function bytesAround(text: string, path: Path | undefined, value: Json): { before: boolean; after: boolean } {
  const [start, end] = path ? scalarRange(text, path) : [0, 0];
  const edited = path ? editYaml(text, [{ path, value }]) : text;
  if (start === end) return { before: isWithGaps(text, edited), after: true };
  const wasBlock = /^[|>]/.test(text.slice(start));
  const isBlock = /^[|>]/.test(edited.slice(start));
  // A comment moves from the value to the key when the value becomes a block.
  const after = isBlock && !wasBlock ? text.slice(end).replace(/^[^\r\n]*/, '') : text.slice(end);
  return { before: edited.startsWith(text.slice(0, start)), after: edited.endsWith(after) };
}

function scalarRange(text: string, path: Path): [number, number] {
  let node: unknown = parseDocument(text.replace(/^\uFEFF/, '\n')).contents;
  for (const step of path) {
    const items = (node as { items: { key?: { value: unknown }; value?: unknown }[] }).items;
    node = typeof step === 'number' ? items[step] : items.find(({ key }) => String(key?.value) === step)?.value;
  }
  if (!isScalar(node) || !node.range) throw new Error('The test looked for a scalar and found none.');
  return [node.range[0], node.range[1]];
}

function isNested(value: Json | undefined): value is readonly Json[] | { readonly [key: string]: Json } {
  return Array.isArray(value) || isObject(value);
}

function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.every((step, index) => step === path[index]);
}

/** True if the long text is the short one with insertions. */
function isWithGaps(short: string, long: string): boolean {
  let found = 0;
  for (let index = 0; index < long.length; index++) if (long[index] === short[found]) found++;
  return found === short.length;
}
