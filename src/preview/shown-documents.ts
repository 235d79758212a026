/** Finds the documents that a page shows, and the pages that show a document, from the questions that pages asked. */
import type { Slot } from '../site/programme.ts';
import type { Entity } from '../site/site.ts';
import type { LiveOutput } from './live-outputs.ts';

/** The documents that a page was built from, its main one first. */
export function documentsOf({ output, made }: LiveOutput): readonly Entity[] {
  const answers = made?.asked.map(({ answer }) => answer) ?? [];
  return [...new Set([...output.about, ...answers].flatMap(entitiesIn))];
}

/** Pages that show a document, its own first. Only pages that were built are known. */
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

/** The documents in an answer. Lists of everything reveal little about a page, so they are skipped. */
function entitiesIn(value: unknown): readonly Entity[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('document' in value) return [value as Entity];
  if (!('entity' in value)) return [];
  const { entity, where } = value as Slot;
  return [entity, ...(where ? [where] : [])];
}
