/** Digests by which the base remembers values. */
import type { Json } from '../values/json.ts';
import type { BaseLeaf } from '../model/base.ts';
import { canonical } from '../values/canonical.ts';
import { isSecretReference } from '../values/secret-reference.ts';
import { holdsSecret, marked, withSecretDigests } from './secrets.ts';

interface Digests {
  /** Digest of a value's canonical text. */
  readonly digest: (canonical: string) => string;
  /** Digest of an environment variable's value, keyed so that it reveals nothing; undefined if it is not set. */
  readonly secretDigest: (variable: string) => string | undefined;
}

export const digestOf = (value: Json | undefined, input: Pick<Digests, 'digest'>): string =>
  input.digest(canonical(value));

/** A secret counts by the keyed digest of its value. A secret that is not set on this machine counts as unchanged. */
export function digestOfFile(value: Json | undefined, input: Digests, base?: BaseLeaf): string {
  if (value === undefined || !holdsSecret(value)) return digestOf(value, input);
  const known = withSecretDigests(value, input.secretDigest);
  if (known === undefined) return base?.sent ?? marked('unset');
  return isSecretReference(value) ? (known as string) : marked(digestOf(known, input));
}
