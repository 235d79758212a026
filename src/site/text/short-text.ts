import type { Entity } from '../../model/broadcast.ts';
import { perEntity } from '../../model/per-entity.ts';
import { excerpt } from './excerpt.ts';
import type { Text } from './localise.ts';

const known = perEntity(() => new Map<number, Map<string, string>>());

/** The start of a document's texts. Cached: it is shown in several places, and shortening is slower than showing. */
export function shortText(entity: object, texts: string | readonly string[], length = 160): string {
  const byLength = known(entity as Entity);
  const byText = byLength.get(length) ?? new Map<string, string>();
  byLength.set(length, byText);
  const key = typeof texts === 'string' ? texts : texts.join('\0');
  let text = byText.get(key);
  if (text === undefined) byText.set(key, (text = excerpt(texts, length)));
  return text;
}

/** A text with its language, shortened for a card. */
export function shortened(entity: object, text: Text | undefined): Text | undefined {
  const words = text && shortText(entity, text.text);
  return words ? { ...text, text: words } : undefined;
}
