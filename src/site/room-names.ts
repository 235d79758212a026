/**
 * Places of the programme that share their title. Visitors and conference applications tell places apart by name, so the
 * second place with the same one has a number, in the order of their files. Places where nothing happens keep their titles:
 * several bars may be called Bar.
 */
import type { Entity } from '../model/broadcast.ts';
import type { Slot } from './programme.ts';

interface Titles {
  readonly titleOf: (place: Entity) => string;
  /** The name of entries without a place, which no place may have. */
  readonly elsewhere: string;
}

/** The names, by address, that differ from the titles. */
export function roomNames(programme: readonly Slot[], { titleOf, elsewhere }: Titles): ReadonlyMap<string, string> {
  const places = [...new Set(programme.flatMap(({ where }) => where ?? []))].filter((place) => titleOf(place) !== '');
  const titles = Map.groupBy(
    places.toSorted((one, other) => (one.address < other.address ? -1 : 1)),
    titleOf,
  );
  const taken = new Set([elsewhere, ...titles.keys()]);
  const names = new Map<string, string>();
  for (const [title, sharing] of titles) {
    for (const { address } of title === elsewhere ? sharing : sharing.slice(1)) {
      let number = 2;
      while (taken.has(`${title} ${number}`)) number++;
      names.set(address, `${title} ${number}`);
      taken.add(`${title} ${number}`);
    }
  }
  return names;
}
