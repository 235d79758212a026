/** Any JSON file, by a mapping: rows are elements that a JSON Pointer finds, sources are pointers below them. */
import type { Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { option, worded } from '../diagnostics/wording.ts';
import { isEmpty } from '../values/empty.ts';
import { isObject, type Json, type Path } from '../values/json.ts';
import { readJsonText } from './json-text.ts';
import type { Row } from './mapped/take-values.ts';
import type { RecordMapping } from './mapping.ts';
import { entryRoles, type Column } from './mapped/propose-mapping.ts';
import { mappedKinds, readMapped, type RowSource } from './mapped/read-mapped.ts';
import type { Reader, SourceFile } from './source.ts';

export const json: Reader = {
  name: 'json',
  title: 'Any other JSON',
  recognises: 'JSON files, and folders of them',
  key: 'what the mapping says: members, JSON Pointers or the names of members',
  maps: 'what the mapping says; for a list of flat objects one is proposed',
  kinds: mappedKinds,
  isFor: ({ files }) =>
    files.length > 0 &&
    files.every(({ path }) => /\.json$/i.test(path) || !/\.\w{1,8}$/.test(path)) &&
    files.every(looksLikeJson),
  read: async (source, options) =>
    readMapped(
      source.files.map((file) => readJson(file, options.mapping !== undefined)),
      options,
    ),
};

const looksLikeJson = (file: SourceFile): boolean =>
  /^\uFEFF?\s*[[{]/.test(new TextDecoder().decode(file.bytes().slice(0, 1000)));

/** An element of the file: the values on the way to it, the file itself first. */
interface Element {
  readonly path: Path;
  readonly values: readonly Json[];
}

function readJson(file: SourceFile, isMapped: boolean): RowSource {
  const { value: root, spanOf: spanAt } = readJsonText(file);
  const proposed = isMapped ? undefined : listsIn(root)[0]?.pointer;
  if (proposed === undefined && !isMapped)
    throw new UserError(`${file.shown} is JSON of an unknown form, without a list of objects`, {
      suggestion: worded`write a mapping and pass it with ${option('map', 'FILE')}`,
    });
  const found = new Map<string | undefined, readonly Element[]>();
  const elementsOf = (pointer: string | undefined): readonly Element[] => {
    let elements = found.get(pointer);
    if (!elements) found.set(pointer, (elements = elementsAt(root, pointer)));
    return elements;
  };
  const columnsOf = (records: RecordMapping | undefined): readonly Column[] =>
    columnsIn(elementsOf(records ? records.rows : proposed));
  return {
    path: file.path,
    shown: file.shown,
    rowsOf: ({ rows }, index, mapping) => {
      const elements = elementsOf(rows);
      if (elements.length > 0 || isPresent(root, stepsOf(rows ?? '')))
        return elements.map((element) => elementRow(element, spanAt));
      const lists = listsIn(root).map(({ pointer }) => `\`${pointer}\``);
      throw new UserError(
        `${mapping.file}, line ${mapping.valueSpan(['records', index, 'rows']).line}: there is no list at ${rows === undefined ? 'the top of the file' : `\`${rows}\``}`,
        {
          suggestion: lists.length === 0 ? undefined : `write \`rows:\` with one of ${lists.slice(0, 10).join(', ')}`,
        },
      );
    },
    columnsOf,
    has: (source, { rows }) =>
      elementsOf(rows).length === 0 || elementsOf(rows).some((element) => valuesAt(element, source).length > 0),
    hint: (source, { rows }) => levelsAbove(source, endsInList(root, rows) ? `${rows}/*` : rows),
    rowCount: elementsOf(proposed).length,
    place:
      proposed === undefined || proposed === '/*'
        ? []
        : [`rows: ${/^[\w/*-]+$/.test(proposed) ? proposed : JSON.stringify(proposed)}`],
    findings: [],
  };
}

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

const childrenOf = (value: Json | undefined): readonly (readonly [string | number, Json])[] =>
  Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];

/** `*` is every element of a list and every member of an object. */
function below({ path, values }: Element, [step, ...rest]: readonly string[]): readonly Element[] {
  if (step === undefined) return [{ path, values }];
  const value = values.at(-1);
  const children = step === '*' ? childrenOf(value) : childrenOf(value).filter(([name]) => String(name) === step);
  return children.flatMap(([name, child]) => below({ path: [...path, name], values: [...values, child] }, rest));
}

/** The rows of records: what the pointer finds, and of a list at its end each element. */
function elementsAt(root: Json, pointer: string | undefined): readonly Element[] {
  const found = below({ path: [], values: [root] }, stepsOf(pointer ?? ''));
  return found.flatMap((element) =>
    Array.isArray(element.values.at(-1)) ? below(element, ['*']) : pointer === undefined ? [] : [element],
  );
}

