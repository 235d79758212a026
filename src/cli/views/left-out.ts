import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import { flag } from '../../project/calls/option.ts';
import type { LeftOut } from '../../project/index.ts';

export const VERBOSE = flag('List each document that is left out, and each place of a problem that occurs often', {
  short: 'v',
});

export interface Verbosity {
  readonly verbose?: boolean | undefined;
}

/** The documents that visitors do not see: their number by reason, and on request their addresses. */
export function leftOutLines(leftOut: LeftOut | undefined, { verbose }: Verbosity): readonly string[] {
  if (!leftOut) return [];
  const reasons = [
    { words: count(leftOut.drafts.length, 'draft'), addresses: leftOut.drafts },
    { words: `${leftOut.scheduled.length} scheduled`, addresses: leftOut.scheduled },
    { words: `${leftOut.private.length} private`, addresses: leftOut.private },
    { words: `${leftOut.ended.length} ended`, addresses: leftOut.ended },
  ].filter(({ addresses }) => addresses.length > 0);
  if (reasons.length === 0) return [];
  if (!verbose) return [`left out: ${reasons.map(({ words }) => words).join(', ')} (--verbose lists them)`];
  return reasons.map(({ words, addresses }) => `left out: ${words}: ${addresses.map(printable).join(', ')}`);
}
