/** The folders of a workspace that are broadcasts: each has its own `gitcast.config.yaml`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { isPlainFolder, matchesFolder, plainPath } from '../../values/folder-patterns.ts';
import { CONFIG_FILE } from '../settings/load-config.ts';
import { unusable } from '../settings/read-settings.ts';
import type { WorkspaceFile } from '../settings/workspace-file.ts';

/** Sorted, so that every machine with the same files has the same list. */
export function findBroadcasts(root: string, workspace: WorkspaceFile | undefined): readonly string[] {
  const shared = workspace?.config.shared.map(({ folder }) => folder) ?? [];
  const patterns = workspace?.config.broadcasts;
  const found = new Set(foldersWithConfig(root, shared));
  // A folder inside another broadcast is found only by its name.
  for (const plain of (patterns ?? []).filter(isPlainFolder).map(plainPath)) {
    if (existsSync(join(root, plain, CONFIG_FILE))) found.add(plain);
  }
  const broadcasts = [...found].filter((folder) => !patterns || matchesFolder(patterns, folder)).sort();
  if (workspace) {
    const problems = [...unmatched(workspace, [...found]), ...unusedFolders(workspace, broadcasts)];
    if (problems.length > 0) throw unusable(workspace.source.file, problems);
  }
  return broadcasts;
}

/** The folders below a broadcast hold its content and are not searched, except at the root. */
export function foldersWithConfig(root: string, without: readonly string[]): readonly string[] {
  const visit = (folder: string): readonly string[] => {
    const isBroadcast = existsSync(join(root, folder, CONFIG_FILE));
    if (isBroadcast && folder !== '.') return [folder];
    const inside = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map(({ name }) => (folder === '.' ? name : `${folder}/${name}`))
      .filter((path) => !without.includes(path));
    return [...(isBroadcast ? [folder] : []), ...inside.flatMap(visit)];
  };
  return visit('.');
}

/** A pattern without a match is a typing error, or a folder that is not a broadcast. */
function unmatched({ config, source }: WorkspaceFile, found: readonly string[]): readonly Diagnostic[] {
  return (config.broadcasts ?? []).flatMap((pattern, index) => {
    if (pattern.startsWith('!') || found.some((folder) => matchesFolder([pattern], folder))) return [];
    const meant = nearest(plainPath(pattern), found);
    const message = isPlainFolder(pattern)
      ? `\`${pattern}\` has no ${CONFIG_FILE}`
      : `\`${pattern}\` matches no folder with a ${CONFIG_FILE}`;
    const suggestion =
      meant === undefined
        ? `gitcast init ${isPlainFolder(pattern) ? pattern : 'DIR'} creates one`
        : `did you mean \`${meant}\`?`;
    return [diagnose('config-value', source.valueSpan(['broadcasts', index]), message, { suggestion })];
  });
}

/** A shared folder that no broadcast uses would silently change nothing. */
function unusedFolders({ config, source }: WorkspaceFile, broadcasts: readonly string[]): readonly Diagnostic[] {
  return config.shared
    .filter(({ usedBy }) => !broadcasts.some((folder) => matchesFolder(usedBy, folder)))
    .map(({ folder }) =>
      diagnose(
        'config-value',
        source.valueSpan(['shared', folder]),
        `no broadcast matches, so none uses \`${folder}\``,
        {
          suggestion: `write the folders of broadcasts, such as ${broadcasts[0] ?? 'festivals/*'}, or "**" for all of them`,
        },
      ),
    );
}
