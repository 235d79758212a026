/** Reuses the previous list if the items are the same, so that a comparison by identity shows that nothing changed. */
export const keepSame = <T>(list: readonly T[], before: readonly T[] | undefined): readonly T[] =>
  before && hasSameItems(list, before) ? before : list;

export const hasSameItems = (list: readonly unknown[], before: readonly unknown[]): boolean =>
  list.length === before.length && list.every((each, index) => each === before[index]);
