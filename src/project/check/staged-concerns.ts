/** Selects the problems that a commit makes: those in its own files, and those in others that were not there before it. */
import { namesOf } from '../../content/placement.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StagedLayer } from './staged-layer.ts';

export type Concerns = (diagnostic: Diagnostic) => boolean;

/** True for a problem in the files of the commit, or with a note about one of them. */
export function concernsOf(layers: readonly StagedLayer[]): Concerns {
  const isStaged = isChangedIn(layers);
  return ({ at, notes }) => isStaged(at.file) || notes.some((note) => note.at && isStaged(note.at.file));
}

interface Commit {
  readonly concerns: Concerns;
  /** The problems of the content before the commit, which are seldom needed. */
  readonly before: () => Promise<readonly Diagnostic[]>;
}

export async function madeByCommit(
  found: readonly Diagnostic[],
  { concerns, before }: Commit,
): Promise<readonly Diagnostic[]> {
  if (found.every(concerns)) return found;
  const old = new Set((await before()).map(keyOf));
  return found.filter((each) => concerns(each) || !old.has(keyOf(each)));
}

/** The file is the same before and after, so a problem in it keeps its place. */
const keyOf = ({ code, message, at, notes }: Diagnostic): string =>
  JSON.stringify([code, message, at.file, at.line, at.column, notes.map((note) => note.message)]);

/** A file that overrides a changed one, or is overridden by it, is part of the same document. */
function isChangedIn(layers: readonly StagedLayer[]): (file: string) => boolean {
  const names = layers.map(({ changed }) => new Set([...changed].flatMap(namesOf)));
  return (file) => {
    const own = layerOf(file, layers);
    if (own === undefined) return false;
    const path = file.slice(own.prefix.length);
    // A problem with the folder itself has no path in it.
    if (path === '') return own.changed.size > 0;
    const around = names.filter((_, index) => layers[index] !== own);
    return own.changed.has(path) || namesOf(path).some((name) => around.some((each) => each.has(name)));
  };
}

/** The longest prefix wins: seen from inside the content folder, its prefix begins all others. */
export const layerOf = (file: string, layers: readonly StagedLayer[]): StagedLayer | undefined =>
  layers
    .filter(({ prefix }) => file.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
    .at(0);
