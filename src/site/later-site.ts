/**
 * A site in which one document has a later version, while nothing else is known to have changed. Opening the site again
 * takes as long as it has documents; this does not, so a preview can show the document's own page at once.
 */
import type { KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { LaterEntity } from '../model/check-content.ts';
import { hasSameEntry } from './programme.ts';
import type { Site, Typed } from './site.ts';

/** Undefined if the document is, or was, not shown, or if its entry in the programme has changed. */
export function laterSite(
  site: Site,
  { before, after }: LaterEntity,
  isShown: (entity: Entity) => boolean,
): Site | undefined {
  const kind = after.kind as KindName;
  if (site.find(kind, before.address) !== before || !isShown(after)) return undefined;
  const slot = site.slotOf(before.address);
  if (slot && !hasSameEntry(before, after, site)) return undefined;
  const later = slot && { ...slot, entity: after };
  return {
    ...site,
    of: <N extends KindName>(wanted: N) =>
      wanted === after.kind
        ? site.of(wanted).map((each) => (each.address === after.address ? (after as Typed<N>) : each))
        : site.of(wanted),
    find: <N extends KindName>(wanted: N, pointer: string | null | undefined) => {
      const found = site.find(wanted, pointer);
      return found?.address === after.address ? (after as Typed<N>) : found;
    },
    entity: (address) => (address === after.address ? after : site.entity(address)),
    slotOf: (address) => (address === after.address ? later : site.slotOf(address)),
  };
}
