/** Tables as GitHub writes them: one row of headings, then rows of single lines. */
import { largest } from '../../values/long-lists.ts';
import type { HtmlElement, HtmlNode } from './tree.ts';

export interface TableCell {
  readonly element: HtmlElement;
  /** A heading that is not in the first row. */
  readonly isBodyHeading: boolean;
}

interface TableRow {
  readonly cells: readonly HtmlElement[];
  readonly isHead: boolean;
}

export interface Table {
  readonly caption: readonly HtmlNode[];
  readonly rows: readonly TableRow[];
  readonly columns: number;
}

export function tableOf(table: HtmlElement): Table {
  const rows: TableRow[] = [];
  let caption: readonly HtmlNode[] = [];
  const add = ({ name, children }: HtmlElement, isHead: boolean): void => {
    const cells = children.filter((child) => typeof child === 'object' && /^t[hd]$/.test(child.name)) as HtmlElement[];
    if (name === 'caption') caption = children;
    else if (name === 'tr' && cells.length > 0)
      rows.push({ cells, isHead: isHead || (rows.length === 0 && cells.every((cell) => cell.name === 'th')) });
    else if (/^(?:table|t(?:head|body|foot))$/.test(name))
      for (const child of children) if (typeof child === 'object') add(child, name === 'thead');
  };
  for (const child of table.children) if (typeof child === 'object') add(child, false);
  return { caption, rows, columns: largest([0, ...rows.map(({ cells }) => cells.length)]) };
}

/** Undefined if it cannot say what is in the table. */
export function gfmTable(
  { rows, columns }: Omit<Table, 'caption'>,
  textOf: (cell: TableCell) => string | undefined,
): string | undefined {
  const heads = rows.filter(({ isHead }) => isHead);
  const isRegular = heads.length === 0 || (heads.length === 1 && rows[0]!.isHead);
  const cells = rows.flatMap((row) => row.cells);
  const isSpanning = cells.some(({ attributes }) =>
    [attributes['colspan'], attributes['rowspan']].some((n) => Number(n) > 1),
  );
  // Short rows would be filled up.
  if (!isRegular || isSpanning || columns * rows.length > 2 * cells.length + 100) return undefined;
  const lines: (readonly string[])[] = heads.length === 0 ? [[]] : [];
  for (const row of rows) {
    const texts = row.cells.map((element) => textOf({ element, isBodyHeading: element.name === 'th' && !row.isHead }));
    if (texts.some((text) => text === undefined)) return undefined;
    lines.push(texts.map((text) => text!.replaceAll('|', '\\|')));
  }
  const numbers = Array.from({ length: columns }, (_, column) => column);
  const line = (texts: readonly string[]): string => `| ${numbers.map((column) => texts[column] ?? '').join(' | ')} |`;
  const aligned = numbers.map((column) => RULES.get(alignment(rows, column)) ?? '-');
  return [line(lines[0]!), line(aligned), ...lines.slice(1).map(line)].join('\n');
}

const RULES: ReadonlyMap<string, string> = new Map([
  ['left', ':-'],
  ['center', ':-:'],
  ['right', '-:'],
]);

/** That of the column's last cell, because headings are often centred by themselves. */
function alignment(rows: readonly TableRow[], column: number): string {
  const cells = [rows.at(-1)!, rows[0]!].flatMap((row) => row.cells[column] ?? []);
  return cells.map(({ attributes }) => alignmentOf(attributes)).find((found) => found !== undefined) ?? '';
}

const alignmentOf = ({
  align,
  'data-align': own,
  style,
  class: classes,
}: HtmlElement['attributes']): string | undefined =>
  (align ?? own)?.toLowerCase() ?? /text-align(?::\s*|-)(left|center|right)/.exec(`${style} ${classes}`)?.[1];
