import type { Slot } from './slot.ts';
import { lineEnd, matchAt, startsLine } from './text.ts';

interface FlowLine {
  /** With the space before it; empty if no comma follows the item. */
  readonly comma: string;
  /** True if the item shares its lines only with its comma and a comment. */
  readonly isOwn: boolean;
  readonly end: number;
}

/** The position of an item in a flow collection among its lines. */
export function flowLine(text: string, item: Slot): FlowLine {
  const comma = matchAt(text, item.end, /[ \t]*,/y);
  const afterComma = item.end + comma.length;
  const end = lineEnd(text, afterComma);
  const rest = text.slice(afterComma, end).trim();
  return { comma, isOwn: startsLine(text, item.start) && (rest === '' || rest.startsWith('#')), end };
}
