/**
 * What a check remembers of the files that had no problem. A later check does not read a document again if its files are
 * the same, if every question that its check asked about others has the same answer, and if it meets none of the documents
 * that are read. What two of them have in common was no problem before, so it is none now. Problems are not remembered:
 * documents that have one are read each time.
 *
 * Of ten thousand documents, everything here is made on every check: it has the form in which it is parsed, without lists
 * that would be empty.
 */
import type { Address } from '../../content/document.ts';
import type { DocumentTraits } from '../../content/read-content.ts';
import type { KindName } from '../../kinds/registry.ts';
import type { Absence } from '../../model/absence.ts';
import type { SubjectKey } from '../../model/library.ts';
import type { Compared } from '../../model/rules/rule.ts';

/** Different whenever the content of a file may differ. */
export type Stamp = string;

export type StampedPath = readonly [path: string, Stamp];

export interface SettledDocument extends Compared {
  readonly address: Address;
  readonly kind: KindName;
  readonly path: string;
  readonly stamp: Stamp;
  readonly translations?: readonly StampedPath[];
  /** The questions that its check asked about other documents. */
  readonly asked: readonly SubjectKey[];
  /** The media files that it shows. */
  readonly media?: readonly string[];
  readonly traits?: DocumentTraits;
  readonly absence?: Absence;
}

export interface Settled {
  readonly documents: readonly SettledDocument[];
  /** What these documents asked, with the answers. */
  readonly questions: readonly (readonly [SubjectKey, answer: string])[];
  /** Media files without a problem. */
  readonly media: readonly StampedPath[];
}

export const NOTHING_SETTLED: Settled = { documents: [], questions: [], media: [] };

/** The paths of its files. */
export const pathsOf = ({ path, translations }: SettledDocument): readonly string[] =>
  translations ? [path, ...translations.map(([other]) => other)] : [path];
