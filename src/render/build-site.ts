import { buildWith, type BuildInput, type BuildResult } from './build.ts';
import type { VariantCache } from './images/variant-cache.ts';
import type { Helpers } from './share/share.ts';
import type { TemplateFolder } from './templates/template-folder.ts';
import { createTemplates } from './templates/templates.ts';
import type { Writer } from './writer/writer.ts';

export interface SiteBuild extends BuildInput {
  /** Takes the name that content uses: `media/bridge.jpg`. */
  readonly readMedia: (name: string) => Uint8Array;
  /** The user's folder first, the default theme last. */
  readonly templateFolders: readonly TemplateFolder[];
  readonly writer: Writer;
  readonly cache?: VariantCache;
  readonly helpers?: Helpers;
}

/** Renders the whole site and writes the files that changed. */
export function buildSite(build: SiteBuild): Promise<BuildResult> {
  const { readMedia, templateFolders, writer, cache, helpers, ...input } = build;
  const templates = createTemplates({ folders: templateFolders });
  return buildWith({ templates, readMedia, writer, ...(cache && { cache }), ...(helpers && { helpers }) }, input);
}
