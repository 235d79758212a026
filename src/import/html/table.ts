/** Tables as GitHub writes them: one row of headings, then rows of single lines. */
import { largest } from '../../values/long-lists.ts';
import type { DomElement } from './sentences.ts';

interface TableRow {
  readonly cells: readonly DomElement[];
  readonly isHead: boolean;
}

/** Undefined if it cannot say what is in the table. Cells have their Markdown. */
export function gfmTable(table: DomElement, markdownOf: (cell: DomElement) => string): string | undefined {
  const rows = rowsOf(table);
  const cells = rows.flatMap((row) => row.cells);
  const columns = largest([0, ...rows.map((row) => row.cells.length)]);
  const heads = rows.filter(({ isHead }) => isHead);
  const isRegular = heads.length === 0 || (heads.length === 1 && rows[0]!.isHead);
  // Short rows would be filled up.
  if (!isRegular || columns * rows.length > 2 * cells.length + 100 || !cells.every((cell) => isLine(cell, markdownOf)))
    return undefined;
  const line = (texts: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, column) => texts[column] ?? '').join(' | ')} |`;
  const lines = rows.map((row) =>
    line(
      row.cells.map((cell) => {
        const text = markdownOf(cell).replace(/(?<!\\)((?:\\\\)*)\|/g, String.raw`$1\|`);
        return cell.nodeName === 'TH' && !row.isHead && text !== '' ? `**${text}**` : text;
      }),
    ),
  );
  const [head, ...body] = heads.length === 0 ? [line([]), ...lines] : lines;
  return [head, line(Array.from({ length: columns }, (_, column) => alignment(rows, column))), ...body].join('\n');
}

export function rowsOf(table: DomElement): readonly TableRow[] {
  const rows = Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table);
  return rows.flatMap((row, index) => {
    const cells = Array.from(row.children);
    const isHead =
      row.parentNode.nodeName === 'THEAD' || (index === 0 && cells.every((cell) => cell.nodeName === 'TH'));
    return cells.length === 0 ? [] : [{ cells, isHead }];
  });
}

/** More than one line of text cannot be in a cell, and neither can a bar in code after a backslash. */
const isLine = (cell: DomElement, markdownOf: (cell: DomElement) => string): boolean =>
  !['colspan', 'rowspan'].some((name) => Number(cell.getAttribute(name)) > 1) &&
  !/\n|^(?:#|- |> |```|!?\[\[)/.test(markdownOf(cell)) &&
  !cell.textContent.includes('\\|');

const ALIGNMENTS: ReadonlyMap<string, string> = new Map([
  ['left', ':-'],
  ['center', ':-:'],
  ['right', '-:'],
]);

/** That of the column's last cell, because headings are often centred by themselves. */
function alignment(rows: readonly TableRow[], column: number): string {
  const cells = [rows.at(-1)!, rows[0]!].flatMap((row) => row.cells[column] ?? []);
  const found = cells.map((cell) => cell.getAttribute('align')).find((each) => each !== null && each !== '');
  return ALIGNMENTS.get(found ?? '') ?? '-';
}
