import { urlUuid } from '../../values/uuid.ts';

const MOST = 2 ** 31 - 1;

/**
 * A positive integer for each address, the same in every build. Of two addresses with the same one, the later in the
 * alphabet has the next.
 */
export function numbersOf(addresses: readonly string[]): ReadonlyMap<string, number> {
  const taken = new Set<number>();
  const numbers = new Map<string, number>();
  for (const address of [...new Set(addresses)].sort()) {
    let number = (Number.parseInt(urlUuid(address).slice(0, 8), 16) % MOST) + 1;
    while (taken.has(number)) number = (number % MOST) + 1;
    taken.add(number);
    numbers.set(address, number);
  }
  return numbers;
}
