/** The folders beside the content folder that lie over it for one target: `content.staging/` beside `content/`. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diagnose, wholeFile, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { diskFiles } from './files.ts';
import { readLayer, type TargetLayers } from './target-content.ts';

interface Wanted {
  readonly folder: string;
  /** How diagnostics call a folder, with a slash at its end: what the files in it begin with. */
  readonly shown: (folder: string) => string;
  /** The names of all targets. */
  readonly targets: readonly string[];
  /** Those whose overlays are read; all of them otherwise. */
  readonly only?: readonly string[];
}

export const overlayFolder = (content: string, target: string): string => `${content}.${target}`;

/** Reads the content folder and the overlays beside it. */
export function readTargetLayers({ folder, shown, targets, only = targets }: Wanted): TargetLayers {
  const found = overlaysBeside(folder);
  const read = (from: string) => readLayer({ files: diskFiles(from), prefix: shown(from) });
  const withOverlay = only.filter((target) => found.includes(target));
  return {
    prefix: shown(folder),
    targets,
    shared: read(folder),
    overlays: new Map(withOverlay.map((target) => [target, read(overlayFolder(folder, target))])),
    diagnostics: found
      .filter((name) => !targets.includes(name))
      .map((name) => unknownOverlay(name, shown(overlayFolder(folder, name)), targets)),
  };
}

/** The names behind the dots. Those of files, and of folders such as `content.~lock`, mean nothing here. */
export function overlaysBeside(folder: string): readonly string[] {
  const start = `${basename(folder)}.`;
  const parent = dirname(folder);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => name.startsWith(start) && statSync(join(parent, name), { throwIfNoEntry: false })?.isDirectory())
    .map((name) => name.slice(start.length))
    .filter((name) => /^[a-z0-9][a-z0-9-]*$/i.test(name))
    .sort();
}

/** `file`: what the names of the files in it begin with. */
export function unknownOverlay(name: string, file: string, targets: readonly string[]): Diagnostic {
  const meant = nearest(name, targets);
  return diagnose('unknown-overlay', wholeFile(file), `no target is called \`${name}\`, so nothing here is read`, {
    suggestion: meant === undefined ? `the configuration has ${targets.join(', ')}` : `did you mean ${meant}?`,
  });
}
