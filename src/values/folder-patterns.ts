/** Patterns for folders: `*` matches in one name, `**` across names, and `!` excludes what an earlier pattern matched. */
import { posix } from 'node:path';

/** True if a pattern matches and none that begins with `!` does. */
export function matchesFolder(patterns: readonly string[], folder: string): boolean {
  const excluding = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const including = patterns.filter((pattern) => !pattern.startsWith('!'));
  return including.some((each) => isMatch(each, folder)) && !excluding.some((each) => isMatch(each, folder));
}

/** A pattern that can match only one folder. */
export const isPlainFolder = (pattern: string): boolean => !/[!*?[\]{}]/.test(pattern);

const isMatch = (pattern: string, folder: string): boolean => {
  const wanted = plainPath(pattern);
  return wanted === folder || posix.matchesGlob(folder, wanted);
};

/** `./a//b/` and `a/b` are the same folder; the folder itself is `.`. */
export const plainPath = (path: string): string => posix.normalize(path).replace(/(?<=.)\/$/, '');
