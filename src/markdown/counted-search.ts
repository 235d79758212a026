import type { Tokenizer } from 'marked';

/** A text on which the search for closing marks would go on for minutes. */
export class TooManyMarks extends Error {
  override readonly name = 'TooManyMarks';
}

type Rules = Tokenizer['rules'];

/** They take a second or two. What people write needs some thousands, for a mark is closed soon. */
const MOST_STEPS = 3_000_000;

/**
 * Marked looks from each `*`, `_` and `~` that may begin something at every one that may end it, up to the end of the
 * paragraph. The steps are counted, and not timed: a text is read or refused on every machine alike, however busy it is.
 */
export function countedSearch({ inline, ...others }: Rules): Rules {
  let steps = 0;
  const count = (): void => {
    if (++steps > MOST_STEPS) throw new TooManyMarks();
  };
  return {
    ...others,
    inline: {
      ...inline,
      emStrongRDelimAst: new CountedPattern(inline.emStrongRDelimAst, count),
      emStrongRDelimUnd: new CountedPattern(inline.emStrongRDelimUnd, count),
      delRDelim: new CountedPattern(inline.delRDelim, count),
    },
  };
}

class CountedPattern extends RegExp {
  readonly #count: () => void;

  constructor(pattern: RegExp, count: () => void) {
    super(pattern);
    this.#count = count;
  }

  override exec(text: string): RegExpExecArray | null {
    this.#count();
    return super.exec(text);
  }
}
