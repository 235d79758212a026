/** Lists that say the same are the same: so that whoever kept one need not look into it to see that nothing changed. */
export const steady = <T>(list: readonly T[], before: readonly T[] | undefined): readonly T[] =>
  before && isSteady(list, before) ? before : list;

export const isSteady = (list: readonly unknown[], before: readonly unknown[]): boolean =>
  list.length === before.length && list.every((each, index) => each === before[index]);
