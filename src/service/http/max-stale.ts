const MAX_STALE = /(?:^|,)\s*max-stale(?:\s*=\s*"?(?<seconds>\d+)"?)?\s*(?:,|$)/i;

/**
 * The seconds of `Cache-Control: max-stale=N` (RFC 9111): the caller accepts an answer that is so old. Without a number it
 * accepts any. Undefined if the answer has to be up to date.
 */
export function maxStaleOf(header: string | undefined): number | undefined {
  const found = MAX_STALE.exec(header ?? '');
  return found ? Number(found.groups!['seconds'] ?? Infinity) : undefined;
}
