import { isDeepStrictEqual } from 'node:util';
import { formatPath, isObject, valueAt, type Json, type Path } from '../../values/json.ts';

/** A requested change. */
export type Edit =
  /** Sets a value. */
  | { readonly path: Path; readonly value: Json }
  /** Removes a value. */
  | { readonly path: Path; readonly remove: true }
  /** A new entry of a list, before the one at the path. */
  | { readonly path: Path; readonly insert: Json }
  /** An entry of a list takes another position, with its comments. `moveTo` counts without the entry itself. */
  | { readonly path: Path; readonly moveTo: number };

/** A step in the file: the smallest steps that produce the requested change. A path always ends at the value itself. */
export type Operation =
  | { readonly do: 'replace'; readonly path: Path; readonly value: Json }
  | { readonly do: 'insert'; readonly path: Path; readonly value: Json }
  | { readonly do: 'remove'; readonly path: Path }
  | { readonly do: 'move'; readonly path: Path; readonly to: number };

export function operationsFor(data: Json, edit: Edit): Operation[] {
  const { path } = edit;
  if ('insert' in edit || 'moveTo' in edit) return inList(data, edit);
  const setting = 'value' in edit;
  let current = data;
  for (const [depth, step] of path.entries()) {
    if (current === null) {
      if (!setting) return [];
      return [{ do: 'replace', path: path.slice(0, depth), value: nested(path.slice(depth), edit.value) }];
    }
    const child = childAt(current, step, path.slice(0, depth));
    if (child === undefined) {
      if (!setting) return [];
      if (Array.isArray(current) && step !== current.length) {
        throw new Error(`${formatPath(path.slice(0, depth + 1))} is past the end of its list.`);
      }
      return [{ do: 'insert', path: path.slice(0, depth + 1), value: nested(path.slice(depth + 1), edit.value) }];
    }
    current = child;
  }
  if (setting) return difference(current, edit.value, path);
  if (path.length === 0) throw new Error('An edit cannot remove a whole document.');
  return [{ do: 'remove', path }];
}

/** A list that does not exist yet is created by its first entry. */
function inList(data: Json, edit: Extract<Edit, { insert: Json } | { moveTo: number }>): Operation[] {
  const { path } = edit;
  const list = valueAt(data, path.slice(0, -1)) ?? [];
  const index = path.at(-1);
  const last = Array.isArray(list) ? list.length - ('insert' in edit ? 0 : 1) : -1;
  const isThere = (position: unknown): boolean =>
    Number.isInteger(position) && 0 <= Number(position) && Number(position) <= last;
  if (!isThere(index) || ('moveTo' in edit && !isThere(edit.moveTo)))
    throw new Error(`${formatPath(path)} is not an entry of a list.`);
  if ('moveTo' in edit) return edit.moveTo === index ? [] : [{ do: 'move', path, to: edit.moveTo }];
  if (last === 0) return operationsFor(data, { path: path.slice(0, -1), value: [edit.insert] });
  return [{ do: 'insert', path, value: edit.insert }];
}

/** The data after the operation, which the edited file must contain. */
export function perform(data: Json, operation: Operation, depth = 0): Json {
  const { path } = operation;
  const step = path[depth];
  if (step === undefined) return 'value' in operation ? operation.value : null;
  if (!Array.isArray(data) && !isObject(data)) throw new Error(`There is no ${formatPath(path)} to ${operation.do}.`);
  const last = depth === path.length - 1;
  if (Array.isArray(data)) {
    const index = Number(step);
    if (last && operation.do === 'remove') return data.toSpliced(index, 1);
    if (last && operation.do === 'insert') return data.toSpliced(index, 0, operation.value);
    if (last && operation.do === 'move') return data.toSpliced(index, 1).toSpliced(operation.to, 0, data[index]!);
    return data.with(index, perform(data[index], operation, depth + 1));
  }
  const entries = data as { readonly [key: string]: Json };
  if (last && operation.do === 'remove') {
    return Object.fromEntries(Object.entries(entries).filter(([key]) => key !== String(step)));
  }
  return { ...entries, [step]: perform(entries[step] ?? null, operation, depth + 1) };
}

function childAt(parent: Json, step: string | number, parentPath: Path): Json | undefined {
  if (Array.isArray(parent)) {
    if (typeof step === 'number' && Number.isInteger(step) && step >= 0) return parent[step];
    throw new Error(`${formatPath(parentPath)} is a list, so it has no "${step}".`);
  }
  if (!isObject(parent)) {
    throw new Error(`${formatPath(parentPath) || 'The document'} is a single value, so it has no "${step}".`);
  }
  return Object.hasOwn(parent, step) ? parent[step] : undefined;
}

function nested(path: Path, value: Json): Json {
  return path.reduceRight<Json>((inner, step) => {
    if (typeof step === 'string') return { [step]: inner };
    if (step !== 0) throw new Error(`${formatPath(path)} is past the end of a new list.`);
    return [inner];
  }, value);
}

/**
 * A collection that is set as a whole is usually the old one with a small change. Only the change is written, so the
 * comments in unchanged parts survive.
 */
function difference(before: Json, after: Json, path: Path): Operation[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = Object.keys(after);
    // Removals come last: a mapping that is emptied in between would lose its style.
    return [
      ...keys.flatMap((key): Operation[] =>
        Object.hasOwn(before, key)
          ? difference(before[key] ?? null, after[key] ?? null, [...path, key])
          : [{ do: 'insert', path: [...path, key], value: after[key] ?? null }],
      ),
      ...Object.keys(before)
        .filter((key) => !Object.hasOwn(after, key))
        .map((key): Operation => ({ do: 'remove', path: [...path, key] })),
    ];
  }
  if (Array.isArray(before) && Array.isArray(after)) return listDifference(before, after, path);
  return [{ do: 'replace', path, value: after }];
}

function listDifference(before: readonly Json[], after: readonly Json[], path: Path): Operation[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isDeepStrictEqual(before[head] ?? null, after[head] ?? null)) head++;
  let tail = 0;
  while (tail < shorter - head && isDeepStrictEqual(before.at(-1 - tail) ?? null, after.at(-1 - tail) ?? null)) tail++;
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  if (gone.length === 0) {
    return come.map((value, offset) => ({ do: 'insert', path: [...path, head + offset], value }));
  }
  if (come.length === 0) {
    return gone.map((_, offset): Operation => ({ do: 'remove', path: [...path, head + offset] })).reverse();
  }
  // Item by item only if none moved: a comment must not end up beside a different item.
  const moved = come.some((item) => gone.some((other) => isDeepStrictEqual(item, other)));
  if (gone.length !== come.length || moved) return [{ do: 'replace', path, value: after }];
  return come.flatMap((item, offset) => difference(gone[offset] ?? null, item, [...path, head + offset]));
}
