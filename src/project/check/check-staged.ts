/** Checks what is staged in git. Apart from `validate`, because it loads the checks. */
import { namesOf } from '../../content/file-names.ts';
import type { FileReading } from '../../content/read-file.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { checkTargets } from '../../model/check-targets.ts';
import { checkAgain } from './check-again.ts';
import type { FoundInContent } from './check-files.ts';
import { stagedMediaProblems } from './media-problems.ts';
import type { CheckMemory } from './memory/check-memory.ts';
import { concernsOf } from './staged-concerns.ts';
import { stagedLayer } from './staged-layer.ts';
import { stagedMediaIn } from './staged-media.ts';
import { stagedContent, type StagedFolders } from './staged-repository.ts';

interface Surroundings {
  readonly settings: ModelSettings;
  readonly openMemory: () => Pick<CheckMemory, 'settled' | 'save'>;
  readonly signal?: AbortSignal | undefined;
}

export async function checkStaged(folders: StagedFolders, surroundings: Surroundings): Promise<FoundInContent> {
  const { shared, inherited, overlays } = folders;
  await stopPoint(surroundings.signal);
  const around = [...inherited, ...overlays.values()];
  const isAlone = around.every(({ staged }) => staged.files.size + staged.changed.size === 0);
  if (isAlone && shared.staged.changed.size === 0) return { documents: 0, diagnostics: [] };
  return (isAlone ? await checkAlone(folders, surroundings) : undefined) ?? checkLayers(folders, surroundings);
}

async function checkLayers(folders: StagedFolders, { settings }: Surroundings): Promise<FoundInContent> {
  const { layers, documents, concerns, media } = stagedContent(folders);
  const { diagnostics, read } = checkTargets(layers, settings);
  const inMedia = media ? await stagedMediaProblems(read, media) : [];
  return { documents, diagnostics: [...diagnostics.filter(concerns), ...inMedia] };
}

/** A content folder without overlays, with what earlier checks remember. Undefined if the content of targets differs. */
async function checkAlone(
  { shared, targets }: StagedFolders,
  { settings, openMemory }: Surroundings,
): Promise<FoundInContent | undefined> {
  const layer = stagedLayer(shared.staged, shared.prefix);
  const { prefix, paths, changed, blobOf, fetch, read } = layer;
  const readTogether = (wanted: readonly string[]): readonly FileReading[] => {
    fetch(wanted);
    return wanted.map(read);
  };
  const touched = new Set([...changed].flatMap(namesOf));
  // Only media of the commit are looked at, so what is remembered of others says nothing about them.
  const stampOf = (path: string): string | undefined =>
    path.startsWith('media/') && namesOf(path).some((name) => touched.has(name)) ? undefined : blobOf(path);
  const memory = openMemory();
  let inMedia: readonly Diagnostic[] = [];
  const checked = await checkAgain({ prefix, paths, stampOf, read: readTogether }, memory.settled(), {
    targets,
    settings,
    checkMedia: async (broadcast) => {
      const media = stagedMediaIn([layer]);
      return (inMedia = media ? await stagedMediaProblems([broadcast], media) : []);
    },
  });
  if (!checked) return undefined;
  const settled = checked.settle();
  if (settled) memory.save({ documents: 0, soundFiles: '', settled });
  const staged = checked.read.filter(({ source }) => changed.has(source.file.slice(prefix.length)));
  const unread = [...checked.unread.values()].filter(({ path }) => changed.has(path));
  const isConcerned = concernsOf([layer], staged);
  return {
    documents: new Set([...staged, ...unread].map(({ address }) => address)).size,
    diagnostics: checked.diagnostics.filter((each) => inMedia.includes(each) || isConcerned(each)),
  };
}
