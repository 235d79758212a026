/** Builds the whole site: every page in every language, feeds and other files, and the media they show. */
import { isError, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { option, worded } from '../diagnostics/wording.ts';
import { stopPoint } from '../machine/stop-point.ts';
import { checkSite } from '../site/checks.ts';
import { pagesOf } from '../site/pages.ts';
import type { SitePage } from '../site/pages/view.ts';
import { openSite, type Site, type SiteInput } from '../site/site.ts';
import { wantsCards, type FallbackFonts } from './cards/draw-cards.ts';
import { unknownIcons } from './icons/icons.ts';
import type { VariantCache } from './images/variant-cache.ts';
import { offlineFiles } from './offline/offline-files.ts';
import { offlineMedia } from './offline/offline-media.ts';
import { eachOnce, outputsOf, outputToolsOf } from './outputs.ts';
import { checkOwnFiles } from './own-files.ts';
import { readOwnStrings } from './own-strings.ts';
import type { BlockStore } from './remember/remembered-block.ts';
import { recallFrom, reuseFiles, type Recall } from './remember/recall.ts';
import { createRecorder } from './remember/recorder.ts';
import type { BuildWorld } from './remember/world.ts';
import { usedMedia, type UsedMedia } from '../site/used/used-media.ts';
import { inspectMedia } from './images/inspect-media.ts';
import { makeFiles, type MadeFiles } from './make-files.ts';
import { sharedBy, type Shared } from './shared.ts';
import type { ThemeSettings } from './theme/theme-css.ts';
import type { TemplateFolder } from './templates/template-folder.ts';
import { createTemplates, type Templates } from './templates/templates.ts';
import type { Writer, WriteSummary } from './writer/writer.ts';

export interface SiteBuild extends Omit<SiteInput, 'ownStrings'> {
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
  readonly cache?: VariantCache;
  /** The memory of what earlier builds rendered. */
  readonly memory?: BuildMemory | undefined;
  /** The fonts of link previews, for themes that have none. Absent: no page gets a link preview. */
  readonly cardFonts?: (() => FallbackFonts) | undefined;
  /** Stops the build. The published site does not change then. */
  readonly signal?: AbortSignal | undefined;
}

export interface BuildMemory {
  readonly store: BlockStore;
  /** A digest of everything that is the same for all files: the program, its version, and the settings of the site. */
  readonly scope: string;
}

/** The result of rendering a site. */
export interface BuildResult {
  /** The number of pages. */
  readonly pages: number;
  /** The number of files. */
  readonly files: number;
  /** The number of files that were written. */
  readonly written: number;
  /** The number of files that did not change. */
  readonly unchanged: number;
  /** The number of files that were removed. */
  readonly removed: number;
  /** Files of an earlier build that were edited since. They are kept. */
  readonly kept: readonly string[];
  /** Files not written by gitcast that pages have replaced. Copies are in the trash. */
  readonly replaced: readonly string[];
  /** The number of files that an earlier build had rendered. */
  readonly remembered: number;
  /** The number of files that are rendered from content. */
  readonly outputs: number;
  /**
   * True if the same build gives the same site until `nextChange`: no file depends on the exact time, or on something that
   * cannot be compared. Only known for a build that remembers.
   */
  readonly lasting: boolean;
  /** The size of all files. */
  readonly bytes: number;
  /** The digest of each file of the site, by path. */
  readonly digests: ReadonlyMap<string, string>;
  /** The time from which the same content would build a different site. */
  readonly nextChange: number | undefined;
  /** False if the build failed. The previous output is then unchanged. */
  readonly published: boolean;
  /** The problems, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the whole site and writes the files that changed. */
export async function buildSite({ templateFolders, ...input }: SiteBuild): Promise<BuildResult> {
  const templates = createTemplates({ folders: templateFolders });
  refuseUnlessWeb(input);
  try {
    return await build({ ...input, templates });
  } catch (error) {
    input.writer.abandon();
    throw error;
  }
}

interface Prepared extends Omit<SiteBuild, 'templateFolders'> {
  readonly templates: Templates;
}

async function build(input: Prepared): Promise<BuildResult> {
  const { writer, signal } = input;
  const own = readOwnStrings(input.templates, input.broadcast.settings.locales);
  const site = openSite({ ...input, ownStrings: own.strings });
  const { pages, diagnostics: doublePaths } = pagesOf(site);
  const known = [
    ...(input.problems ?? []),
    ...own.diagnostics,
    ...checkOwnFiles(input.templates, site.locales),
    ...doublePaths,
    ...checkSite(site, input.broadcast),
    ...unknownIcons(site),
  ];
  // Pictures and pages of thousands of files take minutes, and a site with errors is not published.
  if (!input.force) {
    const shown = new Set(usedMedia(site).map(({ name }) => name));
    const isWanted = ({ name }: UsedMedia): boolean => shown.has(name);
    const found = [...known, ...inspectMedia(input.broadcast, { readMedia: input.readMedia, isWanted })];
    if (found.some(isError)) return notBuilt(found, writer);
  }
  const { memory: remembering, cardFonts: fonts, ...sources } = input;
  const wanted = site.url !== undefined && wantsCards(site.settings.cards, pages.length * site.locales.length);
  const cardFonts = wanted ? fonts?.() : undefined;
  // A picture that cannot be made is an error, with which a site is published only by force, and then without it.
  const shared = await sharedBy(site, { ...sources, cardFonts, meanwhile: !input.force });
  const { head, media, files } = shared;
  await stopPoint(signal);
  const { templates } = input;
  const world = { site, head, published: media.published, templates, ownStrings: own.strings };
  const recall = remembering && recallFrom(remembering.store, remembering.scope, world);
  const made = await makeAll(world, pages, { ...input, recall });
  for (const { path, text } of files) writer.write(path.slice(1), text);
  const refused = await media.refused;
  if (refused.length === 0) {
    for (const { path, read } of media.files) writer.write(path, read());
    if (site.settings.offline) addOffline(site, { texts: made.offline, shared, writer, templates });
  }
  recall?.forgetUnused();
  const ofFiles = made.problems.toSorted((one, other) => one.index - other.index);
  const diagnostics = [
    ...known,
    ...shared.diagnostics,
    ...refused,
    ...eachOnce(ofFiles.flatMap((each) => each.diagnostics)),
  ];
  await stopPoint(signal);
  const isRight = !diagnostics.some(isError);
  const published = isRight || input.force === true;
  return {
    pages: made.pages,
    ...(published ? writer.finish({ remove: isRight }) : abandoned(writer)),
    remembered: made.remembered,
    outputs: made.outputs,
    lasting: isRight && made.lasting,
    digests: writer.soFar().digests,
    nextChange: site.clock.nextChange,
    published,
    diagnostics,
  };
}

const notBuilt = (diagnostics: readonly Diagnostic[], writer: SiteBuild['writer']): BuildResult => ({
  pages: 0,
  ...abandoned(writer),
  remembered: 0,
  outputs: 0,
  lasting: false,
  digests: writer.soFar().digests,
  nextChange: undefined,
  published: false,
  diagnostics,
});

/** Other sites need the absolute address of a picture. */
interface Offline extends Pick<Prepared, 'writer' | 'templates'> {
  readonly texts: MadeFiles['offline'];
  readonly shared: Shared;
}

function addOffline(site: Site, { texts, shared, writer, templates }: Offline): void {
  const files = offlineFiles(site, {
    texts,
    files: offlineMedia(site, shared),
    read: (path) => Buffer.from(writer.read(path)).toString('latin1'),
    version: writer.versionOf,
    templates,
  });
  for (const { path, text } of files) writer.write(path.slice(1), text);
}

function abandoned(writer: Writer): WriteSummary {
  const { digests, bytes } = writer.soFar();
  writer.abandon();
  return { files: digests.size, written: 0, unchanged: 0, removed: 0, bytes, kept: [], replaced: [] };
}

interface Making extends Pick<SiteBuild, 'writer' | 'signal' | 'only' | 'marked' | 'cache'> {
  readonly recall: Recall | undefined;
}

/** Renders what no earlier build has rendered. */
async function makeAll(world: BuildWorld, pages: readonly SitePage[], making: Making) {
  const { writer, signal, recall, only = () => true } = making;
  writer.begin();
  const outputs = outputsOf(world.site, pages).filter(({ path }) => only(path));
  const tools = outputToolsOf(world, making);
  const made: MadeFiles = { pages: 0, problems: [], offline: [], lasting: recall !== undefined };
  const wanted = recall ? reuseFiles(outputs, { recall, writer, cards: tools.cards }, made) : [...outputs.keys()];
  const recorder = recall && createRecorder({ world, tools });
  await makeFiles(
    { site: world.site, outputs, wanted, tools, writer, signal, recorder, remember: recall?.remember },
    made,
  );
  return { ...made, remembered: outputs.length - wanted.length, outputs: outputs.length };
}

/** The broadcast is for the application only. */
export class NotForWeb extends UserError {
  constructor() {
    super('this broadcast is not for the web: broadcast.yaml has `isWeb: false`', {
      suggestion: worded`set \`isWeb: true\`, or build anyway with ${option('force')}`,
    });
  }
}

function refuseUnlessWeb({ broadcast, force = false }: Pick<SiteBuild, 'broadcast' | 'force'>): void {
  const root = broadcast.entities.get('broadcast');
  if (force || root?.fields['isWeb'] !== false) return;
  throw new NotForWeb();
}
