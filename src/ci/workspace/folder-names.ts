/** Short names for the folders of broadcasts, in names of environments and branches: `festivals-lyon` for `festivals/lyon`. */
import { UserError } from '../../diagnostics/errors.ts';
import { digest } from '../../values/digest.ts';

/** The top of the repository has no name of its own. */
const TOP = 'root';

/** GitLab allows no other letters in the name of an environment. */
const OTHER_LETTERS = /[^\p{ASCII}\p{M}]/u;

function shortName(folder: string): string {
  const letters = folder.normalize('NFD');
  const name = letters
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (OTHER_LETTERS.test(letters)) return [name, digest(folder.normalize()).slice(0, 8)].filter(Boolean).join('-');
  return name || TOP;
}

/** Throws a `UserError` if two broadcasts would share one: what is meant for one of them must not reach the other. */
export function folderNames(folders: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(folders.map((folder) => [folder, shortName(folder)]));
  // Hosts do not distinguish upper and lower case.
  const alike = Map.groupBy(folders, (folder) => names.get(folder)!.toLowerCase());
  for (const [name, [first, second]] of alike) {
    if (second !== undefined) {
      throw new UserError(`${first} and ${second} have the same short name, ${name}`, {
        suggestion: 'rename one of the two folders; its state moves with the next sync',
      });
    }
  }
  return names;
}
