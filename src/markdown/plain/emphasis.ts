/** Whether a run of `*` or `_` clearly opens or clearly closes emphasis, by what is on its left and right. */
import { BACKTICK, CLOSE_PAREN, NEWLINE, SPACE, STAR, UNDERSCORE, type CharacterType } from './characters.ts';

/** Open emphasis: the character of its mark, and how many. */
export interface Emphasis {
  readonly code: number;
  readonly length: number;
}

export type Side = CharacterType | 'edge';

export const closes = (left: Side, right: Side): boolean =>
  (left === 'word' && (right === 'punctuation' || right === 'space' || right === 'edge')) ||
  (left === 'punctuation' && (right === 'space' || right === 'edge'));

/** `before` is the character on its left. */
export function opens(left: Side, right: Side, before: number, outer: Emphasis | undefined): boolean {
  if (right === 'word') return left === 'edge' || isPlainSpace(left, before) || isPlainPunctuation(left, before);
  // Inside emphasis, the mark on the left of the edge is punctuation for the search from outside.
  return right === 'punctuation' && ((left === 'edge' && outer === undefined) || isPlainSpace(left, before));
}

const isPlainSpace = (left: Side, before: number): boolean =>
  left === 'space' && (before === SPACE || before === NEWLINE);

/** Not what may end other tokens. */
const isPlainPunctuation = (left: Side, before: number): boolean =>
  left === 'punctuation' &&
  before < 128 &&
  before !== CLOSE_PAREN &&
  before !== BACKTICK &&
  before !== STAR &&
  before !== UNDERSCORE;
