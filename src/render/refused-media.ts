/** Problems of media files in use: of those that a build refuses, and of pictures that visitors would not see, or late. */
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { siteProblem } from '../site/problems.ts';
import type { Broadcast, MediaFile } from '../site/site.ts';
import { addUse, mediaNamedBy, type UsedMedia } from '../site/used/used-media.ts';
import { isRarelyShown, mediaTypeOf } from './images/media-type.ts';
import { publishedBytes } from './images/published-bytes.ts';
import { refusal, unreadable } from './images/refusal.ts';

interface Options {
  readonly readMedia: (name: string) => Uint8Array;
  /** Asked of each use until one is wanted: only then is the file looked at. */
  readonly isWanted?: (used: UsedMedia) => boolean;
}

export function refusedMedia(
  { entities, media }: Broadcast,
  { readMedia, isWanted = () => true }: Options,
): readonly Diagnostic[] {
  const used = new Map<string, UsedMedia>();
  for (const entity of entities.values()) {
    for (const each of mediaNamedBy(entity)) if (media.has(each.name) && isWanted(each)) addUse(used, each);
  }
  const read = publishedBytes(readMedia);
  const problemOf = (name: string): string | undefined => {
    try {
      return refusal(name, { read, measure: () => media.get(name)?.imageSize() });
    } catch (error) {
      return unreadable(error);
    }
  };
  return [...used.values()].flatMap((each) => {
    const problem = problemOf(each.name);
    return problem === undefined ? pictureWarnings(each, media.get(each.name)) : [mediaRefused(each, problem)];
  });
}

export const mediaRefused = (used: UsedMedia, problem: string): Diagnostic =>
  siteProblem('media-refused', placeOf(used), `${used.name} is not on the site: ${problem}`);

const LARGE = 5_000_000;

/** Warnings about a picture that is published. */
export function pictureWarnings(used: UsedMedia, file: MediaFile | undefined): readonly Diagnostic[] {
  const type = mediaTypeOf(used.name);
  if (!used.isShown) return [];
  if (isRarelyShown(used.name)) {
    const message = `most browsers do not show ${used.name}, because of its format`;
    return [siteProblem('picture-not-shown', placeOf(used), message, 'convert it to .jpg, .png or .webp')];
  }
  if (type === 'file' || type === 'refused' || !file || file.bytes <= LARGE) return [];
  const size = `${used.name} has ${(file.bytes / 1e6).toFixed(1)} MB`;
  const { effect, suggestion } = LARGE_PICTURES[type];
  return [siteProblem('picture-too-large', placeOf(used), `${size}${effect}`, suggestion)];
}

const LARGE_PICTURES = {
  photo: {
    effect: ': the site shows smaller copies, but the app loads the whole file',
    suggestion: 'scale it down, for example to 2,500 pixels',
  },
  animation: { effect: ', and is published as it is', suggestion: 'convert it to a video (.mp4), or shorten it' },
  drawing: { effect: ', and is published as it is', suggestion: 'simplify it, or export it as .jpg or .webp' },
} as const;

const placeOf = ({ by, path }: UsedMedia) =>
  path === undefined ? wholeFile(by.document.source.file) : by.document.source.valueSpan(path);
