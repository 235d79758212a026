/** The part of a file that a `Range` header asks for: video and audio players use it to seek. */
export type ByteRange =
  /** From the first to the last byte, both inclusive. */
  | { readonly type: 'part'; readonly first: number; readonly last: number }
  | { readonly type: 'whole' }
  | { readonly type: 'unsatisfiable' };

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/** Multiple or invalid ranges are answered with the whole file, as the standard allows. */
export function byteRange(header: string | null, size: number): ByteRange {
  const match = header === null ? undefined : ONE_RANGE.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return { type: 'whole' };
  const [, from = '', to = ''] = match;
  if (from === '') return part(Math.max(0, size - Number(to)), size - 1);
  if (to !== '' && Number(to) < Number(from)) return { type: 'whole' };
  return part(Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1));
}

const part = (first: number, last: number): ByteRange =>
  first > last ? { type: 'unsatisfiable' } : { type: 'part', first, last };
