import type { Document } from '../../content/document.ts';
import type { Code } from '../../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { Visited } from '../../kinds/walk.ts';
import type { Broadcast } from '../broadcast.ts';
import type { Library } from '../library.ts';

/** A value of a document together with everything a rule may look at. */
export interface ValueInDocument extends Visited {
  readonly document: Document;
  readonly kind: Kind;
  /** The whole of the part that the value stands in: the document, or a translation's front matter. */
  readonly root: JsonObject;
  readonly library: Library;
  readonly keySpan: () => Span;
  readonly valueSpan: () => Span;
}

/** Looks at one value at a time; runs over every value of every document, also of those that have other problems. */
export interface ValueRule {
  readonly codes: readonly Code[];
  readonly check: (value: ValueInDocument) => readonly Diagnostic[];
}

/**
 * Looks at the whole. Documents with errors are in it too, without the fields that have them, and name these as `faulty`: a
 * mistake in one field must not hide what is wrong with the others. So a rule expects no field, required ones included.
 */
export interface BroadcastRule {
  readonly codes: readonly Code[];
  readonly check: (broadcast: Broadcast) => readonly Diagnostic[];
}

export const NO_PROBLEM: readonly Diagnostic[] = [];
