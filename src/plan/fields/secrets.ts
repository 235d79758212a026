/**
 * Secrets in a document, `{ $env: NAME }`, refer to values that must not be shown anywhere. The digest of a leaf with a
 * secret is marked, so that its old value is still recognised as a secret after the file drops it.
 */
import { InternalError } from '../../diagnostics/errors.ts';
import { formatPath, isObject, valueAt, type Json, type JsonObject, type Path } from '../../values/json.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { isSecretReference } from '../../values/secret-reference.ts';
import { walkFields } from '../../kinds/walk.ts';
import type { BaseLeaf } from '../../model/base.ts';
import { canonical } from '../../values/canonical.ts';
import type { PlanInput } from '../context.ts';
import { isSending, type Change } from '../plan.ts';

const MARK = '!';

export const marked = (digest: string): string => (isMarked(digest) ? digest : MARK + digest);
export const isMarked = (digest: string | undefined): boolean => digest?.startsWith(MARK) === true;

/** The places where a document names secrets: only fields declared sensitive can. */
export function secretPaths(kind: KindName, fields: JsonObject): readonly Path[] {
  const found: Path[] = [];
  if (!holdsSecret(fields)) return found;
  walkFields(kindNamed(kind), fields, ({ schema, value, path }) => {
    if (schema['x-sensitive'] && isSecretReference(value)) found.push(path);
  });
  return found;
}

/** The name of the secret that a document names at this place. */
export function nameAt(fields: JsonObject, path: Path): string {
  const value = valueAt(fields, path);
  if (isSecretReference(value)) return value.$env;
  throw new InternalError(`there is no secret at ${formatPath(path)}`);
}

export function holdsSecret(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isSecretReference(value) || Object.values(value as object).some((each: Json) => holdsSecret(each));
}

/** The value with each secret replaced by its digest; undefined if a secret is not set. */
export function withSecretDigests(
  value: Json,
  secretDigest: (variable: string) => string | undefined,
): Json | undefined {
  if (isSecretReference(value)) return secretDigest(value.$env);
  if (Array.isArray(value)) {
    const entries = value.map((each: Json) => withSecretDigests(each, secretDigest));
    return entries.includes(undefined) ? undefined : (entries as Json[]);
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withSecretDigests(each, secretDigest)] as const);
  return entries.some(([, each]) => each === undefined) ? undefined : (Object.fromEntries(entries) as Json);
}

type Digests = Pick<PlanInput, 'digest' | 'secretDigest'>;

/** The digest by which the base remembers a value. */
export const digestOf = (value: Json | undefined, input: Pick<Digests, 'digest'>): string =>
  input.digest(canonical(value));

/** A secret counts by the keyed digest of its value. A secret that is not set on this machine counts as unchanged. */
export function digestOfFile(value: Json | undefined, input: Digests, base?: BaseLeaf): string {
  if (value === undefined || !holdsSecret(value)) return digestOf(value, input);
  const withDigests = withSecretDigests(value, input.secretDigest);
  if (withDigests === undefined) return base?.sent ?? marked('unset');
  return isSecretReference(value) ? (withDigests as string) : marked(digestOf(withDigests, input));
}

/** A secret that a plan would send. */
export interface CarriedSecret {
  /** The name of the variable. */
  readonly name: string;
  /** The documents whose requests carry it. */
  readonly addresses: readonly string[];
}

/**
 * The secrets that the requests of a plan carry. Taken from the changes themselves, so it is also correct for a plan that others
 * wrote.
 */
export function carriedSecrets({ changes }: { readonly changes: readonly Change[] }): readonly CarriedSecret[] {
  const named = changes
    .filter(isSending)
    .flatMap(({ address, kind, after = {} }) =>
      secretPaths(kind, after).map((path) => ({ address, name: nameAt(after, path) })),
    );
  const uses = Map.groupBy(named, ({ name }) => name);
  return [...uses.keys()]
    .toSorted()
    .map((name) => ({ name, addresses: [...new Set(uses.get(name)!.map(({ address }) => address))] }));
}
