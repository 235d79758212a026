import type { Content } from '../content/read-content.ts';
import type { KnownAddresses } from '../generate/editor-schemas.ts';

/** What pointers and media values of a repository can name. */
export function knownAddresses({ documents, media }: Content): KnownAddresses {
  const byKind = Map.groupBy(documents, ({ kind }) => kind);
  return {
    addresses: new Map([...byKind].map(([kind, group]) => [kind, group.map(({ address }) => address)])),
    media: media.map(({ name }) => name),
  };
}
