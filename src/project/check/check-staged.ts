/** Checks what is staged in git. Apart from `validate`, because it loads the checks. */
import { namesOf } from '../../content/placement.ts';
import type { FileReading } from '../../content/read-file.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { checkTargets } from '../../model/check-content.ts';
import { checkAgain, type FoundInContent } from './check-again.ts';
import { stagedMediaProblems } from './media-problems.ts';
import type { CheckMemory, Settled } from './check-memory.ts';
import {
  type ConfigChange,
  beforeCommit,
  stagedContent,
  concernsOf,
  madeByCommit,
  stagedMediaIn,
  type StagedFolders,
  type StagedLayer,
} from './staged-repository.ts';

interface Surroundings {
  readonly settings: ModelSettings;
  /** If the commit changes the configuration, any file may have become wrong. */
  readonly change?: ConfigChange | undefined;
  readonly openMemory: () => Pick<CheckMemory, 'settled' | 'save'>;
  readonly signal?: AbortSignal | undefined;
}

export async function checkStaged(folders: StagedFolders, surroundings: Surroundings): Promise<FoundInContent> {
  const { shared, inherited, overlays } = folders;
  await stopPoint(surroundings.signal);
  const around = [...inherited, ...overlays.values()];
  if (surroundings.change) return checkLayers(folders, surroundings);
  if ([shared, ...around].every(({ changed }) => changed.size === 0)) return { documents: 0, diagnostics: [] };
  const isAlone = around.every(({ paths, changed }) => paths.length + changed.size === 0);
  return (isAlone ? await checkAlone(folders, surroundings) : undefined) ?? checkLayers(folders, surroundings);
}

async function checkLayers(folders: StagedFolders, surroundings: Surroundings): Promise<FoundInContent> {
  const { settings, change = { before: settings } } = surroundings;
  const { layers, documents, concerns, media } = stagedContent(folders);
  const { diagnostics, read } = checkTargets(layers, settings);
  const inMedia = media ? await stagedMediaProblems(read, media) : [];
  const before = async () => (change.before ? problemsInLayers(beforeCommit(folders), change.before) : []);
  return { documents, diagnostics: [...(await madeByCommit(diagnostics, { concerns, before })), ...inMedia] };
}

const problemsInLayers = (folders: StagedFolders, settings: ModelSettings): readonly Diagnostic[] =>
  checkTargets(stagedContent(folders).layers, settings).diagnostics;

/** A content folder without overlays, with what earlier checks remember. Undefined if the content of targets differs. */
async function checkAlone(
  folders: StagedFolders,
  { settings, openMemory }: Surroundings,
): Promise<FoundInContent | undefined> {
  const { shared: layer, targets } = folders;
  const { prefix, paths, changed, blobOf } = layer;
  const touched = new Set([...changed].flatMap(namesOf));
  // Only media of the commit are looked at, so what is remembered of others says nothing about them.
  const stampOf = (path: string): string | undefined =>
    path.startsWith('media/') && namesOf(path).some((name) => touched.has(name)) ? undefined : blobOf(path);
  const memory = openMemory();
  const remembered = memory.settled();
  let inMedia: readonly Diagnostic[] = [];
  const checked = await checkAgain({ prefix, paths, stampOf, read: reader(layer) }, remembered, {
    targets,
    settings,
    checkMedia: async (broadcast) => {
      const media = stagedMediaIn([layer]);
      return (inMedia = media ? await stagedMediaProblems([broadcast], media) : []);
    },
  });
  if (!checked) return undefined;
  const settled = checked.settle();
  if (settled) memory.save({ documents: 0, soundFiles: '', absences: [], settled });
  const staged = checked.read.filter(({ source }) => changed.has(source.file.slice(prefix.length)));
  const unread = [...checked.unread.values()].filter(({ path }) => changed.has(path));
  const isConcerned = concernsOf([layer]);
  const made = await madeByCommit(checked.diagnostics, {
    concerns: (each) => inMedia.includes(each) || isConcerned(each),
    before: () => problemsAlone(beforeCommit(folders), settings, settled ?? remembered),
  });
  return {
    documents: new Set([...staged, ...unread].map(({ address }) => address)).size,
    diagnostics: made,
  };
}

/** Reads little more than the files that the commit changes: `settled` is known of the others. */
async function problemsAlone(
  folders: StagedFolders,
  settings: ModelSettings,
  settled: Settled,
): Promise<readonly Diagnostic[]> {
  const { prefix, paths, blobOf } = folders.shared;
  const checked = await checkAgain({ prefix, paths, stampOf: blobOf, read: reader(folders.shared) }, settled, {
    targets: folders.targets,
    settings,
    // Only media of the commit are looked at, and problems with them always concern it.
    checkMedia: async () => [],
  });
  return checked?.diagnostics ?? problemsInLayers(folders, settings);
}

const reader =
  ({ fetch, read }: StagedLayer) =>
  (paths: readonly string[]): readonly FileReading[] => {
    fetch(paths);
    return paths.map(read);
  };
