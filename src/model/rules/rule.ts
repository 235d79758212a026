import type { Document } from '../../content/document.ts';
import type { Code } from '../../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostics/diagnostic.ts';
import type { ReadInstant } from '../../values/instants.ts';
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

/** Compares documents, including those with errors. */
export interface BroadcastRule {
  readonly codes: readonly Code[];
  readonly check: (read: Broadcast) => readonly Diagnostic[];
}

/** A document with the values that a rule compares. */
export interface Compared<Values> {
  readonly entity: Entity;
  readonly values: Values;
}

/** The documents that have such values, in the order of their files. */
export function comparedIn<Values>(
  { entities }: Pick<Broadcast, 'entities'>,
  valuesOf: (entity: Entity) => Values | undefined,
): readonly Compared<Values>[] {
  const compared: Compared<Values>[] = [];
  for (const entity of entities.values()) {
    const values = valuesOf(entity);
    if (values !== undefined) compared.push({ entity, values });
  }
  return compared;
}

/** One problem, or several. */
export type Problems = Diagnostic | readonly Diagnostic[];

export const NO_PROBLEM: readonly Diagnostic[] = [];
