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
  refuseAlike(folders.map((folder) => [names.get(folder)!, folder]));
  return names;
}

/** For environments, of which each broadcast has two. */
export function environmentNames(folders: readonly string[]): ReadonlyMap<string, string> {
  const names = folderNames(folders);
  refuseAlike([...names].flatMap(([folder, name]) => [name, unreviewed(name)].map((each) => [each, folder] as const)));
  return names;
}

/** The environment for changes that nobody has reviewed. */
export const unreviewed = (environment: string): string => `${environment}-unreviewed`;

/** Hosts do not distinguish upper and lower case. */
function refuseAlike(named: readonly (readonly [name: string, folder: string])[]): void {
  for (const [name, [first, second]] of Map.groupBy(named, ([each]) => each.toLowerCase())) {
    if (!first || !second) continue;
    throw new UserError(`${first[1]} and ${second[1]} have the same short name, ${name}`, {
      suggestion: 'rename one of the two folders; its state moves with the next sync',
    });
  }
}
