/** Pictures, videos and content from other sites. */
import type { Block } from '../../kinds/shapes/block.ts';
import type { Locale } from '../../kinds/shapes/primitives.ts';
import { mediaView } from '../parts/media.ts';
import { linkOf } from '../links/navigators.ts';
import type { Scope } from '../scope.ts';
import type { EmbedBlock, MediaBlock } from './view.ts';

type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>;

export function mediaItems({ values }: BlockOf<'media'>, scope: Scope, lang: Locale | undefined): MediaBlock['items'] {
  return (values ?? []).flatMap(({ media, alt, backgroundColor, fit, navigator }) => {
    const view = mediaView(media, scope, { lang, alt });
    if (!view) return [];
    const link = linkOf(navigator, scope);
    return {
      media: view,
      fit: fit === 'contain' ? 'contain' : 'cover',
      ...(backgroundColor && { backgroundColor }),
      ...(link && { link }),
    };
  });
}

export function embedItems({ values }: BlockOf<'embed'>): EmbedBlock['items'] {
  return (values ?? []).map(({ url, title }) => {
    const { host } = new URL(url);
    return { url, host, title: title ?? host };
  });
}
