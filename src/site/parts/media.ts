import type { Locale, MediaObject } from '../../kinds/shapes/primitives.ts';
import type { Text } from '../text/localise.ts';
import { textIn } from '../text/localise.ts';
import type { Scope } from '../scope.ts';

export interface MediaView {
  readonly type: 'image' | 'video' | 'audio';
  /** A file of the repository, or one on another host, which is only ever linked to. */
  readonly source:
    | { readonly type: 'local'; readonly name: string }
    | { readonly type: 'external'; readonly url: string };
  readonly alt: Text;
  readonly width?: number;
  readonly height?: number;
}

type MediaValue = string | MediaObject | null | undefined;

interface Context {
  /** The language of the text around it, when it is not the page's. */
  readonly lang?: Locale | undefined;
  /** Stands before what the value itself says. */
  readonly alt?: string | null | undefined;
}

export function mediaView(value: MediaValue, scope: Scope, { lang, alt }: Context = {}): MediaView | undefined {
  const given: MediaObject | undefined = typeof value === 'string' ? { url: value } : (value ?? undefined);
  if (!given || given.url === '') return undefined;
  const file = scope.site.media(given.url);
  const isLocal = given.url.startsWith('media/');
  const size = file?.imageSize();
  return {
    type: typeOf(given),
    source: isLocal ? { type: 'local', name: given.url } : { type: 'external', url: given.url },
    alt: altText(alt ?? given.alt, given.url, scope, lang),
    ...(size && { width: size.width, height: size.height }),
  };
}

/** What is written at the place wins, unless it is in another language and the media document speaks the page's. */
function altText(written: string | null | undefined, url: string, scope: Scope, lang: Locale | undefined): Text {
  const entity = scope.site.entity(url.replace(/\.[^./]+$/, ''));
  const described = entity?.kind === 'media' ? scope.localised(entity).text('alt') : undefined;
  if (written && lang === undefined) return { text: written };
  if (described && described.lang === undefined) return described;
  return written ? textIn(written, lang) : (described ?? { text: '' });
}

const ENDINGS = { video: /\.(?:mp4|webm|mov|m4v)$/i, audio: /\.(?:mp3|ogg|opus|m4a|wav)$/i };

function typeOf({ url, type }: MediaObject): MediaView['type'] {
  if (type === 'video' || type === 'audio' || type === 'image') return type;
  const path = url.split(/[?#]/)[0]!;
  return ENDINGS.video.test(path) ? 'video' : ENDINGS.audio.test(path) ? 'audio' : 'image';
}
