/** What the readers of tables and of JSON share: the given or the proposed mapping, its check against what is there, and the result. */
import { UserError } from '../../diagnostics/errors.ts';
import { kindCommonlyCalled } from '../../kinds/common-words.ts';
import { fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import { mapRows } from './map-rows.ts';
import { ORDER_NEEDED } from './map-times.ts';
import {
  IncompleteMapping,
  MAPPED_KINDS,
  noSuchSource,
  plainSchema,
  readMapping,
  sourcesOf,
  type Mapping,
  type RecordMapping,
} from '../mapping.ts';
import { oneLine } from '../plain-text.ts';
import { proposeMapping, type Column } from './propose-mapping.ts';
import type { ReadingOptions, SourceContent } from '../source.ts';
import type { Row } from './take-values.ts';

/** The rows of one file. */
export interface RowSource {
  /** Its path in the source. */
  readonly path: string;
  /** The name for messages. */
  readonly shown: string;
  readonly rowsOf: (records: RecordMapping, index: number, mapping: Mapping) => readonly Row[];
  /** The names that a mapping can use, with the values of all rows. */
  readonly columnsOf: (records: RecordMapping | undefined) => readonly Column[];
  readonly has: (source: string, records: RecordMapping) => boolean;
  /** The next step for a source that is not there, if it is no question of names. */
  readonly hint?: (source: string, records: RecordMapping) => string | undefined;
  readonly rowCount: number;
  /** Lines of a proposed mapping. */
  readonly place: readonly string[];
  readonly findings: readonly string[];
}

export async function readMapped(sources: readonly RowSource[], options: ReadingOptions): Promise<SourceContent> {
  const proposed = options.mapping ? undefined : proposeAll(sources, options);
  const mapping = options.mapping ?? readMapping('the proposed mapping', proposed!);
  const sourceOf = (records: RecordMapping, index: number) => chosenSource(sources, records, { mapping, index });
  checkSources(mapping, sourceOf);
  const { htmlToMarkdown: toMarkdown } = usesHtml(mapping)
    ? await import('../html-to-markdown.ts')
    : { htmlToMarkdown: String };
  const indexOf = new Map(mapping.settings.records.map((records, index) => [records, index]));
  const mapped = withHelp(proposed, () =>
    mapRows({
      mapping,
      rowsOf: (records) => {
        const index = indexOf.get(records)!;
        return sourceOf(records, index).rowsOf(records, index, mapping);
      },
      timezone: options.timezone,
      title: sources.length === 1 ? sources[0]!.shown : 'these files',
      toMarkdown,
    }),
  );
  const lost = new Map([...mapped.lost, ...unusedColumns(sources, mapping)]);
  const findings = [...sources.flatMap((each) => each.findings), ...keysOf(mapping), ...mapped.findings];
  return { ...mapped, findings, lost, media: [], ...(proposed !== undefined && { proposedMapping: proposed }) };
}

const usesHtml = ({ settings }: Mapping): boolean => JSON.stringify(settings.records).includes('"as":"html"');

/** The kinds that a mapping makes, or that a proposed one may make. */
export function mappedKinds({ mapping, into }: ReadingOptions): readonly KindName[] {
  if (!mapping)
    return into === 'session'
      ? ['session', 'host', 'interestPoint', 'category']
      : into === 'event'
        ? ['event', 'place']
        : into === undefined
          ? MAPPED_KINDS
          : [into, 'category'];
  const kinds = mapping.settings.records.flatMap(({ kind, fields }) => [
    kind,
    ...Object.keys(fields).flatMap((name) => {
      const schema = plainSchema(kindNamed(kind).fields[name]!.schema);
      return (schema['x-pointer'] ?? schema.items?.['x-pointer'] ?? []) as readonly KindName[];
    }),
  ]);
  return [...new Set(kinds)];
}

function proposeAll(sources: readonly RowSource[], { into, days }: ReadingOptions): string {
  const texts = sources.map((source) =>
    proposeMapping({
      columns: source.columnsOf(undefined),
      rowCount: source.rowCount,
      into: into ?? kindCalled(source.path),
      place: [...(sources.length > 1 ? [`file: ${JSON.stringify(source.path)}`] : []), ...source.place],
      day: days?.first === days?.last ? days?.first : undefined,
      title: source.shown,
    }),
  );
  const [first, ...others] = texts;
  return [first, ...others.map((text) => text.slice(text.indexOf('\nrecords:\n') + '\nrecords:\n'.length))].join('');
}

/** `speakers.csv` has hosts. */
function kindCalled(path: string): KindName | undefined {
  const word = /([^/]+?)(?:\.[^.]*)?$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const kind =
    fileKinds.find(({ name, folder }) => name.toLowerCase() === word || folder === word)?.name ??
    kindCommonlyCalled(word);
  return MAPPED_KINDS.find((each) => each === kind);
}

interface InMapping {
  readonly mapping: Mapping;
  readonly index: number;
}

function chosenSource(
  sources: readonly RowSource[],
  { file }: RecordMapping,
  { mapping, index }: InMapping,
): RowSource {
  const found = file === undefined && sources.length === 1 ? sources[0] : sources.find(({ path }) => path === file);
  if (found) return found;
  const line = mapping.valueSpan(['records', index, ...(file === undefined ? [] : ['file'])]).line;
  const files = sources.map(({ path }) => `\`${path}\``).join(', ');
  throw new UserError(
    `${mapping.file}, line ${line}: ${file === undefined ? 'these records need the name of their file' : `there is no file \`${file}\``}`,
    {
      suggestion: `write \`file:\` with one of ${files}`,
    },
  );
}

