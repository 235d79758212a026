/** Tables: a list of rows with one value for each column. Encoding, delimiter and the line of the column names are found and reported. */
import type { parse } from 'csv-parse/sync';
import { Source as TextSource } from '../content/source.ts';
import { count } from '../diagnostics/count.ts';
import { UserError } from '../diagnostics/errors.ts';
import { withLineFeeds } from '../values/line-breaks.ts';
import { utf8Text } from '../values/utf8.ts';
import { isColumnName } from './mapped/columns.ts';
import { mappedKinds, readMapped } from './mapped/read-mapped.ts';
import type { MappedFile } from './mapped/rows.ts';
import { DELIMITERS, type Mapping, type MappingSettings } from './mapping.ts';
import { oneLine } from './plain-text.ts';
import { markedEncoding, type Reader, type SourceFile } from './source.ts';

const EXTENSION = /\.(?:csv|tsv|tab|psv)$/i;
const SPREADSHEET = /\.(?:xlsx?|xlsm|ods|numbers)$/i;

export const csv: Reader = {
  name: 'csv',
  title: 'Table (CSV)',
  mostBytes: 64 * 1024 * 1024,
  kinds: mappedKinds,
  isFor: ({ files }) => files.length > 0 && files.every(isTable),
  read: async (source, options) => {
    const { parse: parser } = await import('csv-parse/sync');
    return readMapped(
      source.files.map((file) => readTable(file, options.mapping, parser)),
      options,
    );
  },
};

function isTable(file: SourceFile): boolean {
  if (EXTENSION.test(file.path) || SPREADSHEET.test(file.path)) return true;
  if (/\.\w{1,8}$/.test(file.path) && !/\.txt$/i.test(file.path)) return false;
  const [first = '', second = ''] = Buffer.from(file.bytes().slice(0, 4000)).toString('latin1').split('\n');
  const isDivided = DELIMITERS.some((mark) => first.includes(mark) && second.includes(mark));
  return isDivided && !/^\s*[[{<#]|^BEGIN:/.test(first);
}

type Delimiter = NonNullable<MappingSettings['delimiter']>;

const NAMES = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a vertical bar' } as const;
/** More are rows and columns exchanged, or no table. */
const MOST_COLUMNS = 1000;
/** Titles and notes may stand above the names of the columns. */
const MOST_ABOVE_HEADER = 20;

function readTable(file: SourceFile, mapping: Mapping | undefined, parser: typeof parse): MappedFile {
  const { settings = {}, records } = mapping ?? {};
  const { text, encoding } = decoded(file, settings.encoding);
  const content = new TextSource(file.shown, text);
  const form = formOf(text, settings.delimiter);
  const rows = parsedRows(content, form, parser);
  const lineOf = ({ start }: ParsedRow): number => content.span(start, start).line;
  const named = records && new Set(records.flatMap(({ sources }) => sources.map(({ source }) => source)));
  const header =
    settings.header === undefined
      ? headerAmong(rows, (cell) => (named ? named.has(cell) : isColumnName(cell)))
      : rows.find((row) => lineOf(row) === settings.header);
  if (!header)
    throw new UserError(`${file.shown} has no rows`, {
      suggestion: 'export it again with the names of the columns in the first row',
    });
  // Spreadsheets may write thousands of empty cells at the end.
  const width = header.cells.findLastIndex((cell) => cell !== '') + 1;
  if (width > MOST_COLUMNS)
    throw new UserError(`${file.shown} has ${width} columns, and at most ${MOST_COLUMNS} can be read`, {
      suggestion: 'remove the columns that are not needed, or exchange rows and columns if each column is an entry',
    });
  const columns = columnNames(header.cells.slice(0, width));
  const indexOf = new Map(columns.map((name, index) => [name, index]));
  const found = rows.slice(rows.indexOf(header) + 1).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isShort = ({ cells }: ParsedRow): boolean => cells.length < columns.length;
  const last = rows.at(-1)!;
  if (isShort(last) && last.raw.trim() !== '' && !last.raw.endsWith('\n'))
    throw new UserError(`${file.shown}, line ${lineOf(last)}: the table ends in the middle of this row`, {
      suggestion: 'export it again; if the row is complete, write a cell for each column',
    });
  const extraIn = ({ cells }: ParsedRow): number =>
    cells.findIndex((cell, index) => index >= columns.length && cell !== '');
  return {
    path: file.path,
    shown: file.shown,
    value: found.map(({ cells }) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))),
    spanOf: ([index, column]) => {
      const row = found[Number(index)] ?? header;
      const extra = extraIn(row);
      const first = extra === -1 ? row.cells.findIndex((cell) => cell !== '') : extra;
      const [start, end] = cellRange(row, indexOf.get(String(column)) ?? first, form);
      return content.span(start, end);
    },
    doubtOf: ([index]) => {
      const row = found[Number(index)];
      return row && (isShort(row) || extraIn(row) !== -1)
        ? `this row has ${count(row.cells.length, 'cell')}, and the table ${count(columns.length, 'column')}`
        : undefined;
    },
    findings: [
      `the encoding is ${encoding}`,
      columns.length === 1 ? 'there is one column' : `the delimiter is ${NAMES[form.delimiter]}`,
      ...(form.quote === "'" ? ['quotes are single'] : []),
      ...(lineOf(header) === 1 ? [] : [`the columns are named in line ${lineOf(header)}`]),
    ],
  };
}

const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;

/** The bytes as text with line feeds only. */
function decoded(file: SourceFile, wanted: MappingSettings['encoding']): { text: string; encoding: string } {
  const { shown } = file;
  const bytes = file.bytes();
  const mark = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (SPREADSHEET.test(file.path) || mark.startsWith('504b03') || mark === 'd0cf11e0')
    throw new UserError(`${shown} is a spreadsheet, which cannot be read`, {
      suggestion: 'open it and save the sheet as CSV (UTF-8), then import that file',
    });
  const marked = markedEncoding(bytes);
  const encoding = wanted ?? (marked === 'utf-8' && utf8Text(bytes) === undefined ? 'windows-1252' : marked);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0'))
    throw new UserError(`${shown} is not a text file`, {
      suggestion: 'save the table as CSV (UTF-8), then import that file',
    });
  if (text.trim() === '') throw new UserError(`${shown} is empty`);
  const lines = withLineFeeds(text);
  const example = encoding === 'windows-1252' ? /\p{L}*[^\p{ASCII}]\p{L}*/u.exec(text)?.[0] : undefined;
  return {
    text: lines.includes('\n') ? lines : lines.replaceAll('\r', '\n'),
    encoding: ENCODINGS[encoding] + (example === undefined ? '' : `, as in “${example}”`),
  };
}

interface Form {
  readonly delimiter: Delimiter;
  readonly quote: '"' | "'";
  /** After a line such as `sep=;`, which Excel writes. */
  readonly start: number;
}

/** The delimiter that divides most of the first lines into as many cells as each other. */
function formOf(text: string, wanted: Delimiter | undefined): Form {
  const [hint = '', mark] = /^sep=([,;\t|])\n/i.exec(text) ?? [];
  const head = text.slice(hint.length, hint.length + 100_000);
  const quote = /^'[^'\n]*'[,;\t|]'/.test(head) ? "'" : '"';
  const quoted = new RegExp(`${quote}[^${quote}]*${quote}`, 'g');
  const lines = head
    .replaceAll(quoted, 'x')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const scoreOf = (delimiter: Delimiter): number => {
    const widths = Map.groupBy(lines, (line) => line.split(delimiter).length);
    widths.delete(1);
    return Math.max(0, ...[...widths].map(([width, same]) => same.length / lines.length + Math.min(width, 30) / 100));
  };
  const [best] = DELIMITERS.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  return { delimiter: wanted ?? (mark as Delimiter | undefined) ?? best!, quote, start: hint.length };
}

