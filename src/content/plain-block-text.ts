/** Block texts after `|`, `|-`, `>` or `>-` in which all lines have the same indentation. */
interface Place {
  /** The line after the one with the indicator. */
  readonly from: number;
  /** The indentation of the key that it belongs to. */
  readonly indent: number;
}

interface BlockText {
  readonly text: string;
  /** The first line after it. */
  readonly end: number;
}

const HEADER = /^([>|])(-?) *$/;

export function readBlockText(
  header: string,
  lines: readonly string[],
  { from, indent }: Place,
): BlockText | undefined {
  const [, style, strip] = HEADER.exec(header) ?? [];
  const depth = indentOf(lines[from] ?? '');
  if (style === undefined || depth <= indent || depth === lines[from]!.length) return undefined;

  const found: string[] = [];
  let end = from;
  let last = from;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const own = indentOf(line);
    if (own === line.length) {
      if (own > depth) return undefined;
      found.push('');
      continue;
    }
    if (own < depth) {
      if (own > indent) return undefined;
      break;
    }
    // In a folded text, lines with deeper indentation are not folded.
    if (style === '>' && (own > depth || line.endsWith(' '))) return undefined;
    found.push(line.slice(depth));
    last = end;
  }
  // The text ends with a line break only if its last line does.
  if (strip === '' && last === lines.length - 1) return undefined;
  const kept = found.slice(0, last - from + 1);
  const text = style === '|' ? kept.join('\n') : folded(kept);
  return { text: strip === '' ? `${text}\n` : text, end };
}

/** Joins lines, and turns each empty line into a line break. */
function folded(lines: readonly string[]): string {
  let text = lines[0]!;
  let breaks = 0;
  for (const line of lines.slice(1)) {
    if (line === '') breaks += 1;
    else {
      text += (breaks === 0 ? ' ' : '\n'.repeat(breaks)) + line;
      breaks = 0;
    }
  }
  return text;
}

export function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 32) indent++;
  return indent;
}
