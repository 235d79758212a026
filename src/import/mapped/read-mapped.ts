/** What the readers of tables and of JSON share: the given or the proposed mapping, its check against what is there, and the result. */
import { count } from '../../diagnostics/count.ts';
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { isEmpty } from '../../values/empty.ts';
import type { Path } from '../../values/json.ts';
import { MAPPED_KINDS, readMapping, type Mapping, type RecordMapping } from '../mapping.ts';
import type { ReadingOptions, SourceContent } from '../source.ts';
import { columnsIn } from './columns.ts';
import { dateOrderIn } from './make-instants.ts';
import { mapRows } from './map-rows.ts';
import { proposeMapping } from './propose-mapping.ts';
import { Reading } from './reading.ts';
import { foundAt, listsIn, rowsAt, singleValuesIn, type MappedFile, type MappedRows, type Row } from './rows.ts';
import { isSelected } from './take-values.ts';

export function readMapped(files: readonly MappedFile[], options: ReadingOptions): SourceContent {
  const proposed = options.mapping ? undefined : proposeMapping(files, options.into);
  const mapping = options.mapping ?? readMapping('the proposed mapping', proposed!);
  const all = mapping.records.map((records, index) => ({ records, rows: rowsFor(files, mapping, index) }));
  checkSources(mapping, all);
  const selected = all.map(({ records, rows }) => ({ records, rows: rows.filter(isSelected(records)) }));
  const { dates: order = dateOrderIn(selected, proposed), timezone } = mapping.settings;
  const title = files.length === 1 ? files[0]!.shown : 'these files';
  const reading = new Reading({ order, timezone: timezone ?? options.timezone, title });
  mapRows(selected, reading);
  for (const [name, values] of unusedIn(all)) reading.lose(`column “${name}”`, values);
  reading.findings.push(
    ...files.flatMap(({ findings = [] }) => findings),
    ...mapping.records.map(keyOf),
    ...(order === undefined ? [] : [ORDERS[order]]),
    ...selected.flatMap(({ records: { kind }, rows }, index) => {
      const left = all[index]!.rows.length - rows.length;
      return left === 0 ? [] : [`${count(left, 'row')} left out by a condition of ${kindNamed(kind).folder}`];
    }),
  );
  const content = reading.content({ timezone });
  return { ...content, ...(proposed !== undefined && { proposedMapping: proposed }) };
}

const ORDERS = {
  'day-month': 'dates have the day first, then the month',
  'month-day': 'dates have the month first, then the day',
};

/** The kinds that a mapping makes, or that a proposed one may make. */
export function mappedKinds({ mapping }: ReadingOptions): readonly KindName[] {
  const kinds = mapping?.records.flatMap(({ kind, made }) => [
    kind,
    ...[...made.values()].flatMap(({ schema }) => schema['x-pointer'] ?? []),
  ]);
  return MAPPED_KINDS.filter((kind) => !kinds || kinds.includes(kind));
}

function rowsFor(files: readonly MappedFile[], mapping: Mapping, index: number): readonly Row[] {
  const { file: name, rows: pointer } = mapping.records[index]!;
  const refuse = (key: string, message: string, choice: readonly string[]): never => {
    const { line } = mapping.valueSpan(['records', index, key]);
    throw new UserError(`${mapping.file}, line ${line}: ${message}`, {
      suggestion: choice.length === 0 ? undefined : `write \`${key}:\` with one of ${quoted(choice.slice(0, 10))}`,
    });
  };
  const file = name === undefined && files.length === 1 ? files[0] : files.find(({ path }) => path === name);
  if (!file) {
    const message = name === undefined ? 'these records need the name of their file' : `there is no file \`${name}\``;
    return refuse(
      'file',
      message,
      files.map(({ path }) => path),
    );
  }
  const place = pointer === undefined ? 'the top of the file' : `\`${pointer}\``;
  return rowsAt(file, pointer) ?? refuse('rows', `there is no list at ${place}`, [...listsIn(file).keys()]);
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function checkSources(mapping: Mapping, all: readonly MappedRows[]): void {
  const diagnostics = all.flatMap(({ records, rows }) =>
    records.sources.flatMap(({ source, path }): readonly Diagnostic[] => {
      if (rows.length === 0 || rows.some((row) => foundAt(row, source).length > 0)) return [];
      const names = columnsIn(rows.slice(0, 100)).map(({ name }) => name);
      const suggestion = [didYouMean(source, names, '`'), `its columns are ${quoted(names)}`].filter(Boolean).join(' ');
      return [diagnose('config-value', mapping.valueSpan(path), `there is no column \`${source}\``, { suggestion })];
    }),
  );
  if (diagnostics.length > 0)
    throw new UserError(`the mapping ${mapping.file} names columns that are not there`, { diagnostics });
}

function keyOf({ kind, key }: RecordMapping): string {
  const { title, page } = kindNamed(kind);
  const own = page?.programme ? 'its title and its start' : 'its name';
  const named = [key ?? []].flat().map((source) => `\`${source}\``);
  return `the key of each ${title.toLowerCase()} is ${named.length === 0 ? own : named.join(' and ')}`;
}

/** The sources of values that the mapping does not use, with their number. Rows may be within other rows. */
function unusedIn(all: readonly MappedRows[]): ReadonlyMap<string, number> {
  const idOf = ({ file }: Row, path: Path): string => JSON.stringify([file.path, ...path]);
  const known = new Set<string>();
  for (const { records, rows } of all)
    for (const row of rows)
      for (const { source } of records.sources)
        for (const each of foundAt(row, source)) known.add(idOf(each, each.path));
  const unused = new Map<string, number>();
  for (const [source, found] of all.flatMap(({ rows }) => rows.flatMap((row) => singleValuesIn(row)))) {
    const isKnown = found.path.some((_, index) => known.has(idOf(found, found.path.slice(0, index + 1))));
    if (isKnown || isEmpty(found.value)) continue;
    known.add(idOf(found, found.path));
    unused.set(source, (unused.get(source) ?? 0) + 1);
  }
  return unused;
}
