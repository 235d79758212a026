/** The rows of a file and the values in them. A table is a list of objects, so one language of sources serves it and JSON. */
import { isEmpty } from '../../values/empty.ts';
import { isObject, valueAt, type Json, type Path } from '../../values/json.ts';
import type { JsonText } from '../json-text.ts';
import type { RecordMapping } from '../mapping.ts';
import type { SourceRecord } from '../source.ts';

export interface MappedFile extends JsonText {
  /** Its path in the source. */
  readonly path: string;
  /** The name for messages. */
  readonly shown: string;
  /** What was found out about its form. */
  readonly findings?: readonly string[];
  /** Why the values of a row may be in the wrong columns. */
  readonly doubtOf?: (path: Path) => string | undefined;
  /** The address of what a row becomes, and those that it had. */
  readonly addressOf?: (path: Path) => Pick<SourceRecord, 'slug' | 'aliases'>;
}

/** The help for a row in doubt. */
export const WRITE_ALL_CELLS = 'write a cell for each column, and a text that contains the delimiter in quotes';

/** A value of a file and where it is: a row, or what a source finds in it. */
export interface Row {
  readonly file: MappedFile;
  readonly path: Path;
  readonly value: Json;
}

/** Records and the rows that they are made of. */
export interface MappedRows {
  readonly records: RecordMapping;
  readonly rows: readonly Row[];
}

const rootOf = (file: MappedFile): Row => ({ file, path: [], value: file.value });

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const escaped = (step: string | number | undefined): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

/** `*` is every element of a list and every member of an object. */
function below({ file, path, value }: Row, [step, ...rest]: readonly string[]): readonly Row[] {
  if (step === undefined) return [{ file, path, value }];
  if (typeof value !== 'object' || value === null) return [];
  const hasStep = Object.prototype.propertyIsEnumerable.call(value, step);
  const names = step === '*' ? Object.keys(value) : hasStep ? [step] : [];
  const childNamed = (name: string): Json => (value as Readonly<Record<string, Json>>)[name]!;
  return names.flatMap((name) => below({ file, path: [...path, name], value: childNamed(name) }, rest));
}

const elementsOf = (row: Row): readonly Row[] => (Array.isArray(row.value) ? below(row, ['*']) : [row]);

/** What the pointer finds, and of a list at its end each element. Undefined if there is no such place. */
export function rowsAt(file: MappedFile, pointer: string | undefined): readonly Row[] | undefined {
  const root = rootOf(file);
  if (pointer === undefined) return Array.isArray(file.value) ? elementsOf(root) : undefined;
  const steps = stepsOf(pointer);
  // A list on the way may be empty.
  const fixed = steps.includes('*') ? steps.slice(0, steps.indexOf('*')) : steps;
  return below(root, fixed).length === 0 ? undefined : below(root, steps).flatMap(elementsOf);
}

/** `2/date` begins two levels above the row; `0#` is the name or number of the row itself. */
const RELATIVE = /^(\d+)(?:(#)|(\/.*))$/s;

/** A member, a pointer below the row such as `/room/name`, or one that begins above it. */
export function foundAt(row: Row, source: string): readonly Row[] {
  const { file, path, value } = row;
  if (isObject(value) && Object.hasOwn(value, source)) return below(row, [source]);
  const [, levels = '0', isName, pointer = source] = RELATIVE.exec(source) ?? [];
  const above = path.slice(0, path.length - Number(levels));
  if (Number(levels) > path.length) return [];
  if (isName) return above.length === 0 ? [] : [{ file, path: above, value: String(above.at(-1)) }];
  const start = { file, path: above, value: valueAt(file.value, above) ?? null };
  return pointer.startsWith('/') ? below(start, stepsOf(pointer)) : [];
}

/** Without empty ones; several for a list and for a pointer with `*`. */
export const valuesAt = (row: Row, source: string): readonly Row[] =>
  foundAt(row, source)
    .flatMap(elementsOf)
    .filter(({ value }) => !isEmpty(value));

/** The single values in a row, by the sources that find them. */
export function singleValuesIn(row: Row, pointer = ''): readonly (readonly [source: string, found: Row])[] {
  if (typeof row.value !== 'object' || row.value === null) {
    const isMember = pointer.lastIndexOf('/') === 0;
    return [[isMember ? stepsOf(pointer)[0]! : pointer, row]];
  }
  return below(row, ['*']).flatMap((child) => {
    const step = !Array.isArray(row.value) ? `/${escaped(child.path.at(-1))}` : isObject(child.value) ? '/*' : '';
    return singleValuesIn(child, pointer + step);
  });
}

/** The lists of objects in a file, by the pointers to their elements. Lists within lists are one. */
export function listsIn(file: MappedFile): ReadonlyMap<string, readonly Row[]> {
  const lists = new Map<string, Row[]>();
  const visit = (row: Row, pointer: string): void => {
    const children = below(row, ['*']);
    // Lists that are keyed by a day or a room.
    const areLists = pointer !== '' && children.length > 1 && children.every(({ value }) => Array.isArray(value));
    for (const child of children) {
      const isElement = Array.isArray(row.value);
      const at = `${pointer}/${isElement || areLists ? '*' : escaped(child.path.at(-1))}`;
      if (isElement && isObject(child.value))
        lists
          .set(at, lists.get(at) ?? [])
          .get(at)!
          .push(child);
      visit(child, at);
    }
  };
  visit(rootOf(file), '');
  return lists;
}
