/** Renders the site into a folder. */
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { isError, renamed } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { Attempt } from '../git/git.ts';
import { leftOutOf, type LeftOut } from '../model/absence.ts';
import { checkContent } from '../model/check-content.ts';
import { absenceOf } from '../model/traits.ts';
import { stopPoint } from '../machine/stop-point.ts';
import type { RedirectSettings } from '../render/former-paths.ts';
import { buildSite, type BuildResult, type SiteBuild } from '../render/build-site.ts';
import { diskStore, type DiskStoreOptions } from '../render/writer/disk-store.ts';
import type { OutputStore } from '../render/writer/output-store.ts';
import { createWriter } from '../render/writer/writer.ts';
import { mediaReader, modelSettings, readRepository, shownFrom, siteUrlOf } from '../repository/repository.ts';
import type { HistoryReading } from '../history/read-history.ts';
import type { Caller } from '../repository/caller.ts';
import { configOf, configText } from '../repository/load-config.ts';
import { once } from '../values/once.ts';
import { builtFor, type BuiltFor, type Wish } from './wish.ts';
import { pictureCache, siteLook, templateFolders } from './folders.ts';
import { historyFor, historyNotes } from './history.ts';

export { NotForWeb } from '../render/build-site.ts';

export interface RenderedSite extends BuildResult {
  readonly folder: string;
  /** The parts that the site lacks because of how it was built, in words. */
  readonly notes: readonly string[];
  readonly leftOut: LeftOut;
}

interface RenderOptions extends Wish {
  readonly force?: boolean | undefined;
  readonly only?: SiteBuild['only'];
  /** The answer of git about the commit of the content, if it is known already. */
  readonly commit?: Attempt | undefined;
}

export async function renderInto(
  output: DiskStoreOptions,
  outside: Caller,
  options: RenderOptions,
): Promise<RenderedSite> {
  const config = configOf(outside);
  const wanted = { ...options, ...builtFor(config, outside, options) };
  const result = await buildContent(config, diskStore(output), outside, wanted);
  return { ...result, folder: output.folder };
}

async function buildContent(
  config: Config,
  store: OutputStore,
  { folder: cwd, signal }: Caller,
  wanted: RenderOptions & BuiltFor,
): Promise<Omit<RenderedSite, 'folder'>> {
  const { target, at: now, drafts, gallery, force = false, only, commit } = wanted;
  const { root } = config;
  const check = (namedFrom: string) =>
    checkContent(readRepository(config, namedFrom, target), modelSettings(config), { errorsOnly: true });
  const { broadcast, diagnostics } = check(root);
  const errors = diagnostics.filter(isError);
  // A site needs its name, menu and theme, which the broadcast has.
  const isWhole = broadcast.entities.has('broadcast');
  if (errors.length > 0 && !(force && isWhole)) {
    const files = new Set(errors.map(({ at }) => at.file)).size;
    throw new UserError(`build failed: ${files === 1 ? '1 file has' : `${files} files have`} errors`, {
      suggestion: isWhole
        ? 'fix them, or build the rest with --force'
        : 'fix them: a site cannot be built without the broadcast',
      diagnostics: cwd === root ? errors : check(cwd).diagnostics.filter(isError),
    });
  }
  await stopPoint(signal);
  const history = await historyFor(config, { target, now, commit });
  const fromGit = history.type === 'read' ? { history: history.history } : { committed: history.committed };
  const result = await buildSite({
    broadcast,
    problems: errors,
    now,
    drafts,
    gallery,
    ...fromGit,
    force,
    only,
    signal,
    url: siteUrlOf(config, target),
    settings: config.site,
    readMedia: mediaReader(broadcast, root),
    templateFolders: templateFolders(config, root),
    look: siteLook(config),
    ...redirectSettings(config, root),
    writer: createWriter(store),
    cache: pictureCache(config),
  });
  return {
    ...result,
    diagnostics: result.diagnostics.map((each) => renamed(each, (file) => shownFrom(cwd, join(root, file)))),
    lasting: result.lasting && isLasting(history, now),
    notes: [...historyNotes(history), ...result.notes],
    leftOut: leftOutOf(
      [...broadcast.entities.values()].flatMap((entity) => absenceOf(entity) ?? []),
      { now, drafts },
    ),
  };
}

/** Former paths in the configuration. `cwd`: the names of files in diagnostics are relative to it. */
export function redirectSettings({ root, file, site }: Config, cwd: string): RedirectSettings {
  // Read again for the position of a problem: most sites have none.
  const source = once(() => configText({ configFile: join(root, file), cwd })!);
  return { redirects: site.redirects, redirectSpan: (from) => source().keySpan(['site', 'redirects', from]) };
}

/** False if a commit is later than the time of the build: it counts as made at that time. */
function isLasting(reading: HistoryReading, now: number): boolean {
  if (reading.type === 'absent') return reading.committed === undefined || reading.committed < now;
  const { revisions, changes } = reading.history;
  return [...revisions.values()].every(({ modified }) => modified < now) && changes.every(({ at }) => at < now);
}
