/** The folders beside the content folder that override it for one target: `content.staging/` beside `content/`. */
import { diagnose, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { diskFiles } from './files.ts';
import { overlayFolder, overlaysBeside } from './overlay-names.ts';
import { withoutTurns, type Turns } from '../values/turns.ts';
import { readInherited, readLayerInTurns, type Layer, type TargetLayers } from './target-content.ts';

export interface WantedLayers {
  readonly folder: string;
  /** The content folders below it that several broadcasts share, the lowest first. */
  readonly below?: readonly string[];
  /** The name of a folder in diagnostics, with a trailing slash: the prefix of its files. */
  readonly shown: (folder: string) => string;
  /** The names of all targets. */
  readonly targets: readonly string[];
  /** The targets whose overlays are read; defaults to all. */
  readonly only?: readonly string[];
}

/** Reads the content folder and the overlays beside it. */
export const readTargetLayers = (wanted: WantedLayers): TargetLayers => withoutTurns(readTargetLayersInTurns(wanted));

export function* readTargetLayersInTurns(wanted: WantedLayers): Turns<TargetLayers> {
  const { folder, below = [], shown, targets, only = targets } = wanted;
  const found = overlaysBeside(folder);
  const layer = (from: string): Layer => ({ files: diskFiles(from), prefix: shown(from) });
  const shared = yield* readLayerInTurns(layer(folder));
  const overlays = new Map<string, TargetLayers['shared']>();
  for (const target of only.filter((each) => found.includes(each)))
    overlays.set(target, yield* readLayerInTurns(layer(overlayFolder(folder, target))));
  return {
    prefix: shown(folder),
    targets,
    shared,
    inherited: readInherited(below.map(layer)),
    overlays,
    diagnostics: found
      .filter((name) => !targets.includes(name))
      .map((name) => unknownOverlay(name, shown(overlayFolder(folder, name)), targets)),
  };
}

/** `file`: the prefix of the names of its files. */
export function unknownOverlay(name: string, file: string, targets: readonly string[]): Diagnostic {
  const meant = nearest(name, targets);
  return diagnose('unknown-overlay', wholeFile(file), `there is no target \`${name}\`, so this folder is ignored`, {
    suggestion: meant === undefined ? `the configured targets are ${targets.join(', ')}` : `did you mean ${meant}?`,
  });
}
