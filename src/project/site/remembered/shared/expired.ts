import type { ArchiveName } from '../../../../render/remember/archive-name.ts';
import { largest } from '../../../../values/long-lists.ts';

/** Days after which a scope that no build has added to is removed: one of an old version, or of a preview that is gone. */
const MOST_DAYS = 30;
/** The most scopes of a store. Those that were added to last are kept. */
const MOST_SCOPES = 100;

/** The archives of other scopes that are not needed any more. */
export function expired(all: readonly ArchiveName[], own: string, today: number): readonly string[] {
  const scopes = Map.groupBy(
    all.filter(({ scope }) => scope !== own),
    ({ scope }) => scope,
  );
  return [...scopes.values()]
    .map((archives) => ({ archives, latest: largest(archives.map(({ day }) => day)) }))
    .toSorted((one, other) => other.latest - one.latest)
    .filter(({ latest }, index) => latest < today - MOST_DAYS || index + 1 >= MOST_SCOPES)
    .flatMap(({ archives }) => archives.map(({ name }) => name));
}
