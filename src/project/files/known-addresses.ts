import type { Content } from '../../content/read-content.ts';
import type { KnownAddresses } from '../../generate/editor/editor-schemas.ts';

/** Every name that a pointer or a media value can use, in any target. */
export function knownAddresses(contents: readonly Content[]): KnownAddresses {
  const documents = contents.flatMap((content) => content.documents);
  const byKind = Map.groupBy(documents, ({ kind }) => kind);
  return {
    addresses: new Map([...byKind].map(([kind, group]) => [kind, unique(group.map(({ address }) => address))])),
    media: unique(contents.flatMap(({ media }) => media.map(({ name }) => name))),
  };
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
