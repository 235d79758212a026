/** Tables with one row per entry. Delimiter, quotes, encoding and the line of the column names are found and reported. */
import type { parse as parseRows } from 'csv-parse/sync';
import { Source as TextSource } from '../content/source.ts';
import { count } from '../diagnostics/count.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { withLineFeeds } from '../values/line-breaks.ts';
import type { Row } from './mapped/take-values.ts';
import { sourcesOf, type MappingSettings } from './mapping.ts';
import { oneLine } from './plain-text.ts';
import { isColumnName, type Column } from './mapped/propose-mapping.ts';
import { mappedKinds, readMapped, type RowSource } from './mapped/read-mapped.ts';
import type { Reader, SourceFile } from './source.ts';

const EXTENSION = /\.(?:csv|tsv|tab|psv)$/i;
const SPREADSHEET = /\.(?:xlsx?|xlsm|ods|numbers)$/i;

export const csv: Reader = {
  name: 'csv',
  title: 'Table (CSV)',
  recognises: 'CSV and TSV files, and folders of them',
  key: 'a column called id, code, slug or key, else title and start; or what the mapping says',
  maps: 'a row becomes a session if there is a column of speakers, else an event; rooms, speakers and categories become records of their own; a mapping file decides otherwise',
  kinds: mappedKinds,
  isFor: ({ files }) => files.length > 0 && files.every(isTable),
  read: async (source, options) => {
    const { parse } = await import('csv-parse/sync');
    const tables = source.files.map((file) => readTable(file, options.mapping?.settings, parse));
    return readMapped(tables, options);
  },
};

