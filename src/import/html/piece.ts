/** A part of a sentence with its marks: bold, a link … */
export interface Mark {
  readonly name: string;
  /** The notation, unless Markdown has delimiters for it. */
  readonly open?: string;
  readonly close?: string;
  /** The tag that starts it in HTML, unless that is its name. */
  readonly tag?: string;
}

export interface Piece {
  readonly type: 'text' | 'break' | 'raw';
  /** Characters, or Markdown if it is raw. */
  readonly text: string;
  readonly marks: readonly Mark[];
}
