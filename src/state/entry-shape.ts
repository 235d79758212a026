/** The shape of a document's entry in a state or a journal. */
import { kindShape } from '../kinds/registry.ts';
import type { BaseEntry, BaseLeaf } from '../model/base.ts';
import * as is from '../values/shape.ts';

export const leafShape = is.objectOf<BaseLeaf>({ sent: is.text, answered: is.text });

export const entryFields = {
  kind: kindShape,
  id: is.filledText,
  leaves: is.recordOf(leafShape),
  updatedAt: is.optional(is.text),
  seen: is.optional(is.recordOf(is.text)),
  edited: is.optional(is.exactly(true)),
  kept: is.optional(is.exactly(true)),
  writtenAt: is.optional(is.number),
  protect: is.optional(is.exactly(true)),
  body: is.optional(is.text),
  replaces: is.optional(is.listOf(is.filledText)),
} satisfies is.Fields<BaseEntry>;

export const entryShape = is.objectOf<BaseEntry>(entryFields);
