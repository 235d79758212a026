import { buildManifestText } from '../../publish/build-manifest.ts';
import type { Outside } from '../outside.ts';
import { configOf } from '../settings/load-config.ts';
import { readManifest } from './manifest.ts';
import { publishedSite } from './published-site.ts';

/** The options of `recordSite`. */
export interface RecordSiteOptions {
  /** The manifest of the site that was published: a file or a web address. */
  readonly manifest: string;
  /** A target in the configuration (default: its `defaultTarget`). */
  readonly target?: string | undefined;
}

/** What `gitcast site record --json` prints. */
export interface RecordedSite {
  /** The ref that has the manifest now. */
  readonly ref: string;
  /** The commit that the site was built from. */
  readonly commit: string | null;
  /** The number of pages. */
  readonly pages: number;
  /** When the site changes by itself. */
  readonly next_change: string | null;
}

/** Records which site is published, for reviews and scheduled builds. */
export async function recordSite(
  outside: Outside,
  { manifest: source, target }: RecordSiteOptions,
): Promise<RecordedSite> {
  const manifest = await readManifest(source, outside, { target });
  const { where, write } = publishedSite(configOf(outside), target);
  await write(buildManifestText(manifest));
  const { commit, pages, next_change } = manifest;
  return { ref: where, commit, pages: Object.keys(pages).length, next_change };
}
