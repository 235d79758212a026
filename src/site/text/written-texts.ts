import type { Entity } from '../../model/broadcast.ts';
import { textsOf, type EntityText } from '../../model/texts.ts';

/** The texts of a document that a page shows as `shown`. Pages add non-breaking spaces, so these are ignored. */
export const writtenTexts = (entity: Entity, shown: string): readonly EntityText[] =>
  textsOf(entity).filter(
    ({ text }) => text === shown || (text.length === shown.length && plain(text) === plain(shown)),
  );

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
