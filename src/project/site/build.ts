import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { checkContent } from '../../model/check-content.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import { buildSite, NotForWeb, type BuildResult, type SiteBuild } from '../../render/build.ts';
import { diskStore, outputKeptIn, type DiskStoreOptions } from '../../render/writer/disk-store.ts';
import { createWriter } from '../../render/writer/writer.ts';
import { reportDiagnostic, type DiagnosticReport } from '../check/diagnostic-report.ts';
import type { Ending } from '../ending.ts';
import { mediaReader, modelSettings, readRepository, shownFrom, siteUrlOf } from '../files/repository.ts';
import type { HistoryReading } from '../../history/read-history.ts';
import type { Outside } from '../outside.ts';
import { configOf } from '../settings/load-config.ts';
import { jobsFor, startHelpers, type HelperFlags, type StartedHelpers } from './build-helpers/helpers.ts';
import { scrubbed } from './scrub-environment.ts';
import { builtFor, instantText, type SiteWish } from './built-for.ts';
import { cardFonts, outputFolder, pictureCache, siteLook, templateFolders } from './folders.ts';
import { historyFor, historyNotes } from './history.ts';
import { saveManifest } from './manifest.ts';

/** The options of `build`. */
export interface BuildOptions extends SiteWish {
  /** The output folder (default: `output` in the configuration). */
  readonly out?: string | undefined;
  /** Build even if `isWeb` is false or documents have errors; removes nothing. */
  readonly force?: boolean | undefined;
  /** Build nothing, and do not fail, if `isWeb` is false. */
  readonly ifWeb?: boolean | undefined;
  /** How many processes build pages (default: depends on the size of the content). */
  readonly jobs?: number | undefined;
  /** The file to write the manifest of the site to. A build that fails writes none. */
  readonly manifest?: string | undefined;
}

/** The result of a build. */
export interface BuildReport extends Pick<
  BuildResult,
  'published' | 'pages' | 'files' | 'written' | 'unchanged' | 'removed' | 'replaced' | 'bytes'
> {
  /** True if nothing was built because `isWeb` is false. */
  readonly skipped?: true;
  /** When the same content will render differently. */
  readonly next_change: string | null;
  /** What the site lacks because of how it was built, in words. */
  readonly notes: readonly string[];
  /** The problems, in reading order. */
  readonly diagnostics: readonly DiagnosticReport[];
}

/** The result of `build`. */
export interface Built {
  /** What `gitcast build --json` prints. */
  readonly report: BuildReport;
  /** How the call ended. */
  readonly ending: Ending;
  /** The folder of the site, and that of copies of replaced files, both relative to the project's folder. */
  readonly folder: string;
  /** The folder with copies of replaced files, relative to the project's folder. */
  readonly trash: string;
  /** Files of an earlier build that were edited since, and therefore kept. */
  readonly kept: readonly string[];
  /** The problems, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the site. */
export async function build(outside: Outside, options: BuildOptions = {}): Promise<Built> {
  const { folder: cwd } = outside;
  const config = configOf(outside);
  const folder = outputFolder(config, cwd, options.out);
  const output = outputKeptIn(join(config.root, '.gitcast'), folder);
  const result = await buildInto(output, outside, options).catch((error: unknown) => {
    if (options.ifWeb && error instanceof NotForWeb) return undefined;
    throw error;
  });
  const shown = { folder: `${shownFrom(cwd, folder)}/`, trash: `${shownFrom(cwd, output.trash)}/` };
  if (!result) return { report: SKIPPED, ending: {}, ...shown, kept: [], diagnostics: [] };
  if (options.manifest !== undefined && result.published)
    await saveManifest(options.manifest, outside, options, result);
  const { kept, diagnostics } = result;
  return {
    report: reportBuild(result),
    ending: { failed: diagnostics.some(isError) },
    ...shown,
    kept,
    diagnostics,
  };
}

const SKIPPED: BuildReport = {
  published: false,
  skipped: true,
  pages: 0,
  files: 0,
  written: 0,
  unchanged: 0,
  removed: 0,
  replaced: [],
  bytes: 0,
  next_change: null,
  notes: [],
  diagnostics: [],
};

/** Renders the site into any folder. */
export async function buildInto(
  output: DiskStoreOptions,
  outside: Outside,
  options: BuildOptions & { readonly only?: SiteBuild['only'] },
): Promise<BuiltSite & Pick<DiskStoreOptions, 'folder'>> {
  const { folder: cwd, configFile, env } = outside;
  const config = configOf(outside);
  const { target, at, drafts, gallery } = builtFor(config, outside, options);
  const input = { configFile, cwd, env: scrubbed(env), target, output, now: at, drafts, gallery };
  const { force = false, only, jobs = only ? 1 : jobsFor(config) } = options;
  const helpers = startHelpers(jobs - 1, input);
  const result = await buildContent({ ...input, config, force, only, helpers, signal: outside.signal }).finally(
    helpers.close,
  );
  return { ...result, folder: output.folder };
}

interface BuiltSite extends BuildResult {
  readonly history: HistoryReading;
}

interface Build extends HelperFlags {
  readonly config: Config;
  readonly force: boolean;
  readonly only: SiteBuild['only'];
  readonly helpers: StartedHelpers;
  readonly signal: AbortSignal | undefined;
}

async function buildContent({ config, cwd, target, output, helpers, ...flags }: Build): Promise<BuiltSite> {
  const { broadcast, diagnostics } = checkContent(readRepository(config, cwd, target), modelSettings(config), {
    errorsOnly: true,
  });
  const errors = diagnostics.filter(isError);
  // A site needs its name, menu and theme, which the broadcast has.
  const isWhole = broadcast.entities.has('broadcast');
  if (errors.length > 0 && !(flags.force && isWhole)) {
    const files = new Set(errors.map(({ at }) => at.file)).size;
    throw new UserError(`build failed: ${files === 1 ? '1 file has' : `${files} files have`} errors`, {
      suggestion: isWhole
        ? worded`fix them, or build the rest with ${option('force')}`
        : 'fix them: a site cannot be built without the broadcast',
      diagnostics: errors,
    });
  }
  const { now, drafts, gallery, force, only, signal } = flags;
  await stopPoint(signal);
  const history = await historyFor(config, target, now);
  const known = history.type === 'read' ? { history: history.history } : { committed: history.committed };
  const shared = helpers.of(broadcast, known);
  const result = await buildSite({
    broadcast,
    problems: errors,
    now,
    drafts,
    gallery,
    ...known,
    force,
    only,
    signal,
    url: siteUrlOf(config, target),
    offline: config.site.offline,
    highlight: config.site.highlight,
    readMedia: mediaReader(broadcast, cwd),
    templateFolders: templateFolders(config, cwd),
    look: siteLook(config),
    writer: createWriter(diskStore(output)),
    cache: pictureCache(config),
    cards: { wanted: config.site.cards, fonts: cardFonts },
    ...(shared && { helpers: shared }),
  });
  return { ...result, history };
}

function reportBuild(result: BuiltSite): BuildReport {
  const { published, pages, files, written, unchanged, removed, replaced, bytes, nextChange, history, diagnostics } =
    result;
  return {
    published,
    pages,
    files,
    written,
    unchanged,
    removed,
    replaced,
    bytes,
    next_change: nextChange === undefined ? null : instantText(nextChange),
    notes: historyNotes(history),
    diagnostics: diagnostics.map(reportDiagnostic),
  };
}
