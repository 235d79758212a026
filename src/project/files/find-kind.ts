import { UserError } from '../../diagnostics/errors.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { fileKinds, kinds } from '../../kinds/registry.ts';

type KnownKind = (typeof kinds)[number];
export type FileKind = (typeof fileKinds)[number];

/** Finds a kind by its name, folder or title, singular or plural, in upper or lower case. */
export function findKind(word: string): KnownKind {
  const wanted = simplified(word);
  const kind = kinds.find((candidate) => namesOf(candidate).some((name) => simplified(name) === wanted));
  if (kind) return kind;
  const meant = nearest(word, kinds.flatMap(namesOf));
  throw new UserError(`there is no kind ${word}`, {
    suggestion: meant === undefined ? 'gitcast explain lists the kinds' : `did you mean ${meant}?`,
  });
}

export function findFileKind(word: string): FileKind {
  const { name, title } = findKind(word);
  const kind = fileKinds.find((candidate) => candidate.name === name);
  if (kind) return kind;
  throw new UserError(`${title.toLowerCase()}s are not kept in files: only the service has them`, {
    suggestion: 'gitcast explain lists the kinds that are kept in files',
  });
}

const namesOf = ({ name, title, folder }: KnownKind): readonly string[] => [
  name,
  `${name}s`,
  title,
  `${title}s`,
  ...(folder === undefined ? [] : [folder]),
];

const simplified = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');
