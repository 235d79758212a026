import type { Address, Document, MediaFile } from '../../content/document.ts';
import type { Code } from '../../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import type { ReadInstant } from '../../values/instants.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Visited } from '../../kinds/walk.ts';
import type { Entity } from '../broadcast.ts';
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
  /** The value as a time, if it is meant as one. */
  readonly time: ReadInstant | undefined;
  readonly keySpan: () => Span;
  readonly valueSpan: () => Span;
}

/** Checks one value at a time, for every value of every document, including those that have other problems. */
export interface ValueRule {
  readonly codes: readonly Code[];
  readonly check: (value: ValueInDocument) => Problems;
}

/**
 * Checks each document by itself. A document with errors comes without the fields that have them, which are named as
 * `faulty`: a mistake in one field must not hide problems in the others. A rule must therefore not expect any field,
 * not even a required one.
 */
export interface DocumentRule {
  readonly codes: readonly Code[];
  readonly check: (entity: Entity) => readonly Diagnostic[];
}

/**
 * Compares documents, including those with errors. It sees nothing of them but what it compares: a later check remembers
 * that, and reads no document again that has not changed.
 */
export interface BroadcastRule<Values extends Json = Json> {
  readonly codes: readonly Code[];
  /** Takes from a document the values that are compared; undefined if it has none. */
  readonly compares: (entity: Entity) => Values | undefined;
  /** `documents`: those that have such values, in the order of their files. */
  check(documents: readonly Compared<Values>[], content: ComparedContent): readonly Diagnostic[];
}

/** A document as a rule sees it. */
export interface Compared<Values extends Json> {
  readonly address: Address;
  readonly kind: KindName;
  readonly values: Values;
}

export interface ComparedContent {
  readonly isDocument: (address: Address) => boolean;
  /** The whole document, for the text of a diagnostic. It may have to be read from its file. */
  readonly entityAt: (address: Address) => Entity;
  readonly media: ReadonlyMap<string, MediaFile>;
}

/** One problem, or several. */
export type Problems = Diagnostic | readonly Diagnostic[];

export const NO_PROBLEM: readonly Diagnostic[] = [];
