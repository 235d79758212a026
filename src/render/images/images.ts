import { hash } from 'node:crypto';
import { once } from '../../values/once.ts';
import { mediaTypeOf, publishedBytes } from './media-type.ts';
import { inspect, unreadable } from './inspect-media.ts';
import type { SvgCopy } from '../sanitise/svg.ts';
import { FORMATS, loadSharp, RECIPE, type Resizer, type Size, type Format } from './resizer.ts';
import { memoryCache, type VariantCache } from './variant-cache.ts';

/** A file in media/ as the site publishes it. Paths are relative to the site's root. */
export interface PublishedMedia {
  /** The file at the path that other services know. A photo is published there without its metadata. */
  readonly path: string;
  readonly width?: number;
  readonly height?: number;
  /** The same picture in better formats, the best first. */
  readonly sources: readonly {
    readonly type: `image/${string}`;
    readonly variants: readonly { readonly path: string; readonly width: number }[];
  }[];
  /** The picture for link previews. */
  readonly preview?: string;
  /** Squares for the icon of the application; `isTouch`: for phones that show it as it is. */
  readonly icons?: readonly { readonly path: string; readonly side: number; readonly isTouch: boolean }[];
  /** All files to write for it. */
  readonly files: readonly MediaOutput[];
  /** Why it is published in one form only: there is no `sharp`. */
  readonly warning?: string;
  /** The parts that the published copy of a drawing does not contain. */
  readonly without?: readonly string[];
}

export interface MediaOutput {
  readonly path: string;
  readonly read: () => Uint8Array;
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
  /** False if no page shows it: one size is enough. */
  readonly shown?: boolean;
  /** The colour behind it on phones, if it is the icon of the application. */
  readonly icons?: string | undefined;
}

interface PlannedMedia {
  readonly media: PublishedMedia;
  /** Makes the pictures that are not in the cache. Returns the reason if one cannot be made. */
  readonly make: () => Promise<MediaProblem | undefined>;
}

const WITHOUT_SHARP = '`sharp` is not installed: `npm install sharp`';
const AS_THEY_ARE = `photos are published as they are, large and with the location and time that cameras store in them, because ${WITHOUT_SHARP}`;

export type Images = ReturnType<typeof createImages>;

