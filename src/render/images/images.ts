import { assertNever } from '../../diagnostics/errors.ts';
import { withLineFeeds } from '../../values/line-breaks.ts';
import { checkSvg } from '../sanitise/svg.ts';
import { createQueue } from './queue.ts';
import { isText, mediaTypeOf, refusalOf } from './media-type.ts';
import { FORMATS, loadSharp, MOST_PIXELS, type Resizer, type Size } from './resizer.ts';
import { memoryCache, type VariantCache } from './variant-cache.ts';
import {
  cachedName,
  cleanName,
  derivedPath,
  digestOf,
  previewName,
  variantPath,
  variantWidths,
  type VariantKey,
} from './variants.ts';

/** A file in media/ as the site publishes it. Paths are relative to the site's root. */
export interface PublishedMedia {
  /** The file at the path that other services know. A photo is published there without its metadata. */
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
  /** The same picture in better formats, the best first. */
  readonly sources: readonly PictureSource[];
  /** The picture for link previews. */
  readonly preview?: string;
  /** All files to write for it. */
  readonly files: readonly MediaOutput[];
  readonly warning?: MediaWarning;
}

export interface PictureSource {
  readonly type: `image/${string}`;
  readonly variants: readonly { readonly path: string; readonly width: number }[];
}

export interface MediaOutput {
  readonly path: string;
  readonly read: () => Uint8Array;
}

export interface MediaWarning {
  readonly code: 'sharp-missing';
  readonly message: string;
}

export interface MediaProblem {
  /** The reason why the file cannot be published. */
  readonly problem: string;
}

export interface ImagesOptions {
  /** Takes the name that content uses: `media/bridge.jpg`. */
  readonly read: (name: string) => Uint8Array;
  readonly measure: (name: string) => Size | undefined;
  readonly cache?: VariantCache;
  readonly loadResizer?: () => Promise<Resizer | undefined>;
}

export interface Wish {
  /** True if it is a page's picture, which other sites may show in link previews. */
  readonly preview?: boolean;
}

export interface Images {
  readonly publish: (name: string, wish?: Wish) => Promise<PublishedMedia | MediaProblem>;
}

const WITHOUT_SHARP = '`sharp` is not installed: `npm install sharp`';
const AS_THEY_ARE: MediaWarning = {
  code: 'sharp-missing',
  message: `photos are published as they are, large and with the location and time that cameras store in them, because ${WITHOUT_SHARP}`,
};
const NO_PREVIEW: MediaWarning = {
  code: 'sharp-missing',
  message: `link previews of pages with an SVG have no image, because ${WITHOUT_SHARP}`,
};

export function createImages(options: ImagesOptions): Images {
  const { measure, cache = memoryCache(), loadResizer = loadSharp } = options;
  // The site must not depend on the line breaks of this checkout.
  const read = (name: string): Uint8Array => (isText(name) ? lineFeedsOnly(options.read(name)) : options.read(name));
  const takeTurn = createQueue(2);
  let resizer: Promise<Resizer | undefined> | undefined;
  const tools = (): Promise<Resizer | undefined> => (resizer ??= loadResizer());

  const asItIs = (name: string): PublishedMedia => {
    const size = measure(name);
    return { path: name, ...size, sources: [], files: [{ path: name, read: () => read(name) }] };
  };

  const photo = async (name: string, { preview = false }: Wish): Promise<PublishedMedia | MediaProblem> => {
    const size = measure(name);
    if (!size) return { problem: 'it is not an image, or it is damaged' };
    const pixels = size.width * size.height;
    if (pixels > MOST_PIXELS) {
      return {
        problem: `it has ${Math.round(pixels / 1e6)} megapixels; the limit is ${MOST_PIXELS / 1e6}`,
      };
    }
    const bytes = read(name);
    const digest = digestOf(bytes);
    const widths = variantWidths(size.width);
    const keys = FORMATS.flatMap((format) => widths.map((width): VariantKey => ({ digest, width, format })));
    const [clean, shown] = [cleanName(digest), previewName(digest)];
    const wanted = [clean, ...(preview ? [shown] : []), ...keys.map(cachedName)];
    if (!wanted.every((each) => cache.has(each))) {
      const sharp = await tools();
      if (!sharp) return { ...asItIs(name), warning: AS_THEY_ARE };
      cache.write(clean, await sharp.clean(bytes));
      if (preview) cache.write(shown, await sharp.preview(bytes, size));
      const resized = await sharp.resize(bytes, widths);
      for (const each of resized === 'animated' ? [] : resized) {
        cache.write(cachedName({ digest, ...each }), each.bytes);
      }
    }
    const variants = keys.filter((key) => cache.has(cachedName(key)));
    const own = { ...asItIs(name), files: [{ path: name, read: () => cache.read(clean) }] };
    return withPreview(withVariants(own, variants, cache), preview ? shown : undefined, cache);
  };

  /** Its text is published as it is; only its link preview is rendered to pixels. */
  const drawing = async (name: string, { preview = false }: Wish): Promise<PublishedMedia | MediaProblem> => {
    const bytes = read(name);
    const verdict = checkSvg(bytes);
    if (!verdict.ok) return { problem: `it cannot be published: ${verdict.reason}` };
    const size = measure(name);
    if (!preview || !size) return asItIs(name);
    const shown = previewName(digestOf(bytes));
    if (!cache.has(shown)) {
      const sharp = await tools();
      if (!sharp) return { ...asItIs(name), warning: NO_PREVIEW };
      cache.write(shown, await sharp.preview(bytes, size));
    }
    return withPreview(asItIs(name), shown, cache);
  };

  const publish = async (name: string, wish: Wish): Promise<PublishedMedia | MediaProblem> => {
    const type = mediaTypeOf(name);
    switch (type) {
      case 'photo':
        return await takeTurn(() => photo(name, wish));
      case 'drawing':
        return await takeTurn(() => drawing(name, wish));
      case 'refused':
        return { problem: refusalOf(name) };
      case 'animation':
      case 'file':
        return asItIs(name);
      default:
        return assertNever(type);
    }
  };

  return {
    async publish(name, wish = {}) {
      try {
        return await publish(name, wish);
      } catch (error) {
        const reason = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
        return { problem: `it cannot be read: ${reason}` };
      }
    },
  };
}

/** Works on bytes, for any encoding. */
function lineFeedsOnly(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(RETURN)) return bytes;
  return Buffer.from(withLineFeeds(Buffer.from(bytes).toString('latin1')), 'latin1');
}

const RETURN = 13;

function withVariants(original: PublishedMedia, keys: readonly VariantKey[], cache: VariantCache): PublishedMedia {
  if (keys.length === 0) return original;
  const pathOf = (key: VariantKey): string => variantPath(original.path, key);
  return {
    ...original,
    sources: FORMATS.map((format) => ({
      type: `image/${format}`,
      variants: keys.filter((key) => key.format === format).map((key) => ({ path: pathOf(key), width: key.width })),
    })),
    files: [...original.files, ...keys.map((key) => ({ path: pathOf(key), read: () => cache.read(cachedName(key)) }))],
  };
}

function withPreview(media: PublishedMedia, name: string | undefined, cache: VariantCache): PublishedMedia {
  if (name === undefined) return media;
  const path = derivedPath(media.path, name);
  return { ...media, preview: path, files: [...media.files, { path, read: () => cache.read(name) }] };
}
