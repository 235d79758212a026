import { isDeepStrictEqual } from 'node:util';
import { wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { siteProblem } from '../site/problems.ts';
import type { MediaFile, Site } from '../site/site.ts';
import { logoOf, pageImages, usedMedia, type UsedMedia } from '../site/used/used-media.ts';
import { createImages, type MediaOutput, type MediaProblem, type PublishedMedia, type Wish } from './images/images.ts';
import type { VariantCache } from './images/variant-cache.ts';
import { mediaReduced, mediaRefused, pictureWarnings } from './images/inspect-media.ts';

export interface SiteMedia {
  /** The published form of each file. Files that cannot be published are missing. */
  readonly published: ReadonlyMap<string, PublishedMedia>;
  readonly files: readonly MediaOutput[];
  readonly diagnostics: readonly Diagnostic[];
  /** Pictures that could not be made, once all others can be read. */
  readonly refused: Promise<readonly Diagnostic[]>;
}

/** The result for each file in an earlier build. */
export type MediaMemory = Map<string, PublishedFile>;

interface PublishedFile {
  readonly file: MediaFile | undefined;
  readonly wish: Wish;
  readonly result: PublishedMedia | MediaProblem;
}

interface Options {
  readonly readMedia: (name: string) => Uint8Array;
  /** The colour behind the icon of the application on phones. */
  readonly iconGround: string;
  readonly cache?: VariantCache | undefined;
  /** Lets a preview skip files that have not changed. */
  readonly memory?: MediaMemory | undefined;
  /** Pages are rendered while pictures are made. Otherwise those that cannot be made are not published. */
  readonly meanwhile?: boolean | undefined;
}

/** Publishes the files that visible content names, each once. A file that cannot be published is reported. */
export async function publishMedia(site: Site, options: Options): Promise<SiteMedia> {
  const { readMedia, iconGround, cache, memory = new Map<string, PublishedFile>(), meanwhile = false } = options;
  const measure = (name: string) => site.media(name)?.imageSize();
  const images = createImages({ read: readMedia, measure, ...(cache && { cache }) });
  // Link previews need absolute URLs, and without `site.url` there are none.
  const previewed = site.url === undefined ? new Set<string>() : pageImages(site);
  const logo = logoOf(site);
  const making: Promise<readonly Diagnostic[]>[] = [];
  const publish = async (used: UsedMedia): Promise<PublishedFile['result']> => {
    const { name, isShown: shown } = used;
    const file = site.media(name);
    const wish = { shown, preview: previewed.has(name), icons: name === logo ? iconGround : undefined };
    const earlier = memory.get(name);
    if (earlier && earlier.file === file && isDeepStrictEqual(earlier.wish, wish)) return earlier.result;
    const planned = await images.plan(name, wish);
    if ('problem' in planned) return planned;
    const made = planned.make();
    if (meanwhile) making.push(made.then((failed) => (failed ? [mediaRefused(used, failed.problem)] : [])));
    const result = (meanwhile ? undefined : await made) ?? planned.media;
    memory.set(name, { file, wish, result });
    return result;
  };
  const all = usedMedia(site);
  const results = await Promise.all(all.map(async (used) => ({ used, result: await publish(used) })));
  const names = new Set(all.map(({ name }) => name));
  for (const name of memory.keys()) if (!names.has(name)) memory.delete(name);
  const published = new Map<string, PublishedMedia>();
  const diagnostics: Diagnostic[] = [];
  const warned = new Set<string>();
  for (const { used, result } of results) {
    if ('problem' in result) {
      diagnostics.push(mediaRefused(used, result.problem));
      continue;
    }
    published.set(used.name, result);
    diagnostics.push(...pictureWarnings(used, site.media(used.name)));
    const { warning, without } = result;
    if (without) diagnostics.push(mediaReduced(used, without));
    if (warning === undefined || warned.has(warning)) continue;
    warned.add(warning);
    diagnostics.push(siteProblem('sharp-missing', wholeFile(site.media(used.name)?.file ?? used.name), warning));
  }
  return {
    published,
    files: [...published.values()].flatMap(({ files }) => files),
    diagnostics,
    refused: Promise.all(making).then((all) => all.flat()),
  };
}
