/** A tree as Markdown, on a page of a code host: escaped, folded, and with as much of it as there is room for. */
import { number, startAndSize, startOf } from './text/excerpts.ts';
import { code, escape, folded, marked, prose, upperFirst } from './text/markdown.ts';
import { plain, type Block, type Look, type Part, type Row, type Tree } from './tree.ts';

/** GitHub refuses a comment of more than 65,536 characters. The rest is for what CI adds to it. */
const COMMENT = 60_000;

export interface Printed {
  readonly text: string;
  /** Nothing is cut or left out. */
  readonly isWhole: boolean;
  /** It approves every row and value, so a text has it below all of them or not at all. */
  readonly digest?: string | undefined;
}

export function printMarkdown(tree: Tree, room = COMMENT): Printed {
  const { command, about, place, verdict } = tree;
  return fitted(tree, room, (blocks, most, digest) => {
    const end = digest === undefined ? [] : [`<sub>Digest of this plan: ${code(digest)}</sub>`];
    const head = [
      `### ${command} ${partsText(about, most)}`,
      ...(place ? [partsText(place, most)] : []),
      `${signOf(verdict)}${upperFirst(partsText(verdict.parts, most))}.`,
    ];
    return `${[...head, ...blocks, ...end].join('\n\n')}\n`;
  });
}

/** Only the blocks, for a page about several trees, each as long as a comment at most. */
export const printBlocks = (tree: Tree): Printed => fitted(tree, COMMENT, (blocks) => blocks.join('\n\n'));

/** How many characters of a value are shown. */
type Most = number;

const SHORT: Most = 120;

type Print = (blocks: readonly string[], most: Most, digest?: string) => string;

function fitted({ blocks, digest }: Tree, room: number, print: Print): Printed {
  const all = blocks.map((block) => blockText(block, texts(block.rows, Infinity), Infinity));
  const text = print(all, Infinity, digest);
  if (text.length <= room) return { text, isWhole: true, digest };
  const ways = `With \`--json\`, the command prints everything${digest === undefined ? '' : '; in a terminal or a log, the whole plan with its digest'}.`;
  const note = `> [!NOTE]\n> This is a summary: there is no room for all ${number(text.length)} characters. ${ways}`;
  const left = room - print([note], SHORT).length;
  return { text: print([note, ...pruned(blocks, left)], SHORT), isWhole: false };
}

/** The beginning of as many rows as fit, and then the first of them whole. */
function pruned(blocks: readonly Block[], room: number): readonly string[] {
  let left = room;
  const fits = (size: number): boolean => size <= left && (left -= size) >= 0;
  // In a box, each line begins with two more characters.
  const sizeOf = (text: string): number => text.length + 3 * text.split('\n').length;
  for (const block of blocks) left -= sizeOf(blockText(block, [], SHORT));
  const heads = blocks.map(({ rows }) => {
    const all = rows.map((row) => headText(row));
    const end = all.findIndex((head) => !fits(sizeOf(head)));
    return end === -1 ? all : all.slice(0, end);
  });
  return blocks.map((block, index) => {
    const rows = heads[index]!.map((head, at) => {
      const text = rowText(block.rows[at]!, SHORT);
      return fits(sizeOf(text) - sizeOf(head)) ? text : head;
    });
    return blockText(block, rows, SHORT);
  });
}

const texts = (rows: readonly Row[], most: Most): readonly string[] => rows.map((row) => rowText(row, most));

/** A section with more rows is folded. */
const MOST_OPEN = 10;

/** With these of its rows. */
function blockText(block: Block, shown: readonly string[], most: Most): string {
  const { type, title, note = '', rows, open = MOST_OPEN, summary = `All ${number(rows.length)}` } = block;
  const left = rows.length - shown.length;
  const isFolding = rows.some(({ body }) => body !== undefined);
  const list = [...shown, ...(left > 0 ? [`- … and ${number(left)} more`] : [])].join(isFolding ? '\n\n' : '\n');
  const heading = `${title} (${number(rows.length)})`;
  switch (type) {
    case 'section':
      return [
        title === '' ? '' : `#### ${heading}`,
        LOOKS.said(note, most),
        rows.length > open ? folded(escape(cutText(summary, most)), list) : list,
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    case 'aside':
    case 'record':
      return folded(heading, list);
    default: {
      const label = title === '' ? '' : `${upperFirst(title)}: `;
      const isOne = list.startsWith('- ') && !list.includes('\n');
      const text = isOne ? label + list.slice(2) : [...(label === '' ? [] : [label.trimEnd(), '']), list].join('\n');
      return `[!${BOXES[type]}]\n${text}`.replaceAll(/^/gm, '> ');
    }
  }
}

const BOXES = { note: 'NOTE', warning: 'WARNING', refused: 'CAUTION' } as const;

function rowText(row: Row, most: Most, indent = ''): string {
  const { label, parts, below = [], body = '' } = row;
  if (body !== '') return folded(`${signOf(row)}${labelText(label)}${escape(plain(parts))}`, body);
  const lines = below.map((each) => rowText(each, most, `${indent}  `));
  return [`${indent}${startText(row)}${partsText(parts, most)}`, ...lines].join('\n');
}

/** A row without what may be left out. */
function headText(row: Row): string {
  const { parts, body = '', below = [] } = row;
  const isMore = parts.length > 1 || below.length > 0 || body !== '';
  return `${startText(row)}${partsText(parts.slice(0, 1), SHORT)}${isMore ? ' …' : ''}`;
}

/** The heading of a section says it for its rows. */
const startText = (row: Row): string => `- ${row.body === undefined ? '' : signOf(row)}${labelText(row.label)}`;

const labelText = (label: string | undefined): string => (label === undefined ? '' : `${escape(label)}: `);

const SIGNS: Readonly<Record<string, string>> = { '✓': '✅ ', '!': '⚠️ ', '✗': '❌ ' };

const signOf = ({ mark = '' }: Row): string => SIGNS[mark] ?? '';

const partsText = (parts: readonly Part[], most: Most): string =>
  parts
    .map((part) => (typeof part === 'string' ? escape(cutText(part, most)) : LOOKS[part.as](part.text, most)))
    .join('');

const LOOKS: Readonly<Record<Look, (text: string, most: Most) => string>> = {
  name: valueText,
  value: valueText,
  old: valueText,
  new: valueText,
  removed: (text, most) => marked(cutText(text, most), 'del'),
  added: (text, most) => marked(cutText(text, most), 'ins'),
  strong: (text, most) => marked(cutText(text, most), 'strong'),
  said: (text, most) => prose(cutText(text, most)),
};

function valueText(text: string, most: Most): string {
  const [start, size] = startAndSize(text, most);
  return code(start) + size;
}

const cutText = (text: string, most: Most): string =>
  text.length > 5 * most ? `${startOf(text, 5 * most - 1)}…` : text;
