/** Media files in use that a build would refuse, for those who do not build. */
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { siteProblem } from '../site/problems.ts';
import type { Broadcast } from '../site/site.ts';
import { mediaNamedBy, type UsedMedia } from '../site/used/used-media.ts';
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
    for (const each of mediaNamedBy(entity))
      if (media.has(each.name) && !used.has(each.name) && isWanted(each)) used.set(each.name, each);
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
    return problem === undefined ? [] : [mediaRefused(each, problem)];
  });
}

export const mediaRefused = (used: UsedMedia, problem: string): Diagnostic =>
  siteProblem('media-refused', placeOf(used), `${used.name} is not on the site: ${problem}`);

const placeOf = ({ by, path }: UsedMedia) =>
  path === undefined ? wholeFile(by.document.source.file) : by.document.source.valueSpan(path);
