import { checkSvg } from '../sanitise/svg.ts';
import { createQueue } from './queue.ts';
import { mediaTypeOf } from './media-type.ts';
import { FORMATS, loadSharp, MOST_PIXELS, type Resizer } from './resizer.ts';
import { memoryCache, type VariantCache } from './variant-cache.ts';
import { cachedName, digestOf, variantPath, variantWidths, type VariantKey } from './variants.ts';

/** A file of media/ as the site publishes it. Paths are counted from the site's root. */
export interface PublishedMedia {
  /** The file itself, at the address that other services know. */
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
  /** The same picture in better formats, the best first. */
  readonly sources: readonly PictureSource[];
  /** Everything to be written for it. */
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
  /** Why the file cannot be published, in words. */
  readonly problem: string;
}

export interface ImagesOptions {
  /** By the name that content uses: `media/bridge.jpg`. */
  readonly read: (name: string) => Uint8Array;
  readonly measure: (name: string) => { readonly width: number; readonly height: number } | undefined;
  readonly cache?: VariantCache;
  readonly loadResizer?: () => Promise<Resizer | undefined>;
}

export interface Images {
  readonly publish: (name: string) => Promise<PublishedMedia | MediaProblem>;
}

const SHARP_MISSING: MediaWarning = {
  code: 'sharp-missing',
  message: 'photos are published as they are, because `sharp` is not installed: `npm install sharp`',
};

export function createImages({ read, measure, cache = memoryCache(), loadResizer = loadSharp }: ImagesOptions): Images {
  const takeTurn = createQueue(2);
  let resizer: Promise<Resizer | undefined> | undefined;

  const asItIs = (name: string): PublishedMedia => {
    const size = measure(name);
    return { path: name, ...size, sources: [], files: [{ path: name, read: () => read(name) }] };
  };

  const photo = async (name: string): Promise<PublishedMedia | MediaProblem> => {
    const size = measure(name);
    if (!size) return { problem: 'it is not an image, or it is broken' };
    const megapixels = (size.width * size.height) / 1e6;
    if (size.width * size.height > MOST_PIXELS) {
      return {
        problem: `it has ${Math.round(megapixels)} megapixels; at most ${MOST_PIXELS / 1e6} can be made smaller`,
      };
    }
    const bytes = read(name);
    const digest = digestOf(bytes);
    const widths = variantWidths(size.width);
    const keys = FORMATS.flatMap((format) => widths.map((width): VariantKey => ({ digest, width, format })));
    if (!keys.every((key) => cache.has(cachedName(key)))) {
      const resize = await (resizer ??= loadResizer());
      if (!resize) return { ...asItIs(name), warning: SHARP_MISSING };
      const resized = await resize(bytes, widths);
      if (resized === 'animated') return asItIs(name);
      for (const variant of resized) cache.write(cachedName({ digest, ...variant }), variant.bytes);
    }
    return withVariants(asItIs(name), keys, cache);
  };

  const publish = async (name: string): Promise<PublishedMedia | MediaProblem> => {
    switch (mediaTypeOf(name)) {
      case 'photo':
        return await takeTurn(() => photo(name));
      case 'drawing': {
        const verdict = checkSvg(new TextDecoder().decode(read(name)));
        return verdict.ok ? asItIs(name) : { problem: `it cannot be published: ${verdict.reason}` };
      }
      case 'program':
        return { problem: 'it cannot be published: a browser would run it with the rights of the site' };
      case 'animation':
      case 'file':
        return asItIs(name);
    }
  };

  return {
    async publish(name) {
      try {
        return await publish(name);
      } catch (error) {
        const reason = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
        return { problem: `it cannot be read: ${reason}` };
      }
    },
  };
}

function withVariants(original: PublishedMedia, keys: readonly VariantKey[], cache: VariantCache): PublishedMedia {
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
