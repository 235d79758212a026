/** Checks what is staged in git. Apart from `validate`, because it loads the checks. */
import type { FileReading } from '../../content/read-file.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { checkTargets } from '../../model/check-targets.ts';
import { checkAgain } from './check-again.ts';
import type { FoundInContent } from './check-files.ts';
import type { CheckMemory } from './memory/check-memory.ts';
import { concernsOf } from './staged-concerns.ts';
import { stagedLayer } from './staged-layer.ts';
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
  return (isAlone ? checkAlone(folders, surroundings) : undefined) ?? checkLayers(folders, surroundings);
}

function checkLayers(folders: StagedFolders, { settings }: Surroundings): FoundInContent {
  const { layers, documents, concerns } = stagedContent(folders);
  return { documents, diagnostics: checkTargets(layers, settings).diagnostics.filter(concerns) };
}

/** A content folder without overlays, with what earlier checks remember. Undefined if the content of targets differs. */
function checkAlone(
  { shared, targets }: StagedFolders,
  { settings, openMemory }: Surroundings,
): FoundInContent | undefined {
  const layer = stagedLayer(shared.staged, shared.prefix);
  const { prefix, paths, changed, blobOf, fetch, read } = layer;
  const readTogether = (wanted: readonly string[]): readonly FileReading[] => {
    fetch(wanted);
    return wanted.map(read);
  };
  const memory = openMemory();
  const checked = checkAgain({ prefix, paths, stampOf: blobOf, read: readTogether }, memory.settled(), {
    targets,
    settings,
    // A build refuses media files, and a commit is checked without them: they may be large.
    checkMedia: () => [],
  });
  if (!checked) return undefined;
  const settled = checked.settle();
  if (settled) memory.save({ documents: 0, soundFiles: '', settled });
  const staged = checked.read.filter(({ source }) => changed.has(source.file.slice(prefix.length)));
  const unread = [...checked.unread.values()].filter(({ path }) => changed.has(path));
  return {
    documents: new Set([...staged, ...unread].map(({ address }) => address)).size,
    diagnostics: checked.diagnostics.filter(concernsOf([layer], staged)),
  };
}
