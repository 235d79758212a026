import type { Tokenizer } from 'marked';

/** A text in which the search for closing marks would take minutes. */
export class TooManyMarks extends Error {
  override readonly name = 'TooManyMarks';
}

type Rules = Tokenizer['rules'];

/** They take a second or two. Ordinary text needs a few thousand, because marks are soon closed. */
const MOST_STEPS = 3_000_000;

/**
 * From each `*`, `_` or `~` that may open something, marked looks at every one that may close it, up to the end of the
 * paragraph. Steps are counted instead of timed, so that a text is accepted or rejected alike on every machine, however
 * busy it is.
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
