import { join } from 'node:path';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { LeftOut } from '../../model/absence.ts';
import type { BuildResult } from '../../render/build-site.ts';
import { outputKeptIn, type DiskStoreOptions } from '../../render/writer/disk-store.ts';
import { reportDiagnostics, type DiagnosticReport } from '../check/diagnostic-report.ts';
import { shownFrom } from '../../repository/project-paths.ts';
import type { Outside } from '../outside.ts';
import { addressesBefore, addressesGone, missingIn } from './last-addresses.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, folder, type OptionsOf, unwritten } from '../calls/option.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { outputFolder } from '../../building/folders.ts';
import { lookAround, noteBuild, stampSite, unchangedSite, type Surroundings } from '../../building/unchanged.ts';
import type { RenderedSite } from '../../building/render-site.ts';
import { builtFor } from '../../building/wish.ts';
import { siteWish } from '../calls/shared-options.ts';

const buildOptions = {
  ...siteWish,
  out: folder('The output folder (default: `output` in the configuration); with --all a folder of sites'),
  force: flag('Build even if `isWeb` is false or documents have errors; removes nothing'),
  ifWeb: unwritten<boolean>('Build nothing, and succeed, if `isWeb` is false'),
};

/** The options of `build`. */
export interface BuildOptions extends OptionsOf<typeof buildOptions> {}

/** The result of a build. */
export interface BuildReport extends Pick<
  BuildResult,
  'published' | 'pages' | 'files' | 'written' | 'unchanged' | 'removed' | 'replaced' | 'bytes'
> {
  /** True if nothing was built because `isWeb` is false. */
  readonly skipped?: true;
  /** When the same content will render differently. */
  readonly next_change: string | null;
  /** The documents that the site leaves out because visitors do not see them, by reason. */
  readonly left_out: LeftOut;
  /** The addresses that the last build had and this one has not. */
  readonly lost: readonly string[];
  /** The parts that the site lacks because of how it was built, and settings that do nothing any more, in words. */
  readonly notes: readonly string[];
  /** The problems, in reading order. */
  readonly diagnostics: readonly DiagnosticReport[];
}

/** The result of `build`. */
export interface Built extends Reported<BuildReport> {
  /** The folder of the site, and that of copies of replaced files, both relative to the project's folder. */
  readonly folder: string;
  /** The folder with copies of replaced files, relative to the project's folder. */
  readonly trash: string;
  /** Files of an earlier build that were edited since, and therefore kept. */
  readonly kept: readonly string[];
  /** The problems, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the site. What renders is loaded only if something has changed since the last build. */
export const build = defineCall(buildOptions, async (outside, options: BuildOptions): Promise<Built> => {
  const { folder: cwd } = outside;
  const config = contentConfigOf(outside);
  const output = outputKeptIn(join(config.root, '.gitcast'), outputFolder(config, cwd, options.out));
  const wish = builtFor(config, outside, options);
  // Before anything is read: a file that changes later has another stamp.
  const around = await lookAround(config, { cwd, wish, force: options.force === true });
  const unchanged = unchangedSite<BuildReport>(output, around);
  const built = unchanged
    ? { ...unchanged, ending: {}, kept: [] }
    : await render({ output, target: wish.target, outside, options }, around);
  return {
    ...built,
    folder: `${shownFrom(cwd, output.folder)}/`,
    trash: `${shownFrom(cwd, output.trash)}/`,
  };
});

interface Rendering {
  readonly output: DiskStoreOptions;
  readonly target: string;
  readonly outside: Outside;
  readonly options: BuildOptions;
}

async function render(
  { output, target, outside, options }: Rendering,
  around: Surroundings,
): Promise<Omit<Built, 'folder' | 'trash'>> {
  const { renderInto, NotForWeb } = await import('../../building/render-site.ts');
  const config = contentConfigOf(outside);
  noteBuild(output);
  const before = await addressesBefore(config, { output, target, now: outside.now() });
  const result = await renderInto(output, outside, { ...options, commit: around.commit }).catch((error: unknown) => {
    if (options.ifWeb && error instanceof NotForWeb) return undefined;
    throw error;
  });
  if (!result) return { report: SKIPPED, ending: {}, kept: [], diagnostics: [] };
  const { kept, nextChange } = result;
  const lost = result.published ? missingIn(before, result) : [];
  const gone =
    lost.length === 0 ? [] : [addressesGone(lost, shownFrom(outside.folder, join(config.root, config.file)))];
  const diagnostics = [...result.diagnostics, ...gone];
  const report = { ...reportBuild(result), lost, diagnostics: reportDiagnostics(diagnostics) };
  // The report of a build that finds everything in place.
  const nothing = { written: 0, unchanged: report.files, removed: 0, replaced: [], lost: [] };
  const next = { ...report, ...nothing, diagnostics: reportDiagnostics(result.diagnostics) };
  const again = { report: next, diagnostics: result.diagnostics, until: nextChange };
  await stampSite(output, around, result.lasting ? again : undefined);
  return { report, ending: { failed: diagnostics.some(isError) }, kept, diagnostics };
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
  left_out: { drafts: [], scheduled: [], private: [], ended: [] },
  lost: [],
  notes: [],
  diagnostics: [],
};

function reportBuild(result: RenderedSite): Omit<BuildReport, 'lost' | 'diagnostics'> {
  const { published, pages, files, written, unchanged, removed, replaced, nextChange, notes } = result;
  const { bytes, leftOut } = result;
  return {
    published,
    pages,
    files,
    written,
    unchanged,
    removed,
    replaced,
    bytes,
    next_change: nextChange === undefined ? null : new Date(nextChange).toISOString().replace('.000Z', 'Z'),
    left_out: leftOut,
    notes,
  };
}
