/** A call takes about a hundred thousand arguments at most, so a list of any length is never spread into one. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}

/** -Infinity for an empty list, as `Math.max()`. */
export function largest(numbers: Iterable<number>): number {
  let found = -Infinity;
  for (const each of numbers) found = Math.max(found, each);
  return found;
}

/** Infinity for an empty list, as `Math.min()`. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity;
  for (const each of numbers) found = Math.min(found, each);
  return found;
}
