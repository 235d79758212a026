import type { Locale, MediaObject } from '../../kinds/shapes/primitives.ts';
import type { Text } from '../text/localise.ts';
import { textIn } from '../text/localise.ts';
import type { Scope } from '../scope.ts';

export interface MediaView {
  readonly type: 'image' | 'video' | 'audio';
  /** A file in the repository, or one on another host, which is only linked to. */
  readonly source:
    | { readonly type: 'local'; readonly name: string }
    | { readonly type: 'external'; readonly url: string };
  readonly alt: Text;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export type MediaValue = string | MediaObject | null | undefined;

interface Context {
  /** The language of the surrounding text, if it differs from the page's. */
  readonly lang?: Locale | undefined;
  /** Takes precedence over the value's own. */
  readonly alt?: string | null | undefined;
}

export function mediaView(value: MediaValue, scope: Scope, context: Context = {}): MediaView | undefined {
  const given = mediaObject(value);
  if (!given || given.url === '') return undefined;
  const file = scope.site.media(given.url);
  const isLocal = given.url.startsWith('media/');
  const size = file?.imageSize();
  return {
    type: typeOf(given),
    source: isLocal ? { type: 'local', name: given.url } : { type: 'external', url: given.url },
    alt: altText(given, scope, context),
    ...(size && { width: size.width, height: size.height }),
  };
}

const mediaObject = (value: MediaValue): MediaObject | undefined =>
  typeof value === 'string' ? { url: value } : (value ?? undefined);

/** The text written beside the media wins, unless only the media document has one in the page's language. */
export function altText(value: MediaValue, scope: Scope, { lang, alt }: Context): Text {
  const { url = '', alt: own } = mediaObject(value) ?? {};
  const written = alt ?? own;
  const entity = scope.site.entity(url.replace(/\.[^./]+$/, ''));
  const described = entity?.kind === 'media' ? scope.localised(entity).text('alt') : undefined;
  if (written && lang === undefined) return { text: written };
  if (described && described.lang === undefined) return described;
  return written ? textIn(written, lang) : (described ?? { text: '' });
}

const EXTENSIONS = { video: /\.(?:mp4|webm|mov|m4v)$/i, audio: /\.(?:mp3|ogg|opus|m4a|wav)$/i };

function typeOf({ url, type }: MediaObject): MediaView['type'] {
  if (type === 'video' || type === 'audio' || type === 'image') return type;
  const path = url.split(/[?#]/)[0]!;
  return EXTENSIONS.video.test(path) ? 'video' : EXTENSIONS.audio.test(path) ? 'audio' : 'image';
}
