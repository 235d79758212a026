/** The names in files of what the target identifies by id or by URL. */
import type { Address } from '../../content/document.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import type { Entity } from '../../model/broadcast.ts';
import { hiddenBecause } from '../../model/traits.ts';
import { hasPage } from '../../model/site-paths.ts';
import type { PlanInput } from '../../plan/context.ts';
import { documentPage } from '../../plan/fields/wire-links.ts';
import { onceEach } from '../../values/once-each.ts';
import { objectKey } from '../../plan/identity/identity.ts';

export interface Names {
  readonly addressOf: (kind: KindName, id: string) => Address | undefined;
  /** The media file that is published at this URL, if it is in this repository. */
  readonly mediaAt: (url: string) => string | undefined;
  /** The document whose page a link in a text of this language leads to. */
  readonly pageAt: (url: string, locale: Locale) => Address | undefined;
  readonly locales: readonly Locale[];
  /** The document whose page is at this URL, if the target has no object for it. */
  readonly documentAt: (url: string) => { readonly kind: KindName; readonly address: Address } | undefined;
}

/** A page that is only a link or a screen is not what its URL refers to. */
const isPage = (entity: Entity): boolean => hasPage(entity) && hiddenBecause(entity) === undefined;

/** `addresses`: by the key of each document's object. */
export function namesOf(addresses: ReadonlyMap<string, Address>, input: PlanInput): Names {
  const { broadcast, mediaUrl, documentUrl, objectLinks } = input;
  const withObject = new Set(addresses.values());
  const media = new Map([...broadcast.media.keys()].map((name) => [mediaUrl(name), name]));
  const documents = new Map(
    [...broadcast.entities.values()]
      .filter(({ address }) => !withObject.has(address))
      .map(({ kind, address }) => [documentUrl(address), { kind, address }]),
  );
  const pagesIn = onceEach((locale: Locale): ReadonlyMap<string | undefined, Address> => {
    const linked = [...broadcast.entities.values()].filter((entity) => isPage(entity));
    return new Map(linked.map((entity) => [documentPage(entity, locale, input), entity.address]));
  });
  return {
    locales: broadcast.settings.locales,
    pageAt: (url, locale) => {
      const object = objectLinks?.at(url);
      return object ? addresses.get(objectKey(object.kind, object.id)) : pagesIn(locale).get(url);
    },
    addressOf: (kind, id) => addresses.get(objectKey(kind, id)),
    // Parentheses may have been encoded on the way, where a link could not contain them.
    mediaAt: (url) => media.get(url) ?? media.get(url.replace(/%2([89])/g, (_, digit) => (digit === '8' ? '(' : ')'))),
    documentAt: (url) => documents.get(url),
  };
}