function checkSources(mapping: Mapping, sourceOf: (records: RecordMapping, index: number) => RowSource): void {
  const diagnostics = mapping.settings.records.flatMap((records, index) => {
    const source = sourceOf(records, index);
    const names = source.columnsOf(records).map(({ name }) => name);
    return sourcesOf(records, index).flatMap((named) =>
      source.has(named.source, records)
        ? []
        : [noSuchSource(mapping, named, source.hint?.(named.source, records) ?? names)],
    );
  });
  if (diagnostics.length > 0)
    throw new UserError(`the mapping ${mapping.file} names columns that are not there`, { diagnostics });
}

/** Where the proposed mapping needs a line more, it is shown. */
function withHelp<T>(proposed: string | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UserError) || error.suggestion !== ORDER_NEEDED || proposed === undefined) throw error;
    throw new IncompleteMapping(
      error.message,
      'it needs `dates: day-month` or `dates: month-day`',
      proposed.replace('\n', '\ndates: # day-month or month-day\n'),
    );
  }
}

const keysOf = ({ settings }: Mapping): readonly string[] =>
  settings.records.map(({ kind, key }) => {
    const { title, page } = kindNamed(kind);
    const own = [key ?? []]
      .flat()
      .map((source) => `\`${source}\``)
      .join(' and ');
    return `the key of each ${title.toLowerCase()} is ${own === '' ? (page?.programme ? 'its title and its start' : 'its name') : own}`;
  });

/** Columns that the mapping does not mention, with the number of their values. */
function unusedColumns(sources: readonly RowSource[], { settings }: Mapping): readonly (readonly [string, number])[] {
  return sources.flatMap((source) => {
    const [first, ...others] = settings.records.filter(({ file }) => file === undefined || file === source.path);
    if (!first) return [];
    const used = new Set(
      [first, ...others].flatMap((records) => {
        // Rows within the rows: their sources are further down.
        const below = records.rows?.startsWith(first.rows ?? '') ? records.rows.slice((first.rows ?? '').length) : '';
        return sourcesOf(records, 0).map((each) => pointerOf(each.source, below));
      }),
    );
    const isUsed = (name: string): boolean =>
      [...used].some((each) => each === pointerOf(name) || each.startsWith(`${pointerOf(name)}/`));
    return source
      .columnsOf(first)
      .flatMap(({ name, values }) =>
        isUsed(name) || values.length === 0 ? [] : [[`column “${name}”`, values.length] as const],
      );
  });
}

const pointerOf = (source: string, below = ''): string =>
  below + (source.startsWith('/') ? source : `/${oneLine(source)}`);
