/**
 * Secrets in a document, `{ $env: NAME }`, stand for values that must be shown nowhere. The digest of a leaf that holds one
 * is marked, so that its old value is recognised as a secret when the file no longer says so.
 */
import { isObject, type Json, type Path } from '../diagnostics/json.ts';
import { isSecret } from './leaves.ts';

const MARK = '!';

export const marked = (digest: string): string => (isMarked(digest) ? digest : MARK + digest);
export const isMarked = (digest: string | undefined): boolean => digest?.startsWith(MARK) === true;

export function secretPaths(value: Json | undefined, path: Path = [], found: Path[] = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return found;
  if (isSecret(value)) found.push(path);
  else {
    for (const [key, each] of Object.entries(value as object)) {
      if (typeof each === 'object')
        secretPaths(each as Json, [...path, Array.isArray(value) ? Number(key) : key], found);
    }
  }
  return found;
}

export function holdsSecret(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isSecret(value) || Object.values(value as object).some((each: Json) => holdsSecret(each));
}

/** The value with the digest of each secret in its place; undefined where one is not set. */
export function withSecretDigests(
  value: Json,
  secretDigest: (variable: string) => string | undefined,
): Json | undefined {
  if (isSecret(value)) return secretDigest(value.$env);
  if (Array.isArray(value)) {
    const entries = value.map((each: Json) => withSecretDigests(each, secretDigest));
    return entries.includes(undefined) ? undefined : (entries as Json[]);
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withSecretDigests(each, secretDigest)] as const);
  return entries.some(([, each]) => each === undefined) ? undefined : (Object.fromEntries(entries) as Json);
}
