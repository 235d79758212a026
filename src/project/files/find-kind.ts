import { UserError } from '../../diagnostics/errors.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { kindCommonlyCalled } from '../../kinds/common-words.ts';
import { fileKinds, kindNamed, kinds, type KindName } from '../../kinds/registry.ts';
import type { Shape } from '../../kinds/schema.ts';
import { BLOCK_TYPES } from '../../kinds/shapes/block.ts';
import { shapes } from '../../kinds/shapes/shape-registry.ts';
import type { Option } from '../calls/option.ts';

type KnownKind = (typeof kinds)[number];
export type FileKind = (typeof fileKinds)[number];

const namesIn = (some: readonly { readonly name: KindName }[]): string => some.map(({ name }) => name).join(', ');

/** Finds a kind by its name, folder or title, singular or plural, in upper or lower case. */
export function findKind(word: string): KnownKind {
  const kind = kindCalled(word);
  if (kind) return kind;
  const meant = kindCommonlyCalled(word) ?? nearest(word, kinds.flatMap(namesOf));
  throw new UserError(`there is no kind ${word}`, {
    suggestion: meant === undefined ? `the kinds are ${namesIn(kinds)}` : `did you mean ${meant}?`,
  });
}

export function findFileKind(word: string): FileKind {
  const { name, title } = findKind(word);
  const kind = fileKinds.find((candidate) => candidate.name === name);
  if (kind) return kind;
  throw new UserError(`${title.toLowerCase()}s are not kept in files: only the service has them`, {
    suggestion: `those that are kept in files are ${namesIn(fileKinds)}`,
  });
}

/** An option that names a kind of documents. */
export const kind = (about: string): Option<KindName> => ({
  about,
  value: 'K',
  completes: 'kind',
  parse: (word) => findFileKind(word).name,
});

/** Likewise, and by a word that people use for it, such as `talk`: for what harms nobody if another kind was meant. */
export const findFileKindMeant = (word: string): FileKind =>
  findFileKind(kindCalled(word) ? word : (kindCommonlyCalled(word) ?? word));

type Explained =
  | { readonly type: 'kind'; readonly kind: KnownKind }
  | { readonly type: 'shape'; readonly shape: Shape };

/**
 * A kind, also by a word that people use for it, or a shape by its name or, for a block, its type. In any case, but `Media`
 * is the shape and `media` the kind.
 */
export function findExplained(word: string): Explained {
  const shape = shapes.find(({ name }) => name === word);
  if (shape) return { type: 'shape', shape };
  const kind = kindCalled(word);
  if (kind) return { type: 'kind', kind };
  const like = shapesLike(word)[0];
  if (like) return { type: 'shape', shape: like };
  const common = kindCommonlyCalled(word);
  if (common !== undefined) return { type: 'kind', kind: kindNamed(common) };
  const meant = nearest(word, [...kinds.flatMap(namesOf), ...shapes.map(({ name }) => name), ...BLOCK_TYPES]);
  throw new UserError(`there is no kind or shape ${word}`, {
    suggestion: meant === undefined ? 'gitcast explain lists the kinds and shapes' : `did you mean ${meant}?`,
  });
}

/** The shapes that a word may stand for: `map` for `MapBlock`. */
export function shapesLike(word: string): readonly Shape[] {
  const wanted = simplified(word);
  return shapes.filter(({ name }) => simplified(name) === wanted || simplified(name) === `${wanted}block`);
}

function kindCalled(word: string): KnownKind | undefined {
  const wanted = simplified(word);
  return kinds.find((candidate) => namesOf(candidate).some((name) => simplified(name) === wanted));
}

const namesOf = ({ name, title, folder }: KnownKind): readonly string[] => [
  name,
  `${name}s`,
  title,
  `${title}s`,
  ...(folder === undefined ? [] : [folder]),
];

const simplified = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');
