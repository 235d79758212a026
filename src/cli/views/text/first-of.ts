/** The first items and, if there are more, a last line about the rest. */
export const firstOf = (items: readonly string[], most: number, rest: (left: number) => string): readonly string[] =>
  items.length > most ? [...items.slice(0, most), rest(items.length - most)] : items;
