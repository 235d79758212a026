import type { Entity } from '../model/broadcast.ts';
import { perEntity } from '../model/per-entity.ts';
import { excerpt } from './excerpt.ts';

const known = perEntity(() => new Map<number, Map<string, string>>());

/** The beginning of one of a document's texts. It stands in several places, and shortening it takes longer than showing it. */
export function shortText(entity: object, markdown: string, length = 160): string {
  const byLength = known(entity as Entity);
  const byText = byLength.get(length) ?? new Map<string, string>();
  byLength.set(length, byText);
  let text = byText.get(markdown);
  if (text === undefined) byText.set(markdown, (text = excerpt(markdown, length)));
  return text;
}
