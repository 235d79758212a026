/** How files call what the target knows by id or by URL. */
import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';
import type { PlanInput } from '../plan/context.ts';

export interface Names {
  readonly addressOf: (kind: KindName, id: string) => Address | undefined;
  /** The media file that is published at this URL, where it is in this repository. */
  readonly mediaAt: (url: string) => string | undefined;
  /** The document whose page is at this URL, where the target has no object for it. */
  readonly documentAt: (url: string) => { readonly kind: KindName; readonly address: Address } | undefined;
}

export const objectKey = (kind: KindName, id: string): string => `${kind} ${id}`;

/** `addresses`: by the key of the object that each stands for. */
export function namesOf(addresses: ReadonlyMap<string, Address>, input: PlanInput): Names {
  const { broadcast, mediaUrl, documentUrl } = input;
  const withObject = new Set(addresses.values());
  const media = new Map([...broadcast.media.keys()].map((name) => [mediaUrl(name), name]));
  const documents = new Map(
    [...broadcast.entities.values()]
      .filter(({ address }) => !withObject.has(address))
      .map(({ kind, address }) => [documentUrl(address), { kind, address }]),
  );
  return {
    addressOf: (kind, id) => addresses.get(objectKey(kind, id)),
    mediaAt: (url) => media.get(url),
    documentAt: (url) => documents.get(url),
  };
}
