import type { Document } from '../../content/document.ts';
import type { Code } from '../../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import type { JsonObject } from '../../values/json.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { Visited } from '../../kinds/walk.ts';
import type { Broadcast, Entity } from '../broadcast.ts';
import type { Library } from '../library.ts';

/** A value of a document, with everything a rule may look at. */
export interface ValueInDocument extends Visited {
  readonly document: Document;
  readonly kind: Kind;
  /** The whole part that contains the value: the document, or a translation's front matter. */
  readonly root: JsonObject;
  readonly library: Library;
  /** True if only errors are looked for. */
  readonly errorsOnly: boolean;
  readonly keySpan: () => Span;
  readonly valueSpan: () => Span;
}

/** Checks one value at a time, for every value of every document, including those that have other problems. */
export interface ValueRule {
  readonly codes: readonly Code[];
  readonly check: (value: ValueInDocument) => Problems;
}

/**
 * Checks the whole content. It includes documents with errors, without the fields that have them, which are named as
 * `faulty`: a mistake in one field must not hide problems in the others. A rule must therefore not expect any field,
 * not even a required one.
 */
export interface BroadcastRule {
  readonly codes: readonly Code[];
  readonly check: (broadcast: Broadcast) => readonly Diagnostic[];
  /** The part of a document that it compares with others; `alone` if it looks at each document by itself. */
  readonly compares: 'alone' | ((entity: Entity) => Compared);
  /**
   * The values that the rule needs of each document, computed once. It is asked for as soon as the document is checked,
   * while the results of reading its texts are still known: of thousands of texts, the check of the broadcast would
   * read all again.
   */
  readonly perEntity?: (entity: Entity) => unknown;
}

/** The values of one document that rules compare. */
export interface Compared {
  /** Must be different in each document: one with the same text is compared with it. */
  readonly same?: readonly string[];
  /** May be the same in several documents: these are compared with each other. */
  readonly near?: readonly string[];
  /** It is compared with the documents that have these addresses, or are of these kinds. */
  readonly seeks?: readonly string[];
}

/** One problem, or several. */
export type Problems = Diagnostic | readonly Diagnostic[];

export const NO_PROBLEM: readonly Diagnostic[] = [];
