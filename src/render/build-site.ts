/** Builds the whole site: every page in every language, feeds and other files, and the media they show. */
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { stopPoint } from '../machine/stop-point.ts';
import { checkSite } from '../site/checks.ts';
import { pagesOf } from '../site/pages.ts';
import type { Redirect } from '../site/redirects.ts';
import { openSite, type SiteInput } from '../site/site.ts';
import { unknownIcons } from './icons/icons.ts';
import type { VariantCache } from './images/variant-cache.ts';
import { offlineFiles } from './offline/offline-files.ts';
import { offlineMedia } from './offline/offline-media.ts';
import { eachOnce, outputsOf, outputToolsOf } from './outputs.ts';
import { misspeltFiles, readOwnStrings } from './own-files.ts';
import { usedMedia, type UsedMedia } from '../site/used/used-media.ts';
import { inspectMedia } from './images/inspect-media.ts';
import { makeFiles } from './make-files.ts';
import { formerPaths, type RedirectSettings } from './former-paths.ts';
import { pictureNotes, sharedBy } from './shared.ts';
import type { ThemeSettings } from './theme/theme-css.ts';
import { readsMore } from './templates/reads-more.ts';
import type { TemplateFolder } from './templates/template-folder.ts';
import { createTemplates, type Templates } from './templates/templates.ts';
import { SITE_RECORD, siteRecordText } from '../values/site-record.ts';
import type { Writer, WriteSummary } from './writer/writer.ts';

