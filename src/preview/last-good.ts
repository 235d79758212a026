import type { Content } from '../content/read-content.ts';
import type { Broadcast, Entity } from '../model/broadcast.ts';

/**
 * While a file is broken, the site shows the last valid version of the document, so that a mistake removes no page. A
 * document whose file is deleted disappears.
 */
export function createLastGood(): (broadcast: Broadcast, content: Content) => Broadcast {
  let good: ReadonlyMap<string, Entity> = new Map();
  return (broadcast, content) => {
    const { entities } = broadcast;
    const there = new Set([...content.documents.map(({ address }) => address), ...content.unreadable]);
    const kept = [...there].flatMap((address) => (entities.has(address) ? [] : (good.get(address) ?? [])));
    if (kept.length === 0) {
      good = entities;
      return broadcast;
    }
    const all = [...entities.values(), ...kept].sort(inOrderOfFiles);
    good = new Map(all.map((entity) => [entity.address, entity]));
    return { ...broadcast, entities: good, byKind: Map.groupBy(all, ({ kind }) => kind) };
  };
}

const inOrderOfFiles = (a: Entity, b: Entity): number => (a.document.source.file < b.document.source.file ? -1 : 1);
