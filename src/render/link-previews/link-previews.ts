/** Link previews of pages without a picture. Their names contain a digest of what they show. */
import { hash } from 'node:crypto';
import type { PageView } from '../../site/pages/view.ts';
import type { VariantCache } from '../images/variant-cache.ts';
import { inThisThread, type Beside } from '../writer/output-store.ts';
import {
  fontsIn,
  type LinkPreviewContent,
  type LinkPreview,
  type LinkPreviewLook,
  type LinkPreviewStyle,
  type Rgb,
} from './draw-link-preview.ts';
import { parseColour } from '../../kinds/colour.ts';
import type { Site } from '../../site/site.ts';
import type { ThemeFont } from '../theme/fonts.ts';
import { readLook, type TextStyleLook } from '../theme/look.ts';
import type { SiteTheme } from '../theme/theme-css.ts';

export type LinkPreviews = ReturnType<typeof createLinkPreviews>;

const MOST_PAGES = 1000;

export const isLinkPreview = (path: string): boolean => /(?:^|\/)card\.[0-9a-f]{16}\.png$/.test(path);

/** Above this number of pages, link previews are drawn only if the configuration asks for them. */
export const wantsLinkPreviews = (wish: boolean | undefined, pages: number): boolean => wish ?? pages <= MOST_PAGES;

export function createLinkPreviews(style: LinkPreviewStyle, cache?: VariantCache) {
  const fonts = fontsIn(style);
  let made: LinkPreview[] = [];
  const cached = ({ name }: LinkPreview): string => `card-${name}.png`;
  /** Begins to draw link previews. The function waits for all of them, in order. */
  const begin = (linkPreviews: readonly LinkPreview[], draw: Beside['draw']): (() => readonly Uint8Array[]) => {
    const missing = linkPreviews.filter((preview) => cache?.has(cached(preview)) !== true);
    const drawn = draw(
      style,
      missing.map(({ content }) => content),
    );
    return () => {
      const bytes = new Map(drawn().map((each, index) => [missing[index]!, each]));
      for (const [preview, each] of bytes) cache?.write(cached(preview), each);
      return linkPreviews.map((preview) => bytes.get(preview) ?? cache!.read(cached(preview)));
    };
  };
  const canDraw = (words: string): boolean =>
    [...words].every(
      (character) => !/[\p{L}\p{N}]/u.test(character) || fonts.title.some((font) => font.has(character)),
    );
  return {
    /** The path of a page's link preview; undefined if its title cannot be drawn. */
    pathOf(page: PageView): string | undefined {
      const content = contentOf(page);
      // Pages for frames, screens and paper are not shared.
      if (!page.seo.mayBeShared || content.title === '' || !isSimple(content.title) || !canDraw(content.title))
        return undefined;
      const name = hash('sha256', JSON.stringify([style.digest, content])).slice(0, 16);
      const path = `${page.path}card.${name}.png`;
      made.push({ path: path.slice(1), name, content });
      return path;
    },
    /** The link previews since the last call. */
    take(): readonly LinkPreview[] {
      const taken = made;
      made = [];
      return taken;
    },
    begin,
    /** Also one of an earlier build with the same style. */
    draw: (preview: LinkPreview): Uint8Array => begin([preview], inThisThread.draw)()[0]!,
  };
}

/** Letters of other scripts change with their neighbours or run from right to left, which needs more than outlines. */
const SIMPLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}]*$/u;

const isSimple = (text: string): boolean => SIMPLE.test(text);

function contentOf({ title, seo, body }: PageView): LinkPreviewContent {
  const words = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const name = words(title.text);
  const colour = 'slot' in body && body.slot.colour ? rgbOf(body.slot.colour) : undefined;
  return {
    title: name,
    details: seo.details.map(words).filter(isSimple),
    siteName: words(seo.siteName) === name ? '' : words(seo.siteName),
    ...(colour && { colour }),
  };
}

/** For themes without fonts of their own, and for letters that these do not have. */
export interface FallbackFonts {
  readonly title: Uint8Array;
  readonly text: Uint8Array;
}

/** Change it to have all link previews drawn again. */
const RECIPE = 'v2';

/** The weight of a link preview's text: lighter letters vanish in small previews. */
const TEXT_WEIGHT = 600;

interface Sources {
  readonly schemes: SiteTheme['schemes'];
  readonly fonts: readonly ThemeFont[];
  readonly fallback: FallbackFonts;
}

export function linkPreviewStyleOf(site: Site, { schemes, fonts, fallback }: Sources): LinkPreviewStyle {
  const { light } = schemes;
  const look: LinkPreviewLook = {
    background: rgbOf(light['app-bar-background'])!,
    text: rgbOf(light['app-bar-accent'])!,
    stripe: rgbOf(light['primary-background'])!,
  };
  const { textStyles } = readLook(site.root);
  const style = (name: TextStyleLook['name']) => textStyles.find((each) => each.name === name)!.font;
  const files = {
    title: [...fileOf(style('title'), fonts), fallback.title],
    text: [...fileOf({ ...style('body'), weight: TEXT_WEIGHT }, fonts), fallback.text],
  };
  const bytes = [...files.title, ...files.text].map((file) => hash('sha256', file));
  return { look, ...files, digest: hash('sha256', JSON.stringify([RECIPE, look, bytes])) };
}

/** A file on another host is not read. */
function fileOf({ fontHolderId, weight }: TextStyleLook['font'], fonts: readonly ThemeFont[]): readonly Uint8Array[] {
  const font = fonts.find(({ names }) => fontHolderId !== undefined && names.includes(fontHolderId));
  const [nearest] = (font?.cuts ?? [])
    .filter(({ read }) => read !== undefined)
    .toSorted((one, other) => Math.abs(one.weight - weight) - Math.abs(other.weight - weight));
  try {
    return nearest ? [nearest.read!()] : [];
  } catch {
    // The missing file is reported where the style sheet needs it.
    return [];
  }
}

function rgbOf(written: string): Rgb | undefined {
  const colour = parseColour(written);
  return colour && [colour.r, colour.g, colour.b];
}
