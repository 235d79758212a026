/** The media files that a commit concerns: its own, and those that its documents name. */
import { namesOf, place } from '../../content/placement.ts';
import type { StagedMedia } from './media-problems.ts';
import { layerOf } from './staged-concerns.ts';
import type { StagedLayer } from './staged-layer.ts';

/** Undefined if the commit has neither a media file nor a document that names one. */
export function stagedMediaIn(layers: readonly StagedLayer[]): StagedMedia | undefined {
  if (!layers.some(concernsMedia)) return undefined;
  const touched = new Set(layers.flatMap(({ changed }) => [...changed].flatMap(namesOf)));
  const isTouched = (path: string): boolean => namesOf(path).some((name) => touched.has(name));
  const pathIn = (file: string, { prefix }: StagedLayer): string => file.slice(prefix.length);
  return {
    isStaged: (file) => isTouched(pathIn(file, layerOf(file, layers)!)),
    read: (file) => {
      const layer = layerOf(file, layers)!;
      return layer.mediaAt(pathIn(file, layer));
    },
  };
}

/** A document may name media in a language of its own, so its text is searched, not its fields. */
function concernsMedia({ paths, changed, fetch, bytesOf }: StagedLayer): boolean {
  const there = new Set(paths);
  const left = [...changed].filter((path) => there.has(path));
  if (left.some((path) => place(path).type === 'media')) return true;
  fetch(left);
  return left.some((path) => Buffer.from(bytesOf(path)).includes('media/'));
}
