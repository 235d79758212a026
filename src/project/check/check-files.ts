/** Checks the files of the work tree. Apart from `validate`, because it loads the checks. */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { readFile } from '../../content/read-file.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import { isAbsentSince, type Absence } from '../../model/absence.ts';
import { absenceOf } from '../../model/traits.ts';
import { checkTargets } from '../../model/check-content.ts';
import { modelSettings, prefixFrom, readLayers } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { checkAgain } from './check-again.ts';
import { type CheckMemory, NOTHING_SETTLED, type WorkTree } from './check-memory.ts';
import { mediaProblems } from './media-problems.ts';

export interface FoundInContent {
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface FoundInFiles extends FoundInContent {
  /** The documents that visitors do not see, or not always. */
  readonly absences: readonly Absence[];
}

export async function checkFiles(config: Config, { folder, signal }: Outside): Promise<FoundInFiles> {
  const layers = readLayers(config, folder);
  await stopPoint(signal);
  const { documents, diagnostics, read } = checkTargets(layers, modelSettings(config));
  await stopPoint(signal);
  const absences = read.flatMap(({ entities }) => [...entities.values()].flatMap((entity) => absenceOf(entity) ?? []));
  return { documents, diagnostics: [...diagnostics, ...(await mediaProblems(read, folder))], absences };
}

const MANY = 1000;

/** The same for content without overlays, with what earlier checks remember. */
export async function checkFilesAgain(
  config: Config,
  outside: Outside,
  { tree, memory }: { readonly tree: WorkTree; readonly memory: CheckMemory },
): Promise<FoundInFiles> {
  const { folder, signal, now } = outside;
  const prefix = prefixFrom(folder, join(config.root, config.content));
  const { files, entries, stampOf } = tree;
  const before = memory.settled();
  await stopPoint(signal);
  const checked = await checkAgain(
    {
      prefix,
      paths: [...entries.keys()],
      stampOf,
      read: (paths) => paths.map((path) => readFile(files, entries.get(path)!, prefix)),
    },
    before,
    {
      targets: Object.keys(config.targets),
      settings: modelSettings(config),
      checkMedia: (read) => mediaProblems([read], folder),
    },
  );
  if (!checked) return checkFiles(config, outside);
  await stopPoint(signal);
  const { documents, diagnostics, settle } = checked;
  const absences = checked.absences().filter((each) => isAbsentSince(now().getTime(), each));
  const soundFiles = diagnostics.length === 0 ? tree.digest : '';
  // On a build server every check is the first, and what it knows of thousands of documents is of no use to anyone.
  const settled = memory.isNew && documents >= MANY ? NOTHING_SETTLED : settle();
  if (settled) memory.save({ documents, soundFiles, absences, settled });
  return { documents, diagnostics, absences };
}