/** True if rows could be there: a list on the way may be empty. */
function isPresent(value: Json, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return typeof value === 'object';
  const children = childrenOf(value);
  if (step === '*' && typeof value === 'object' && children.length === 0) return true;
  return children.some(([name, child]) => (step === '*' || String(name) === step) && isPresent(child, rest));
}

const endsInList = (root: Json, pointer = ''): boolean =>
  below({ path: [], values: [root] }, stepsOf(pointer)).some(({ values }) => Array.isArray(values.at(-1)));

/** The pointers of the levels above a row. */
function levelsAbove(source: string, rows = ''): string | undefined {
  if (!RELATIVE.test(source)) return undefined;
  const steps = rows.replace(/\/\*$/, '').split('/');
  const levels = steps.map((_, index) => steps.slice(0, steps.length - index).join('/'));
  return levels.map((pointer, index) => `${index + 1} is ${pointer === '' ? 'the whole file' : pointer}`).join(', ');
}

const RELATIVE = /^(\d+)(#|\/.*)?$/s;

/** A member, a pointer below the row (`/room/name`), or one that starts some levels above it (`2/date`, `0#` for its own name). */
function foundAt(element: Element, source: string): readonly Element[] {
  const [, levels, rest = ''] = RELATIVE.exec(source) ?? [];
  if (levels === undefined) return below(element, source.startsWith('/') ? stepsOf(source) : [source]);
  const depth = element.path.length - Number(levels);
  if (depth < 0 || (rest === '#' && depth === 0)) return [];
  const above = { path: element.path.slice(0, depth), values: element.values.slice(0, depth + 1) };
  return rest === '#' ? [{ path: above.path, values: [above.path.at(-1)!] }] : below(above, stepsOf(rest));
}

function valuesAt(element: Element, source: string): readonly Json[] {
  return foundAt(element, source).flatMap(({ values }) => {
    const value = values.at(-1)!;
    return Array.isArray(value) ? (value as readonly Json[]) : [value];
  });
}

const elementRow = (element: Element, spanAt: (path: Path) => Span): Row => ({
  get at() {
    return spanAt(element.path);
  },
  get: (source) => valuesAt(element, source).filter((value) => !isEmpty(value)),
  spanOf: (source) => spanAt(foundAt(element, source)[0]?.path ?? element.path),
});

interface List {
  readonly pointer: string;
  readonly length: number;
}

/** The lists of objects, those of entries first. Lists within lists are one, with `*` on the way. */
function listsIn(root: Json): readonly List[] {
  const lengths = new Map<string, number>();
  const visit = (value: Json, pointer: string, level: number): void => {
    const objects = Array.isArray(value) ? value.filter(isObject).length : 0;
    if (objects > 0) lengths.set(`${pointer}/*`, (lengths.get(`${pointer}/*`) ?? 0) + objects);
    const children = level < MOST_LEVELS_TO_LISTS ? childrenOf(value) : [];
    // Lists that are keyed by a day or a room.
    const areLists = children.length > 1 && children.every(([, child]) => Array.isArray(child) && child.some(isObject));
    for (const [name, child] of children) {
      const step = Array.isArray(value) || areLists ? '*' : escaped(name);
      if (typeof child === 'object') visit(child, `${pointer}/${step}`, level + 1);
    }
  };
  visit(root, '', 0);
  const lists = [...lengths].map(([pointer, length]) => ({ pointer, length, roles: rolesAt(root, pointer) }));
  return lists.sort((a, b) => b.roles - a.roles || b.length - a.length);
}

const MOST_LEVELS_TO_LISTS = 6;
const escaped = (name: string | number): string => String(name).replaceAll('~', '~0').replaceAll('/', '~1');
const rolesAt = (root: Json, pointer: string): number =>
  entryRoles(columnsIn(elementsAt(root, pointer).slice(0, 20)).map(({ name }) => name));

/** Members of the rows, and of objects and lists in them. */
function columnsIn(elements: readonly Element[]): readonly Column[] {
  const columns = new Map<string, string[]>();
  const add = (name: string, value: Json): void => {
    const values = columns.get(name) ?? [];
    if (!isEmpty(value)) values.push(String(value));
    columns.set(name, values);
  };
  const visit = (value: Json, name: string, level: number): void => {
    if (Array.isArray(value))
      for (const item of value) visit(item as Json, isObject(item) ? `${name}/*` : name, level + 1);
    else if (isObject(value) && level < 3)
      for (const [member, child] of Object.entries(value)) visit(child, `${name}/${escaped(member)}`, level + 1);
    else if (!isObject(value)) add(name, value);
  };
  for (const { values } of elements) visit(values.at(-1)!, '', 0);
  return [...columns].map(([name, values]) => ({
    name:
      name.lastIndexOf('/') === 0 && !/^\/\d+$/.test(name)
        ? name.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
        : name,
    values,
  }));
}
