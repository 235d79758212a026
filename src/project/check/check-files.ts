import { stopPoint } from '../../machine/stop-point.ts';
import type { Config } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Absence } from '../../model/absence.ts';
import { checkTargets } from '../../model/check-content.ts';
import { absenceOf } from '../../model/traits.ts';
import { modelSettings, readLayers } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { mediaProblems } from './media-problems.ts';

export interface FoundInContent {
  readonly documents: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface FoundInFiles extends FoundInContent {
  /** The documents that visitors do not see, or not always. */
  readonly absences: readonly Absence[];
}

/** Checks the content of every target, and its media. `isKnown`: false for a media file whose content is not there. */
export async function checkFiles(
  config: Config,
  { folder, signal }: Outside,
  isKnown?: (file: string) => boolean,
): Promise<FoundInFiles> {
  const layers = readLayers(config, folder);
  await stopPoint(signal);
  const { documents, diagnostics: inContent, read } = checkTargets(layers, modelSettings(config));
  await stopPoint(signal);
  const absences = read.flatMap(({ entities }) => [...entities.values()].flatMap((entity) => absenceOf(entity) ?? []));
  return { documents, diagnostics: [...inContent, ...(await mediaProblems(read, folder, isKnown))], absences };
}
