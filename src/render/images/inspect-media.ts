import { assertNever } from '../../diagnostics/errors.ts';
import { checkSvg, type SvgCopy } from '../sanitise/svg.ts';
import { asJpeg, notAPicture } from '../../content/picture-format.ts';
import { mediaTypeOf, refusalOf, isRarelyShown, publishedBytes } from './media-type.ts';
import { MOST_PIXELS, type Size } from './resizer.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { siteProblem } from '../../site/problems.ts';
import type { Broadcast, MediaFile } from '../../site/site.ts';
import { mediaNamedBy, type UsedMedia } from '../../site/used/used-media.ts';

interface MediaFiles {
  /** Takes the name that content uses: `media/bridge.jpg`. */
  readonly read: (name: string) => Uint8Array;
  readonly measure: (name: string) => Size | undefined;
}

/** The facts about a file before a picture is made of it. */
export interface Inspection {
  /** The reason why it is not published. */
  readonly problem?: string | undefined;
  /** A drawing that is published without parts of it. */
  readonly copy?: SvgCopy | undefined;
}

export function inspect(name: string, { read, measure }: MediaFiles): Inspection {
  const type = mediaTypeOf(name);
  switch (type) {
    case 'photo':
      return { problem: photoProblem(measure(name), () => read(name)) };
    case 'drawing':
      return inspectDrawing(read(name));
    case 'refused':
      return { problem: refusalOf(name) };
    case 'animation':
    case 'file':
      return {};
    default:
      return assertNever(type);
  }
}

/** The reason why a file that could not be read is not published. */
export function unreadable(error: unknown): string {
  const reason = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
  return `it cannot be read: ${reason}`;
}

function photoProblem(size: Size | undefined, bytes: () => Uint8Array): string | undefined {
  if (!size) return notAPicture(bytes());
  const pixels = size.width * size.height;
  if (pixels <= MOST_PIXELS) return undefined;
  return `it has ${Math.round(pixels / 1e6)} megapixels; the limit is ${MOST_PIXELS / 1e6}`;
}

function inspectDrawing(bytes: Uint8Array): Inspection {
  const verdict = checkSvg(bytes);
  return verdict.ok ? verdict : { problem: `it cannot be published: ${verdict.reason}` };
}

interface Options {
  readonly readMedia: (name: string) => Uint8Array;
  /** Uses that are not wanted are not reported, and a file without others is not looked at. */
  readonly isWanted?: (used: UsedMedia) => boolean;
}

/** The problems that a build would report about media files in use, for those who do not build. */
export function inspectMedia(
  { entities, media }: Broadcast,
  { readMedia, isWanted = () => true }: Options,
): readonly Diagnostic[] {
  const uses = [...entities.values()].flatMap(mediaNamedBy).filter((each) => media.has(each.name) && isWanted(each));
  const read = publishedBytes(readMedia);
  const inspected = (name: string): Inspection => {
    try {
      return inspect(name, { read, measure: () => media.get(name)?.imageSize() });
    } catch (error) {
      return { problem: unreadable(error) };
    }
  };
  return [...Map.groupBy(uses, ({ name }) => name)].flatMap(([name, all]) => {
    const { problem, copy } = inspected(name);
    if (problem !== undefined) return all.map((each) => mediaRefused(each, problem));
    const reduced = copy ? all.map((each) => mediaReduced(each, copy.without)) : [];
    return [...reduced, ...all.flatMap((each) => pictureWarnings(each, media.get(name)))];
  });
}

export const mediaRefused = (used: UsedMedia, problem: string): Diagnostic =>
  siteProblem('media-refused', used.at(), `${used.name} is not on the site: ${problem}`);

export const mediaReduced = ({ name, at }: UsedMedia, without: readonly string[]): Diagnostic =>
  siteProblem('media-reduced', at(), `${name} is published without ${without.join(' and ')}, which no browser shows`);

const LARGE = 5_000_000;

/** Warnings about a picture that is published. */
export function pictureWarnings(used: UsedMedia, file: MediaFile | undefined): readonly Diagnostic[] {
  const type = mediaTypeOf(used.name);
  if (!used.isShown) return [];
  if (isRarelyShown(used.name)) {
    const message = `most browsers do not show ${used.name}, because of its format`;
    const how = asJpeg(used.name.replace(/^.*\./, '').toLowerCase());
    return [siteProblem('picture-not-shown', used.at(), message, `${how}, and name that file here`)];
  }
  if (type === 'file' || type === 'refused' || !file || file.bytes <= LARGE) return [];
  const size = `${used.name} has ${(file.bytes / 1e6).toFixed(1)} MB`;
  const { effect, suggestion } = LARGE_PICTURES[type];
  return [siteProblem('picture-too-large', used.at(), `${size}${effect}`, suggestion(file))];
}

/** Enough for a large screen. */
const LONGEST_SIDE = 2500;

function smallerPhoto({ bytes, imageSize }: MediaFile): string {
  const { width, height } = imageSize() ?? { width: 0, height: 0 };
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return [
    ...(scale < 1 ? ['scale it down to 2,500 pixels'] : []),
    ...(bytes * scale ** 2 > LARGE ? ['save it as .jpg or .webp with a quality of about 80'] : []),
  ].join(', and ');
}

const LARGE_PICTURES = {
  photo: {
    effect: ': the site shows smaller copies, but the app loads the whole file',
    suggestion: smallerPhoto,
  },
  animation: { effect: ', and is published as it is', suggestion: () => 'convert it to a video (.mp4), or shorten it' },
  drawing: { effect: ', and is published as it is', suggestion: () => 'simplify it, or export it as .jpg or .webp' },
} as const;