export function createImages(options: ImagesOptions) {
  const { measure, cache = memoryCache(), loadResizer = loadSharp } = options;
  const read = publishedBytes(options.read);
  const takeTurn = createQueue(2);
  const tools = once(loadResizer);

  const asItIs = (name: string): PublishedMedia => {
    const size = measure(name);
    return { path: name, ...size, sources: [], files: [{ path: name, read: () => read(name) }] };
  };

  const photo = async (name: string, { preview = false, shown: isShown = true }: Wish): Promise<Planned> => {
    const size = measure(name)!;
    const bytes = read(name);
    const digest = digestOf(bytes);
    const widths = isShown ? variantWidths(size.width) : [];
    const keys = FORMATS.flatMap((format) => widths.map((width): VariantKey => ({ digest, width, format })));
    const [clean, shown] = [cleanName(digest), previewName(digest)];
    const wanted = [clean, ...(preview ? [shown] : []), ...keys.map(cachedName)];
    const published = (variants: readonly VariantKey[]): PublishedMedia => {
      const own = { ...asItIs(name), files: [{ path: name, read: () => cache.read(clean) }] };
      return withPreview(withVariants(own, variants, cache), preview ? shown : undefined, cache);
    };
    if (wanted.every((each) => cache.has(each))) return { media: published(keys) };
    const sharp = await tools();
    if (!sharp) return { media: { ...asItIs(name), warning: AS_THEY_ARE } };
    const isAnimated = await sharp.isAnimated(bytes);
    const draw = async (): Promise<void> => {
      // Read again: all photos of a site may be larger than the memory.
      const again = read(name);
      cache.write(clean, await sharp.clean(again));
      if (preview) cache.write(shown, await sharp.preview(again, size));
      for (const each of isAnimated || !isShown ? [] : await sharp.resize(again, widths)) {
        cache.write(cachedName({ digest, ...each }), each.bytes);
      }
    };
    return { media: published(isAnimated ? [] : keys), draw };
  };

  /** Its text is published, without what no browser looks at. */
  const drawing = (name: string, copy?: SvgCopy): PublishedMedia => ({
    ...asItIs(name),
    files: [{ path: name, read: () => (copy ? Buffer.from(copy.text) : read(name)) }],
    ...(copy && { without: copy.without }),
  });

  /** Squares with the whole picture, for the icon of the application. A photo is drawn as it is published: upright. */
  const withIcons = async ({ media, draw }: Planned, name: string, ground: string): Promise<Planned> => {
    const size = measure(name);
    if (!size) return { media, draw };
    const bytes = media.files[0]!.read;
    const digest = digestOf(Buffer.concat([read(name), Buffer.from(ground)]));
    const icons = ICONS.map((icon) => ({ ...icon, name: `${digest}-icon-${icon.side}.png` }));
    const path = (cached: string): string => derivedPath(media.path, cached);
    const shown: PublishedMedia = {
      ...media,
      icons: icons.map(({ name: cached, side, isTouch }) => ({ path: path(cached), side, isTouch })),
      files: [
        ...media.files,
        ...icons.map(({ name: cached }) => ({ path: path(cached), read: () => cache.read(cached) })),
      ],
    };
    if (icons.every((icon) => cache.has(icon.name))) return { media: shown, draw };
    const sharp = await tools();
    if (!sharp) return { media, draw };
    return {
      media: shown,
      async draw() {
        await draw?.();
        for (const { name: cached, side, isTouch } of icons)
          cache.write(cached, await sharp.icon(bytes(), size, { side, ground: isTouch ? ground : undefined }));
      },
    };
  };

  const planned = async (name: string, wish: Wish): Promise<Planned | MediaProblem> => {
    const { problem, copy } = inspect(name, { read, measure });
    if (problem !== undefined) return { problem };
    switch (mediaTypeOf(name)) {
      case 'photo':
        return await takeTurn(() => photo(name, wish));
      case 'drawing':
        return { media: drawing(name, copy) };
      default:
        return { media: asItIs(name) };
    }
  };

  /** The facts about a file that pages need, before any picture is made. */
  const plan = async (name: string, wish: Wish = {}): Promise<PlannedMedia | MediaProblem> => {
    const found = await planned(name, wish).catch(problemOf);
    if ('problem' in found) return found;
    const { media, draw } = wish.icons === undefined ? found : await withIcons(found, name, wish.icons);
    return { media, make: async () => draw && (await takeTurn(draw).then(nothing, problemOf)) };
  };

  return {
    plan,
    async publish(name: string, wish?: Wish): Promise<PublishedMedia | MediaProblem> {
      const found = await plan(name, wish);
      return 'problem' in found ? found : ((await found.make()) ?? found.media);
    },
  };
}

interface Planned {
  readonly media: PublishedMedia;
  readonly draw?: (() => Promise<void>) | undefined;
}

const nothing = (): undefined => undefined;
const problemOf = (error: unknown): MediaProblem => ({ problem: unreadable(error) });

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

const ICONS = [
  { side: 192, isTouch: false },
  { side: 512, isTouch: false },
  { side: 180, isTouch: true },
];

/** From a phone to the text width of a desktop page at twice the pixel density. */
const WIDTHS = [480, 960, 1600];

/** The widths for a picture: never larger than the original, and none that is close to the next. */
export function variantWidths(width: number): readonly number[] {
  const largest = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((candidate) => candidate <= largest * 0.8), largest];
}

interface VariantKey {
  /** Covers the picture's content and the recipe, so that a name never refers to two pictures. */
  readonly digest: string;
  readonly width: number;
  readonly format: Format;
}

const digestOf = (bytes: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from(RECIPE), bytes]), 'hex').slice(0, 16);

/** `media/photos/bridge.jpg` at 480 pixels: `media/_/photos/bridge-0123456789abcdef-480.avif` */
const variantPath = (name: string, key: VariantKey): string => derivedPath(name, cachedName(key));

const cachedName = ({ digest, width, format }: VariantKey): string => `${digest}-${width}.${format}`;

/** The picture without metadata. It is published under the original's name. */
const cleanName = (digest: string): string => `${digest}-clean`;

/** The picture for link previews. */
const previewName = (digest: string): string => `${digest}-preview.jpg`;

/** A name may already be as long as file systems allow. Cut names do not clash: `cached` is a digest of the picture. */
export function derivedPath(name: string, cached: string): string {
  const stem = name.replace(/^media\//, '').replace(/\.[^./]*$/, '');
  const readable = stem.replace(/[^a-z0-9/]+/gi, '-').replace(/[^/]*$/, (last) => last.slice(0, 96));
  return `media/_/${readable}-${cached}`;
}

/** Limits how many tasks run at once: a large photo takes memory only while it is processed. */
function createQueue(atOnce: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // The slot passes directly to the next task.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
