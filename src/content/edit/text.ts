/** Lines and columns of a text, and changes by offset. */

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Several splices at the same offset are applied in the given order. */
export function splice(text: string, splices: readonly Splice[]): string {
  return splices
    .toReversed()
    .toSorted((one, other) => other.start - one.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), text);
}

export function endOfLineIn(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** The offset of the first character of a line. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset of a line's end, before the line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** True if only spaces precede the offset on its line. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

/** The text that a sticky pattern matches at an offset, or an empty string. */
export function matchAt(text: string, offset: number, pattern: RegExp): string {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0] ?? '';
}

/** A comment that follows on the same line, with the space before it. */
export function commentAt(text: string, offset: number): string {
  return matchAt(text, offset, /[ \t]+#[^\r\n]*/y);
}

/**
 * Removes whole lines. For a last line without a line break, the break before it is removed, so that none is left at
 * the end.
 */
export function withoutLines(text: string, start: number, end: number): Splice {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  if (to < text.length) return { start: from, end: text.indexOf('\n', to) + 1, text: '' };
  return { start: from > 0 ? lineEnd(text, lineStart(text, from - 1)) : from, end: to, text: '' };
}
