/**
 * Short names for answers: two answers with one name are equal, also if another process gave them. A document is named by
 * its files, so that a list of ten thousand documents is compared without looking into any of them.
 */
import type { Entity } from '../model/broadcast.ts';
import { documentDigest } from '../model/document-digest.ts';
import { oncePer } from '../values/once-per.ts';
import { digest } from '../values/digest.ts';

/** A text as short as its digest is its own name. */
const SHORT = 24;

export function answerDigest(answer: unknown): string {
  switch (typeof answer) {
    case 'object':
      return answer === null ? 'null' : objectDigest(answer);
    case 'string':
      return answer.length <= SHORT ? `'${answer}` : digest(answer);
    case 'function':
    case 'symbol':
      throw new TypeError('a page depends on a value that cannot be compared');
    default:
      return String(answer);
  }
}

const objectDigest = oncePer((value: object): string => {
  if (isEntity(value)) return documentDigest(value.document);
  if (value instanceof Map || value instanceof Set) return digest(`m${membersOf([...value])}`);
  if (Array.isArray(value)) return digest(`a${membersOf(value)}`);
  return digest(`o${membersOf(Object.entries(value).filter(([, each]) => each !== undefined))}`);
});

function membersOf(members: readonly unknown[]): string {
  let names = '';
  for (const each of members) {
    const name = answerDigest(each);
    names += `${name.length}:${name}`;
  }
  return names;
}

/** Everything else in an entity is derived from its files, or from settings that are the same for the whole site. */
const isEntity = (value: object): value is Pick<Entity, 'document'> => 'document' in value;
