/** Pictures, videos, maps and content from other sites. */
import { mapView, type MapView } from '../parts/map-view.ts';
import { mediaView, type MediaView } from '../parts/media-view.ts';
import { linkOf, type Link } from '../links/navigator-links.ts';
import type { AnyBlock, SiteBlocks } from './block-type.ts';

interface MediaBlock extends AnyBlock<'media'> {
  readonly items: readonly {
    readonly media: MediaView;
    readonly backgroundColor?: string | undefined;
    readonly fit: 'cover' | 'contain';
    readonly link?: Link | undefined;
  }[];
}

interface EmbedBlock extends AnyBlock<'embed'> {
  readonly items: readonly { readonly url: string; readonly host: string; readonly title: string }[];
}

interface MapBlock extends AnyBlock<'map'> {
  readonly maps: readonly MapView[];
}

export type PictureBlock = MediaBlock | EmbedBlock | MapBlock;

export const pictureBlocks: SiteBlocks<PictureBlock> = {
  media: {
    view: ({ values }, { scope, lang }) => ({
      items: (values ?? []).flatMap(({ media: given, alt, backgroundColor, fit, navigator }) => {
        const view = mediaView(given, scope, { lang, alt });
        if (!view) return [];
        return {
          media: view,
          fit: fit === 'contain' ? 'contain' : 'cover',
          ...(backgroundColor && { backgroundColor }),
          link: linkOf(navigator, scope),
        };
      }),
    }),
    /** Cover images of articles, if no block has pictures. */
    sample: ({ site }, used) =>
      used?.values ??
      site
        .of('article')
        .flatMap(({ fields }) => (fields.cover_image_url ? [{ media: fields.cover_image_url }] : []))
        .slice(0, 3),
    hasFormats: true,
  },
  embed: {
    view: ({ values }) => ({
      items: (values ?? []).map(({ url, title }) => {
        const { host } = new URL(url);
        return { url, host, title: title ?? host };
      }),
    }),
    sample: () => [{ url: 'https://example.org/', title: 'Content from another site' }],
  },
  map: {
    view: ({ values }, { scope }) => ({
      maps: (values ?? []).flatMap(({ broadcastMapId }) => {
        const shown = scope.site.find('map', broadcastMapId);
        return shown ? mapView(shown, scope) : [];
      }),
    }),
    sample: ({ site }) =>
      site
        .of('map')
        .slice(0, 1)
        .map(({ address }) => ({ broadcastMapId: address })),
  },
};
