/** Short names for the folders of broadcasts, in names of environments and branches: `festivals-lyon` for `festivals/lyon`. */
import { UserError } from '../diagnostics/errors.ts';

/** The top of the repository has no name of its own. */
const TOP = 'root';

const shortName = (folder: string): string =>
  folder
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '') || TOP;

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
