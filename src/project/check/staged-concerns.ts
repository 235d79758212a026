/** Selects the problems that concern a commit: those in its own files, and those caused by what these no longer contain. */
import type { Document } from '../../content/document.ts';
import { namesOf } from '../../content/file-names.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StagedLayer } from './staged-layer.ts';

export type Concerns = (diagnostic: Diagnostic) => boolean;

/** `documents`: those in the files that the commit adds or changes. */
export function concernsOf(layers: readonly StagedLayer[], documents: readonly Document[]): Concerns {
  const isStaged = isChangedIn(layers);
  const missed = [...layers.flatMap(removedNames), ...documents.filter(isRestricted).map(({ address }) => address)];
  return ({ at, message, notes }) =>
    isStaged(at.file) ||
    notes.some((note) => note.at && isStaged(note.at.file)) ||
    missed.some((name) => message.includes(name));
}

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

/** The names that a layer has lost. Another target may still have them. */
function removedNames({ paths, changed }: StagedLayer): readonly string[] {
  const there = new Set(paths);
  const removed = [...changed].filter((path) => !there.has(path));
  if (removed.length === 0) return [];
  const present = new Set(paths.flatMap(namesOf));
  return removed.flatMap(namesOf).filter((name) => !present.has(name));
}

const isRestricted = ({ data }: Document): boolean => Object.hasOwn(data, '$targets');
