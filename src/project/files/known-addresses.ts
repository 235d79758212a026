import type { Content } from '../../content/read-content.ts';
import type { KnownAddresses } from '../../generate/editor/editor-schemas.ts';

/** What pointers and media values of a repository can name, for one target or another. */
export function knownAddresses(contents: readonly Content[]): KnownAddresses {
  const documents = contents.flatMap((content) => content.documents);
  const byKind = Map.groupBy(documents, ({ kind }) => kind);
  return {
    addresses: new Map([...byKind].map(([kind, group]) => [kind, unique(group.map(({ address }) => address))])),
    media: unique(contents.flatMap(({ media }) => media.map(({ name }) => name))),
  };
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];