export interface SiteBuild extends Omit<SiteInput, 'ownStrings'>, RedirectSettings {
  /** Errors in the content: the affected documents are not in the broadcast, and are missing from the site. */
  readonly problems?: readonly Diagnostic[];
  /** Marks blocks with their place in the files, for a preview. */
  readonly marked?: boolean;
  /** Builds a broadcast that is not for the web, and publishes a site with errors. */
  readonly force?: boolean;
  /** Leaves out every page and feed whose path it refuses. */
  readonly only?: ((path: string) => boolean) | undefined;
  /** Takes the name that content uses: `media/bridge.jpg`. */
  readonly readMedia: (name: string) => Uint8Array;
  /** The user's folder first, the default theme last. */
  readonly templateFolders: readonly TemplateFolder[];
  /** The site's own choices for its look. */
  readonly look?: ThemeSettings | undefined;
  readonly writer: Writer;
  /** Keeps pictures that took long to make. */
  readonly cache?: VariantCache | undefined;
  /** Stops the build. The published site does not change then. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of rendering a site. */
export interface BuildResult extends WriteSummary {
  /** The number of pages. */
  readonly pages: number;
  /** Former paths, and where they lead. */
  readonly redirects: readonly Redirect[];
  /** True if the same build gives the same site until `nextChange`: no file depends on the exact time or on more than content. */
  readonly lasting: boolean;
  /** The digest of each file of the site, by path. */
  readonly digests: ReadonlyMap<string, string>;
  /** The time from which the same content would build a different site. */
  readonly nextChange: number | undefined;
  /** False if the build failed. The previous output is then unchanged. */
  readonly published: boolean;
  /** What the site lacks, in words. */
  readonly notes: readonly string[];
  /** The problems, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the whole site and writes the files that changed. */
export async function buildSite(input: SiteBuild): Promise<BuildResult> {
  const templates = createTemplates({ folders: input.templateFolders });
  refuseUnlessWeb(input);
  try {
    return await build(input, templates);
  } catch (error) {
    input.writer.abandon();
    throw error;
  }
}

async function build(input: SiteBuild, templates: Templates): Promise<BuildResult> {
  const { broadcast, writer, signal, readMedia, cache, look, only = () => true, force = false } = input;
  const own = readOwnStrings(templates, broadcast.settings.locales);
  const site = openSite({ ...input, ownStrings: own.strings });
  const { pages, diagnostics: doublePaths } = pagesOf(site);
  const beforehand = [
    ...(input.problems ?? []),
    ...own.diagnostics,
    ...misspeltFiles(input.templateFolders),
    ...doublePaths,
    ...checkSite(site, broadcast),
    ...unknownIcons(site),
  ];
  // Pictures and pages of thousands of files take minutes, and a site with errors is not published.
  if (!force) {
    const shown = new Set(usedMedia(site).map(({ name }) => name));
    const isWanted = ({ name }: UsedMedia): boolean => shown.has(name);
    const found = [...beforehand, ...inspectMedia(broadcast, { readMedia, isWanted })];
    if (found.some(isError)) return { ...NOTHING_MADE, ...abandoned(writer), diagnostics: found };
  }
  // A picture that cannot be made is an error, with which a site is published only by force, and then without it.
  const shared = await sharedBy(site, { templates, readMedia, cache, look, meanwhile: !force });
  const { head, media, files } = shared;
  await stopPoint(signal);
  const tools = outputToolsOf({ site, head, published: media.published, templates }, input);
  writer.begin();
  const outputs = outputsOf(site, pages).filter(({ path }) => only(path));
  const former = formerPaths(site, { templates, outputs, shared, isWhole: !input.only }, input);
  const made = await makeFiles(outputs, { site, tools, writer, signal });
  for (const { path, text } of [...files, ...former.files]) writer.write(path.slice(1), text);
  const refused = await media.refused;
  if (refused.length === 0) {
    for (const { path, read } of media.files) writer.write(path, read());
    for (const { from, to, answer } of former.redirects)
      if (answer === 'copy') writer.write(from.slice(1), writer.read(to.slice(1)));
    if (site.settings.offline) {
      const { read } = writer;
      const digest = (path: string): string => writer.versionOf(path).digest;
      const sources = { texts: made.offline, files: offlineMedia(site, shared), read, digest, templates };
      for (const { path, text } of offlineFiles(site, sources)) writer.write(path.slice(1), text);
    }
  }
  const diagnostics = [
    ...beforehand,
    ...shared.diagnostics,
    ...former.diagnostics,
    ...refused,
    ...eachOnce(made.diagnostics),
  ];
  await stopPoint(signal);
  const isRight = !diagnostics.some(isError);
  const published = isRight || force;
  const { nextChange } = site.clock;
  if (published && !input.only) {
    writer.write(SITE_RECORD, siteRecordText({ digests: writer.soFar().digests, nextChange }));
  }
  return {
    pages: made.pages,
    ...(published ? { ...writer.finish({ remove: isRight }), digests: writer.soFar().digests } : abandoned(writer)),
    redirects: former.redirects,
    // The gallery shows a moment in ten days from now.
    lasting: isRight && !input.gallery && !readsMore(input.templateFolders),
    nextChange,
    published,
    notes: pictureNotes(site, media),
    diagnostics,
  };
}

const NOTHING_MADE = {
  pages: 0,
  redirects: [],
  lasting: false,
  nextChange: undefined,
  published: false,
  notes: [],
};

function abandoned(writer: Writer): WriteSummary & Pick<BuildResult, 'digests'> {
  const { digests, bytes } = writer.soFar();
  writer.abandon();
  return { files: digests.size, written: 0, unchanged: 0, removed: 0, bytes, kept: [], replaced: [], digests };
}

/** The broadcast is for the application only. */
export class NotForWeb extends UserError {
  constructor() {
    super('this broadcast is not for the web: broadcast.yaml has `isWeb: false`', {
      suggestion: 'set `isWeb: true`, or build anyway with --force',
    });
  }
}

function refuseUnlessWeb({ broadcast, force = false }: Pick<SiteBuild, 'broadcast' | 'force'>): void {
  const root = broadcast.entities.get('broadcast');
  if (force || root?.fields['isWeb'] !== false) return;
  throw new NotForWeb();
}
