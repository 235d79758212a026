/**
 * What a check remembers of the files that had no problem. A later check does not read a document again if its files are
 * the same, if every question that its check asked about others has the same answer, and if it meets none of the documents
 * that are read. No two remembered documents meet. Problems are not remembered: documents that have one are read each time.
 */
import type { Comparable } from '../../../model/comparing.ts';
import type { SubjectKey } from '../../../model/subjects.ts';
import type { KindName } from '../../../kinds/registry.ts';

/** Different whenever the content of a file may differ. */
export type Stamp = string;

type StampedPath = readonly [path: string, Stamp];

export interface SettledDocument extends Comparable {
  readonly kind: KindName;
  /** Its file and its translations, with their stamps. */
  readonly files: readonly [own: StampedPath, ...translations: StampedPath[]];
  /** The media files that it shows. */
  readonly media: readonly string[];
}

export interface Settled {
  readonly documents: readonly SettledDocument[];
  /** The answers to the questions that these documents asked. */
  readonly answers: ReadonlyMap<SubjectKey, string>;
  /** Media files without a problem. */
  readonly media: ReadonlyMap<string, Stamp>;
}

export const NOTHING_SETTLED: Settled = { documents: [], answers: new Map(), media: new Map() };

/** Ten thousand documents ask the same few questions, so these are numbered; most documents compare nothing else. */
type Packed = readonly [
  address: string,
  kind: KindName,
  files: SettledDocument['files'],
  asked: readonly number[],
  same: readonly string[],
  books: readonly (readonly [string, number, number])[],
  rest: readonly [readonly string[], readonly string[], readonly string[]] | 0,
];

export function packSettled({ documents, answers, media }: Settled): string {
  const numbers = new Map([...answers.keys()].map((key, index) => [key, index]));
  const packed = documents.map((each): Packed => {
    const rest = [each.seeks, each.answers, each.media] as const;
    return [
      each.address,
      each.kind,
      each.files,
      each.asked.map((key) => numbers.get(key)!),
      each.same,
      each.books.map(({ resource, start, end }) => [resource, start, end]),
      rest.some(({ length }) => length > 0) ? rest : 0,
    ];
  });
  return JSON.stringify({ answers: [...answers], media: [...media], documents: packed });
}

const NO_REST = [[], [], []] as const;

export function unpackSettled(text: string): Settled {
  const { answers, media, documents } = JSON.parse(text) as {
    answers: readonly (readonly [SubjectKey, string])[];
    media: readonly (readonly [string, Stamp])[];
    documents: readonly Packed[];
  };
  return {
    answers: new Map(answers),
    media: new Map(media),
    documents: documents.map(([address, kind, files, asked, same, books, rest]) => {
      const [seeks, answered, shown] = rest === 0 ? NO_REST : rest;
      return {
        address,
        kind,
        files,
        asked: asked.map((number) => answers[number]![0]),
        same,
        books: books.map(([resource, start, end]) => ({ resource, start, end })),
        seeks,
        answers: answered as readonly SubjectKey[],
        media: shown,
      };
    }),
  };
}
