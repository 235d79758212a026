/** The folders beside the content folder that override it for one target: `content.staging/` beside `content/`. */
import { diagnose, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { diskFiles } from './files.ts';
import { overlayFolder, overlaysBeside } from './overlay-names.ts';
import { readInherited, readLayer, type Layer, type TargetLayers } from './target-content.ts';

interface Wanted {
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
export function readTargetLayers({ folder, below = [], shown, targets, only = targets }: Wanted): TargetLayers {
  const found = overlaysBeside(folder);
  const layer = (from: string): Layer => ({ files: diskFiles(from), prefix: shown(from) });
  const read = (from: string) => readLayer(layer(from));
  const withOverlay = only.filter((target) => found.includes(target));
  return {
    prefix: shown(folder),
    targets,
    shared: read(folder),
    inherited: readInherited(below.map(layer)),
    overlays: new Map(withOverlay.map((target) => [target, read(overlayFolder(folder, target))])),
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
