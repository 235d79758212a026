/** What a build would report about media files in use, for those who do not build. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { siteProblem } from '../site/problems.ts';
import type { Broadcast } from '../site/site.ts';
import { mediaNamedBy, type UsedMedia } from '../site/used/used-media.ts';
import { publishedBytes } from './images/published-bytes.ts';
import { inspect, unreadable, type Inspection } from './images/inspect.ts';

interface Options {
  readonly readMedia: (name: string) => Uint8Array;
  /** Asked of each use until one is wanted: only then is the file looked at. */
  readonly isWanted?: (used: UsedMedia) => boolean;
}

export function inspectMedia(
  { entities, media }: Broadcast,
  { readMedia, isWanted = () => true }: Options,
): readonly Diagnostic[] {
  const used = new Map<string, UsedMedia>();
  for (const entity of entities.values()) {
    for (const each of mediaNamedBy(entity))
      if (media.has(each.name) && !used.has(each.name) && isWanted(each)) used.set(each.name, each);
  }
  const read = publishedBytes(readMedia);
  const inspected = (name: string): Inspection => {
    try {
      return inspect(name, { read, measure: () => media.get(name)?.imageSize() });
    } catch (error) {
      return { problem: unreadable(error) };
    }
  };
  return [...used.values()].flatMap((each) => {
    const { problem, copy } = inspected(each.name);
    if (problem !== undefined) return [mediaRefused(each, problem)];
    return copy ? [mediaReduced(each, copy.without)] : [];
  });
}

export const mediaRefused = (used: UsedMedia, problem: string): Diagnostic =>
  siteProblem('media-refused', used.at(), `${used.name} is not on the site: ${problem}`);

export const mediaReduced = ({ name, at }: UsedMedia, without: readonly string[]): Diagnostic =>
  siteProblem('media-reduced', at(), `${name} is published without ${without.join(' and ')}, which no browser shows`);
