/** Which documents a page shows, and on which pages a document is: read off what the pages asked. */
import type { Slot } from '../site/programme.ts';
import type { Entity } from '../site/site.ts';
import type { LiveOutput } from './live-outputs.ts';

/** The documents a page was made from, the one it is about first. */
export function documentsOf({ output, made }: LiveOutput): readonly Entity[] {
  const answers = made?.asked.map(({ answer }) => answer) ?? [];
  return [...new Set([...output.about, ...answers].flatMap(entitiesIn))];
}

/** Pages that show a document, its own first; only those that were made are known. */
export function pagesWith(files: ReadonlySet<string>, outputs: Iterable<LiveOutput>): readonly string[] {
  const own: string[] = [];
  const others: string[] = [];
  const isIt = (value: unknown): boolean => entitiesIn(value).some(({ document }) => files.has(document.source.file));
  for (const { output, made } of outputs) {
    if (!output.isPage) continue;
    if (isIt(output.about[0])) own.push(output.path);
    else if (output.about.some(isIt) || made?.asked.some(({ answer }) => isIt(answer))) others.push(output.path);
  }
  return [...own, ...others];
}

/** The documents in an answer. Lists of everything say little about a page, so they are not looked into. */
function entitiesIn(value: unknown): readonly Entity[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('document' in value) return [value as Entity];
  if (!('entity' in value)) return [];
  const { entity, where } = value as Slot;
  return [entity, ...(where ? [where] : [])];
}
