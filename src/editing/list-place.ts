/**
 * Where an entry of a list is by now. An operation names it by its position, and others may have added or removed entries
 * since; so it comes with the list as its form shows it, and the entry is looked for.
 */
import { isSame } from '../values/canonical.ts';
import { valueAt, type Json, type JsonObject, type Path } from '../values/json.ts';
import type { Operation } from './protocol.ts';

export const outermostList = (path: Path): Path | undefined => {
  const depth = path.findIndex((step) => typeof step === 'number');
  return depth === -1 ? undefined : path.slice(0, depth);
};

/** The operation at the place that it means; undefined if that is gone, or could be several. */
export function placedNow(operation: Operation, path: Path, values: JsonObject): Operation | undefined {
  const outer = outermostList(path);
  if (operation.within === undefined || outer === undefined) return { ...operation, path };
  const now: (string | number)[] = [...outer];
  let shown: Json | undefined = operation.within;
  let list = valueAt(values, outer);
  for (const [index, step] of path.entries()) {
    if (index < outer.length) continue;
    if (Array.isArray(shown) !== Array.isArray(list)) return undefined;
    const isNew = operation.do === 'insert' && index === path.length - 1;
    const at = !Array.isArray(shown) ? step : (isNew ? gapNow : entryNow)(shown, list as Json[], Number(step));
    if (at === undefined) return undefined;
    now.push(at);
    if (operation.do === 'move' && index === path.length - 1) {
      const rest = (all: Json | undefined, gone: number | string): Json[] => (all as Json[]).toSpliced(Number(gone), 1);
      const to = gapNow(rest(shown, step), rest(list, at), operation.to);
      return to === undefined ? undefined : { ...operation, path: now, to };
    }
    shown = valueAt(shown, [step]);
    list = valueAt(list, [at]);
  }
  return { ...operation, path: now };
}

/** Behind the entry before it, or else before the next one. */
function gapNow(shown: readonly Json[], list: readonly Json[], index: number): number | undefined {
  if (index === 0) return 0;
  const before = entryNow(shown, list, index - 1);
  return before === undefined ? entryNow(shown, list, index) : before + 1;
}

function entryNow(shown: readonly Json[], list: readonly Json[], index: number): number | undefined {
  const isEqual = (each: Json | undefined, other: number): boolean => isSame(each, list[other]);
  // Somebody may have changed the entry itself.
  if (shown.length === list.length && shown.every((each, at) => at === index || isEqual(each, at))) return index;
  const found = list.flatMap((each, at) => (isSame(each, shown[index]) ? [at] : []));
  const isOne = found.length === 1 && shown.filter((each) => isSame(each, shown[index])).length === 1;
  return isOne ? found[0] : undefined;
}
