/**
 * What a check remembers of the files that had no problem. A later check does not read a document again if its files are
 * the same, and if every question that its check asked about others has the same answer. What rules compare of it is
 * remembered too, so that they still compare it with all others. Problems are not remembered: documents that have one are
 * read each time.
 *
 * Of ten thousand documents, everything here is made on every check: it has the form in which it is parsed, without lists
 * that would be empty.
 */
import type { Absence } from '../../model/absence.ts';
import type { RememberedDocument } from '../../model/check-content.ts';
import type { SubjectKey } from '../../model/library.ts';

/** Different whenever the content of a file may differ. */
export type Stamp = string;

export type StampedPath = readonly [path: string, Stamp];

export interface SettledDocument extends RememberedDocument {
  readonly stamp: Stamp;
  readonly translations?: readonly StampedPath[];
  /** The media files that it shows. */
  readonly media?: readonly string[];
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
