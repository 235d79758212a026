import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { pageImages } from '../site/page-images.ts';
import { siteProblem } from '../site/problems.ts';
import type { Site } from '../site/site.ts';
import { usedMedia, type UsedMedia } from '../site/used-media.ts';
import { createImages, type MediaOutput, type PublishedMedia } from './images/images.ts';
import type { VariantCache } from './images/variant-cache.ts';

export interface SiteMedia {
  /** What is published of a file; undefined when it cannot be. */
  readonly published: (name: string) => PublishedMedia | undefined;
  readonly files: readonly MediaOutput[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Options {
  readonly readMedia: (name: string) => Uint8Array;
  readonly cache?: VariantCache | undefined;
}

/** Publishes the files that visible content names, each once. One that cannot be is missing, and said so. */
export async function publishMedia(site: Site, { readMedia, cache }: Options): Promise<SiteMedia> {
  const measure = (name: string) => site.broadcast.media.get(name)?.imageSize();
  const images = createImages({ read: readMedia, measure, ...(cache && { cache }) });
  // Other sites need a whole address, and without one of its own the site has none to give.
  const previewed = site.url === undefined ? new Set<string>() : pageImages(site);
  const results = await Promise.all(
    usedMedia(site).map(async (used) => ({
      used,
      result: await images.publish(used.name, { preview: previewed.has(used.name) }),
    })),
  );
  const published = new Map<string, PublishedMedia>();
  const diagnostics: Diagnostic[] = [];
  const warned = new Set<string>();
  for (const { used, result } of results) {
    if ('problem' in result) {
      diagnostics.push(
        siteProblem('media-refused', placeOf(used), `${used.name} is not on the site: ${result.problem}`),
      );
      continue;
    }
    published.set(used.name, result);
    const { warning } = result;
    if (!warning || warned.has(warning.message)) continue;
    warned.add(warning.message);
    diagnostics.push(siteProblem(warning.code, wholeFile(fileOf(used, site)), warning.message));
  }
  return {
    published: (name) => published.get(name),
    files: [...published.values()].flatMap(({ files }) => files),
    diagnostics,
  };
}

const fileOf = ({ name }: UsedMedia, site: Site): string => site.broadcast.media.get(name)?.file ?? name;

const placeOf = ({ by, path }: UsedMedia) =>
  path === undefined ? wholeFile(by.document.source.file) : by.document.source.valueSpan(path);