interface ParsedRow {
  readonly cells: readonly string[];
  /** The position of its text. */
  readonly start: number;
  readonly raw: string;
}

function parsedRows(content: TextSource, { delimiter, quote, start }: Form, parser: typeof parse): ParsedRow[] {
  const rows: ParsedRow[] = [];
  let at = start;
  const add = ({ record, raw }: { readonly record: readonly string[]; readonly raw: string }) => {
    rows.push({ cells: record.map((cell) => cell.trim()), start: at, raw });
    at += raw.length;
    return null;
  };
  try {
    parser(content.text.slice(start), {
      delimiter,
      quote,
      escape: quote,
      record_delimiter: '\n',
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (row) => add(row as never),
    });
    return rows;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    const { file, line } = content.span(at, at);
    throw new UserError(`${file}, line ${line}: a quote is opened and never closed`, {
      suggestion: 'close it, or export the table again if the file is cut off',
    });
  }
}

/** The first row with the most names of columns. One such word may also be in a title above the table. */
function headerAmong(rows: readonly ParsedRow[], isName: (cell: string) => boolean): ParsedRow | undefined {
  const candidates = rows.slice(0, MOST_ABOVE_HEADER).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const namesIn = ({ cells }: ParsedRow): number =>
    cells.slice(0, MOST_COLUMNS).filter((cell) => cell !== '' && isName(oneLine(cell))).length;
  const most = Math.max(2, ...candidates.map(namesIn));
  return candidates.find((row) => namesIn(row) === most) ?? candidates[0];
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

/** The range of a cell in the text of the table. */
function cellRange({ raw, start }: ParsedRow, index: number, { delimiter, quote }: Form): readonly [number, number] {
  let [from, cell, isQuoted] = [0, 0, false];
  for (let at = 0; at <= raw.length; at++) {
    const isEnd = at === raw.length || (!isQuoted && (raw[at] === delimiter || raw[at] === '\n'));
    if (raw[at] === quote && (isQuoted || at === from)) isQuoted = !isQuoted;
    else if (isEnd && cell === index) return [start + from, start + at];
    else if (isEnd) [from, cell] = [at + 1, cell + 1];
  }
  return [start, start + raw.trimEnd().length];
}