function isTable(file: SourceFile): boolean {
  if (EXTENSION.test(file.path) || SPREADSHEET.test(file.path)) return true;
  if (/\.\w{1,8}$/.test(file.path) && !/\.txt$/i.test(file.path)) return false;
  const [first = '', second = ''] = Buffer.from(file.bytes().slice(0, 4000)).toString('latin1').split('\n');
  const marks = (line: string) => DELIMITERS.map((mark) => line.split(mark).length);
  return !/^\s*[[{<#]|^BEGIN:/.test(first) && marks(first).some((cells, at) => cells > 1 && marks(second)[at]! > 1);
}

type Parse = typeof parseRows;

const DELIMITERS = [',', ';', '\t', '|'] as const;
const NAMES = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a vertical bar' } as const;
const MOST_BYTES = 64 * 1024 * 1024;
/** More are rows and columns exchanged, or no table. */
const MOST_COLUMNS = 1000;
/** Titles and notes may stand above the names of the columns. */
const MOST_ABOVE_HEADER = 20;

interface ParsedRow {
  readonly cells: readonly string[];
  /** The range in the text. */
  readonly start: number;
  readonly raw: string;
}

function readTable(file: SourceFile, settings: MappingSettings | undefined, parse: Parse): RowSource {
  const { text, encoding } = decoded(file, settings?.encoding);
  const content = new TextSource(file.shown, text);
  const { delimiter, quote, start } = formOf(text, settings?.delimiter);
  const rows = parsedRows(file, parse, { text, delimiter, quote, start });
  const width = Math.max(0, ...rows.slice(0, MOST_ABOVE_HEADER).map(widthOf));
  if (width > MOST_COLUMNS)
    throw new UserError(`${file.shown} has ${width} columns, and at most ${MOST_COLUMNS} can be read`, {
      suggestion: 'remove the columns that are not needed, or exchange rows and columns if each column is an entry',
    });
  const wanted =
    settings &&
    new Set(
      settings.records.flatMap((records, index) => sourcesOf(records, index).map((each) => oneLine(each.source))),
    );
  const header = headerAmong(rows, {
    line: settings?.header,
    lineOf: (row) => content.span(row.start, row.start).line,
    isName: (cell) => (wanted ? wanted.has(cell) : isColumnName(cell)),
  });
  if (!header)
    throw new UserError(`${file.shown} has no rows`, {
      suggestion: 'export it again with the names of the columns in the first row',
    });
  const columns = columnNames(header.cells.slice(0, widthOf(header)));
  const { kept, left } = rowsBelow(rows.slice(rows.indexOf(header) + 1), header.cells);
  const spanOf = (row: ParsedRow, index: number): Span => {
    const [from, to] = cellRange(row.raw, index, delimiter, quote);
    return content.span(row.start + from, row.start + to);
  };
  const indexes = new Map(columns.map((name, index) => [name, index]));
  const found = kept.map((row) => tableRow(row, indexes, spanOf));
  const trusted = found.filter(({ doubt }) => doubt === undefined);
  const valuesOf = (name: string) => trusted.flatMap((row) => row.get(name).map(String));
  const all = columns.map((name): Column => ({ name, values: valuesOf(name) }));
  const line = content.span(header.start, header.start).line;
  return {
    path: file.path,
    shown: file.shown,
    rowsOf: () => found,
    columnsOf: () => all,
    has: (name) => indexes.has(oneLine(name)),
    rowCount: trusted.length,
    place: [],
    findings: [
      `the encoding is ${encoding}`,
      columns.length === 1 ? 'there is one column' : `the delimiter is ${NAMES[delimiter]}`,
      ...(quote === "'" ? ['quotes are single'] : []),
      ...(line === 1 ? [] : [`the columns are named in line ${line}`]),
      ...left,
    ],
  };
}

/** The bytes as text with line feeds only. */
function decoded(
  file: SourceFile,
  wanted: MappingSettings['encoding'],
): { readonly text: string; readonly encoding: string } {
  if (file.size > MOST_BYTES)
    throw new UserError(`${file.shown} is larger than 64 MiB`, { suggestion: 'split it into several files' });
  const bytes = file.bytes();
  const [a, b, c, d] = bytes;
  if (
    SPREADSHEET.test(file.path) ||
    (a === 0x50 && b === 0x4b && c === 3) ||
    (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0)
  )
    throw new UserError(`${file.shown} is a spreadsheet, which cannot be read`, {
      suggestion: 'open it and save the sheet as CSV (UTF-8), then import that file',
    });
  const mark = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
  const encoding = wanted ?? mark ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0'))
    throw new UserError(`${file.shown} is not a text file`, {
      suggestion: 'save the table as CSV (UTF-8), then import that file',
    });
  if (text.trim() === '') throw new UserError(`${file.shown} is empty`);
  const lines = withLineFeeds(text);
  const example = encoding === 'windows-1252' ? /[\p{L}]*[^\p{ASCII}][\p{L}]*/u.exec(text)?.[0] : undefined;
  return {
    text: lines.includes('\n') ? lines : lines.replaceAll('\r', '\n'),
    encoding:
      { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Windows-1252' }[encoding] +
      (example === undefined ? '' : `, as in “${example}”`),
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== undefined;
  } catch {
    return false;
  }
}

type Delimiter = (typeof DELIMITERS)[number];

interface Form {
  readonly delimiter: Delimiter;
  readonly quote: '"' | "'";
  /** After a line such as `sep=;`, which Excel writes. */
  readonly start: number;
}

/** The delimiter that divides most of the first rows into as many cells as each other. */
function formOf(text: string, wanted: Delimiter | undefined): Form {
  const [hint, mark] = /^sep=([,;\t|])\n/i.exec(text) ?? [];
  const start = hint?.length ?? 0;
  const head = text.slice(start, start + 100_000);
  const quote = /^'[^'\n]*'[,;\t|]'/.test(head) ? "'" : '"';
  const quoted = new RegExp(`${quote}(?:[^${quote}]|${quote}${quote})*${quote}`, 'g');
  const lines = head
    .replaceAll(quoted, 'x')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const scoreOf = (delimiter: Delimiter): number => {
    const cells = lines.map((line) => line.split(delimiter).length);
    const usual = [...Map.groupBy(cells, (each) => each).entries()].sort(
      (one, other) => other[1].length - one[1].length || other[0] - one[0],
    )[0];
    return usual === undefined || usual[0] === 1 ? 0 : usual[1].length / lines.length + Math.min(usual[0], 30) / 100;
  };
  const [best] = DELIMITERS.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return { delimiter: wanted ?? (mark as Delimiter | undefined) ?? best!, quote, start };
}

function parsedRows(
  { shown }: SourceFile,
  parse: Parse,
  { text, delimiter, quote, start }: Form & { readonly text: string },
): readonly ParsedRow[] {
  try {
    let at = start;
    const parsed = parse(text.slice(start), {
      delimiter,
      quote,
      escape: quote,
      record_delimiter: '\n',
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 0,
    }) as unknown as readonly { record: string[]; raw: string }[];
    return parsed.map(({ record, raw }) => {
      const row = { cells: record.map((cell) => cell.trim()), start: at, raw };
      at += raw.length;
      return row;
    });
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    throw new UserError(
      `${shown}, line ${lineOfOpenQuote(text, delimiter, quote)}: a quote is opened and never closed`,
      {
        suggestion: 'close it, or export the table again if the file is cut off',
      },
    );
  }
}

const isBlank = ({ cells }: ParsedRow): boolean => cells.every((cell) => cell === '');

/** Without the empty cells at its end, of which spreadsheets may write thousands. */
const widthOf = ({ cells }: ParsedRow): number => cells.findLastIndex((cell) => cell !== '') + 1;

interface HeaderSearch {
  /** The line that the mapping names. */
  readonly line: number | undefined;
  readonly lineOf: (row: ParsedRow) => number;
  readonly isName: (cell: string) => boolean;
}

function headerAmong(rows: readonly ParsedRow[], { line, lineOf, isName }: HeaderSearch): ParsedRow | undefined {
  if (line !== undefined) return rows.find((row) => lineOf(row) === line);
  const candidates = rows.slice(0, MOST_ABOVE_HEADER).filter((row) => !isBlank(row));
  const namesIn = ({ cells }: ParsedRow): number => cells.filter((cell) => cell !== '' && isName(oneLine(cell))).length;
  const most = Math.max(0, ...candidates.map(namesIn));
  // One known word may also be in a title above the table.
  return candidates.find((row) => namesIn(row) === most && (most > 1 || row.cells.length === 1)) ?? candidates[0];
}

/** Columns without a name, and with the name of another one, get names of their own. */
function columnNames(cells: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = oneLine(cell) || `column ${index + 1}`;
    const same = names.filter((each) => each === name || each.startsWith(`${name} (`)).length;
    names.push(same === 0 ? name : `${name} (${same + 1})`);
  }
  return names;
}

const TOTAL = /^(?:grand )?(?:totals?|sum|summe|gesamt|insgesamt|somme|suma|totale|totaal|soma)\s*:?$/i;

function rowsBelow(
  rows: readonly ParsedRow[],
  header: readonly string[],
): { readonly kept: readonly ParsedRow[]; readonly left: readonly string[] } {
  const isRepeated = ({ cells }: ParsedRow): boolean =>
    cells.length === header.length && cells.every((cell, index) => cell === header[index]);
  const isTotal = ({ cells }: ParsedRow): boolean =>
    TOTAL.test(cells.find((cell) => cell !== '') ?? '') &&
    cells.every((cell) => cell === '' || TOTAL.test(cell) || /^[\d.,\s€$£%]+$/.test(cell));
  const filled = rows.filter((row) => !isBlank(row));
  const [repeated, totals] = [filled.filter(isRepeated), filled.filter(isTotal)];
  const short = filled.filter(({ cells }) => cells.length < header.length);
  return {
    kept: filled.filter((row) => !repeated.includes(row) && !totals.includes(row)),
    left: [
      ...(repeated.length === 0
        ? []
        : [
            `${count(repeated.length, 'row')} with the names of the columns again ${repeated.length === 1 ? 'is' : 'are'} left out`,
          ]),
      ...(totals.length === 0
        ? []
        : [`${count(totals.length, 'row')} of totals ${totals.length === 1 ? 'is' : 'are'} left out`]),
      ...(short.length === 0
        ? []
        : [`${count(short.length, 'row')} with fewer cells than columns: the last ones are empty`]),
    ],
  };
}

function tableRow(
  row: ParsedRow,
  columns: ReadonlyMap<string, number>,
  spanOf: (row: ParsedRow, index: number) => Span,
): Row {
  const extra = row.cells.findIndex((cell, index) => index >= columns.size && cell !== '');
  const indexOf = (source: string): number => columns.get(source) ?? columns.get(oneLine(source)) ?? -1;
  return {
    get at() {
      return spanOf(
        row,
        extra === -1
          ? Math.max(
              0,
              row.cells.findIndex((cell) => cell !== ''),
            )
          : extra,
      );
    },
    get: (source) => {
      const cell = row.cells[indexOf(source)];
      return cell === undefined || cell === '' ? [] : [cell];
    },
    spanOf: (source) => spanOf(row, indexOf(source)),
    doubt:
      extra === -1
        ? undefined
        : `this row has ${row.cells.length} cells, and the table ${count(columns.size, 'column')}`,
  };
}

/** The range of a cell in the text of its row. */
function cellRange(raw: string, index: number, delimiter: string, quote: string): readonly [number, number] {
  let [start, cell, isQuoted] = [0, 0, false];
  for (let at = 0; at <= raw.length; at++) {
    const isEnd = at === raw.length || (!isQuoted && (raw[at] === delimiter || raw[at] === '\n'));
    if (raw[at] === quote && (isQuoted || at === start)) isQuoted = !isQuoted;
    else if (isEnd && cell === index) return [start, at];
    else if (isEnd) [start, cell] = [at + 1, cell + 1];
  }
  return [0, raw.trimEnd().length];
}

function lineOfOpenQuote(text: string, delimiter: string, quote: string): number {
  let opened = -1;
  for (let at = 0; at < text.length; at++) {
    const isFirst = at === 0 || text[at - 1] === delimiter || text[at - 1] === '\n';
    if (text[at] === quote && (opened !== -1 || isFirst)) opened = opened === -1 ? at : -1;
  }
  return text.slice(0, opened).split('\n').length;
}
