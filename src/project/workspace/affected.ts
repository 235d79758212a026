/** Which broadcasts a list of changed paths concerns. Pure. */
import type { WorkspaceConfig } from '../../config/workspace-settings.ts';
import { matchesFolder } from '../../values/folder-patterns.ts';

interface Known {
  readonly broadcasts: readonly string[];
  readonly config: Pick<WorkspaceConfig, 'shared'> | undefined;
}

/** Files at the top that decide how every broadcast is read: the workspace file, and the version of gitcast. */
const CONCERNS_ALL = /^(?:\.\.\/)*(?:gitcast\.workspace\.yaml|package\.json|package-lock\.json|npm-shrinkwrap\.json)$/;

/** `paths` are relative to the root of the workspace. A file outside it concerns nobody, unless it decides for all. */
export function affectedBy(paths: readonly string[], { broadcasts, config }: Known): readonly string[] {
  if (paths.some((path) => CONCERNS_ALL.test(path))) return broadcasts;
  const folders = new Set(broadcasts);
  const shared = config?.shared ?? [];
  const affected = new Set<string>();
  for (const path of paths) {
    // A broadcast inside another has its own files.
    const owner = foldersAround(path).find((folder) => folders.has(folder));
    if (owner !== undefined) affected.add(owner);
    for (const { folder, usedBy } of shared) {
      if (!path.startsWith(`${folder}/`)) continue;
      for (const each of broadcasts) if (matchesFolder(usedBy, each)) affected.add(each);
    }
  }
  return broadcasts.filter((folder) => affected.has(folder));
}

/** The folders that a path is in, the innermost first; the last one is the root. */
function foldersAround(path: string): readonly string[] {
  if (path.startsWith('../')) return [];
  const parts = path.split('/').slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '.'];
}
