/** The names of everything after a change: of documents, media files, pages, and of what redirects lead to. */
import type { Entity, ModelSettings } from '../../model/broadcast.ts';
import type { Renaming } from '../../model/renamed-mention.ts';
import { asPagePath, entityPath, namesLocale, pageAddress } from '../../model/site-paths.ts';
import type { ContentChange } from './content-change.ts';
import { allReadings } from './named-content.ts';
import type { OwnContent } from './own-layers.ts';

export interface NamesAfter extends Renaming {
  readonly wasDocument: (address: string) => boolean;
  /** The target of a redirect: the address of a document, or a path, perhaps with a fragment. Undefined if it goes. */
  readonly targetOf: (target: string) => string | undefined;
}

export function namesAfter(
  content: OwnContent,
  { addresses, paths }: ContentChange,
  { entities, settings }: { readonly entities: readonly Entity[]; readonly settings: ModelSettings },
): NamesAfter {
  const now = (names: ContentChange['paths'], name: string): string | undefined =>
    names.has(name) ? names.get(name) : name;
  const before = new Set(
    allReadings(content).flatMap(({ document, unreadable }) => document?.address ?? unreadable ?? []),
  );
  const after = new Set([...before].map((address) => now(addresses, address)));
  const pages = new Map(
    entities
      .filter(({ address, document }) => addresses.has(address) && document.declaration.page)
      .map((entity) => {
        const to = addresses.get(entity.address);
        const page = to === undefined ? to : `/${pageAddress(entity.document.declaration, to, entity.local.slug)}/`;
        return [entityPath(entity), page];
      }),
  );
  const pageNow = (path: string): string | undefined => {
    const locale = namesLocale(path, settings.locales) ? /^\/[^/]+/.exec(path)![0] : '';
    const own = path.slice(locale.length);
    if (!pages.has(asPagePath(own))) return path;
    const page = pages.get(asPagePath(own));
    return page === undefined ? undefined : locale + (own.endsWith('/') ? page : page.slice(0, -1));
  };
  return {
    nameOf: (to) => {
      if (to.type === 'page') return pageNow(to.path);
      return to.type === 'media' ? now(paths, to.name) : now(addresses, to.address);
    },
    addressOf: (address) => now(addresses, address) ?? address,
    isDocument: (address) => after.has(address),
    wasDocument: (address) => before.has(address),
    targetOf: (target) => {
      const [, path = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(target)!;
      const name = path.startsWith('/media/')
        ? now(paths, path.slice(1))?.replace(/^/, '/')
        : (path.startsWith('/') ? pageNow : (address: string) => now(addresses, address))(path);
      return name === undefined ? undefined : name + fragment;
    },
  };
}
