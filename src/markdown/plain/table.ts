import type { Tokens } from 'marked';
import { PIPE } from './characters.ts';

const ROW = /^\|.*\|$/;
const DELIMITERS = /^\|(?: *:?-+:? *\|)+$/;

interface TableContent {
  readonly raw: string;
  /** Adds the spans of a cell. */
  readonly cellOf: (cell: Tokens.TableCell) => Tokens.TableCell;
}

/** A table with a bar at both ends of each row, and none of them escaped. Undefined: marked must decide. */
export function plainTable(lines: readonly string[], { raw, cellOf }: TableContent): Tokens.Table | undefined {
  const [head, delimiters, ...rows] = lines;
  if (delimiters === undefined || !DELIMITERS.test(delimiters) || !lines.every((line) => ROW.test(line)))
    return undefined;
  const headings = cellsOf(head!);
  const align = delimiters.slice(1, -1).split('|').map(alignmentOf);
  if (headings.length !== align.length) return undefined;
  const cells = (texts: readonly string[], header: boolean): Tokens.TableCell[] =>
    align.map((each, index) => cellOf({ text: texts[index] ?? '', tokens: [], header, align: each }));
  return {
    type: 'table',
    raw,
    header: cells(headings, true),
    align,
    rows: rows.map((row) => cells(cellsOf(row), false)),
  };
}

function cellsOf(row: string): readonly string[] {
  const cells: string[] = [];
  let start = 1;
  for (let at = 1; at < row.length; at++) {
    if (row.charCodeAt(at) !== PIPE) continue;
    cells.push(row.slice(start, at).trim());
    start = at + 1;
  }
  return cells;
}

function alignmentOf(delimiter: string): Tokens.TableCell['align'] {
  const dashes = delimiter.trim();
  if (dashes.endsWith(':')) return dashes.startsWith(':') ? 'center' : 'right';
  return dashes.startsWith(':') ? 'left' : null;
}
