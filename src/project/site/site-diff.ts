/** Compares two builds of a site, for people who review a change. */
import { resolve } from 'node:path';
import { compareBuilds, isSameSite, type SiteDiff } from '../../publish/compare-builds.ts';
import type { Outside } from '../outside.ts';
import { readSite } from './manifest.ts';
import { takePictures, type Pictures } from './pictures/pictures.ts';

/** The options of `siteDiff`. */
export interface SiteDiffOptions {
  /** The site as it was: a folder, a manifest as a file or a web address, or `published` for the recorded manifest. */
  readonly base: string;
  /** The site as it will be. */
  readonly next: string;
  /** The folder for pictures of pages before and after. Both sites must be folders then. */
  readonly pictures?: string | undefined;
  /** The target whose published site is meant (default: `defaultTarget` in the configuration). */
  readonly target?: string | undefined;
}

/** The result of comparing two builds. */
export interface ComparedSites {
  /** What `gitcast site diff --json` prints. */
  readonly report: SiteDiffReport;
}

/** The differences between two builds. */
export interface SiteDiffReport extends SiteDiff {
  /** True if every file is the same. */
  readonly equal: boolean;
  /** Null unless pictures were asked for. */
  readonly pictures: Pictures | null;
}

export async function siteDiff(outside: Outside, options: SiteDiffOptions): Promise<ComparedSites> {
  const { base, next, pictures, target } = options;
  const [before, after] = [await readSite(base, outside, { target }), await readSite(next, outside, { target })];
  const diff = compareBuilds(before, after);
  const taken =
    pictures === undefined
      ? null
      : await takePictures(outside, { diff, before, after, folder: resolve(outside.folder, pictures) });
  return { report: { equal: isSameSite(diff), ...diff, pictures: taken } };
}
