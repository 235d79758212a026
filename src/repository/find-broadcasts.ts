/** The folders of a workspace that are broadcasts: each has its own `gitcast.config.yaml`. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isLeftBehind } from '../content/placement.ts';
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { UserError } from '../diagnostics/errors.ts';
import { isPlainFolder, matchesFolder, plainPath } from '../values/folder-patterns.ts';
import { CONFIG_FILE } from './load-config.ts';
import { unusable } from './read-settings.ts';
import { WORKSPACE_FILE, type WorkspaceFile } from './workspace-file.ts';
import { didYouMean } from '../diagnostics/nearest.ts';

/** Sorted, so that every machine with the same files has the same list. `created`: folders that are going to be broadcasts. */
export function findBroadcasts(
  root: string,
  workspace: WorkspaceFile | undefined,
  created: readonly string[] = [],
): readonly string[] {
  const shared = workspace?.config.shared.map(({ folder }) => folder) ?? [];
  const patterns = workspace?.config.broadcasts;
  const { found: searched, lost } = searchFolders(root, shared);
  const found = new Set([...searched, ...created]);
  // A folder that is not searched, such as a hidden one, is found only by its name.
  for (const plain of (patterns ?? []).filter(isPlainFolder).map(plainPath)) {
    if (existsSync(join(root, plain, CONFIG_FILE))) found.add(plain);
  }
  const isListed = (folder: string): boolean => !patterns || matchesFolder(patterns, folder);
  const broadcasts = [...found].filter((folder) => isListed(folder) || created.includes(folder)).sort();
  if (workspace) {
    const problems = [...unmatched(workspace, [...found]), ...unusedFolders(workspace, broadcasts)];
    if (problems.length > 0) throw unusable(workspace.source.file, problems);
  }
  const missed = lost.find(({ folder, misnamed }) =>
    patterns ? matchesFolder(patterns, folder) : misnamed !== undefined,
  );
  if (missed) throw withoutConfig(missed);
  return broadcasts;
}

/** Broadcasts whose configuration is among deleted paths. */
export function removedBroadcasts(
  root: string,
  paths: readonly string[],
  workspace: WorkspaceFile | undefined,
): readonly string[] {
  const patterns = workspace?.config.broadcasts;
  const removed = paths
    .filter((path) => posix.basename(path) === CONFIG_FILE && !existsSync(join(root, path)))
    .map((path) => posix.dirname(path));
  const kept = removed.find(
    (folder) => hasContent(join(root, folder)) && (!patterns || matchesFolder(patterns, folder)),
  );
  if (kept !== undefined) throw withoutConfig({ folder: kept, misnamed: undefined });
  return removed;
}

/** A folder that looks like a broadcast and has no configuration. */
interface Lost {
  readonly folder: string;
  /** A file whose name is almost that of the configuration. */
  readonly misnamed: string | undefined;
}

/** Left out silently, a festival would no longer be synced while every check succeeds. */
function withoutConfig({ folder, misnamed }: Lost): UserError {
  const subject = folder === '.' ? 'the root of the workspace' : folder;
  const file = posix.join(folder, CONFIG_FILE);
  return new UserError(`${subject} has ${misnamed ?? 'content'}, but no ${CONFIG_FILE}: no command would work on it`, {
    suggestion:
      misnamed === undefined
        ? `restore ${file}; if this is not a broadcast, add "!${folder}" to \`broadcasts\` in ${WORKSPACE_FILE}`
        : `rename ${posix.join(folder, misnamed)} to ${file}`,
  });
}

export const foldersWithConfig = (root: string, without: readonly string[]): readonly string[] =>
  searchFolders(root, without).found;

/** Also below a broadcast, except where it keeps its documents and its site. */
function searchFolders(
  root: string,
  without: readonly string[],
): { readonly found: readonly string[]; readonly lost: readonly Lost[] } {
  const found: string[] = [];
  const lost: Lost[] = [];
  const visit = (folder: string, isInside: boolean): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    const isBroadcast = entries.some(({ name }) => name === CONFIG_FILE);
    // A broadcast can write its site to a folder of any name, with thousands of folders in it.
    if (isInside && !isBroadcast && entries.some(({ name }) => name === 'index.html')) return;
    if (isBroadcast) found.push(folder);
    else {
      const misnamed = entries.find(({ name }) => MISNAMED.test(name))?.name;
      if (misnamed !== undefined || hasContent(join(root, folder))) lost.push({ folder, misnamed });
    }
    for (const entry of entries) {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      const isOwn = isBroadcast && OF_A_BROADCAST.test(entry.name);
      if (!entry.isDirectory() || isOwn || NOT_SEARCHED.test(entry.name) || without.includes(path)) continue;
      visit(path, isInside || isBroadcast);
    }
  };
  visit('.', false);
  return { found, lost };
}

/** Names that people write instead of that of the configuration. */
const MISNAMED = /^\.?gitcast[.-]config\.(?:ya?ml|json|js|ts)$/i;
const NOT_SEARCHED = /^(?:\.|node_modules$)/;
const OF_A_BROADCAST = /^(?:content(?:\..*)?|templates|dist)$/;

function hasContent(folder: string): boolean {
  const content = join(folder, 'content');
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) return false;
  return readdirSync(content).some((name) => !isLeftBehind(name));
}

/** A pattern without a match is a typing error, or a folder that is not a broadcast. */
function unmatched({ config, source }: WorkspaceFile, found: readonly string[]): readonly Diagnostic[] {
  return (config.broadcasts ?? []).flatMap((pattern, index) => {
    if (pattern.startsWith('!') || found.some((folder) => matchesFolder([pattern], folder))) return [];
    const message = isPlainFolder(pattern)
      ? `\`${pattern}\` has no ${CONFIG_FILE}`
      : `\`${pattern}\` matches no folder with a ${CONFIG_FILE}`;
    const suggestion =
      didYouMean(plainPath(pattern), found, '`') ??
      `gitcast init ${isPlainFolder(pattern) ? pattern : 'DIR'} creates one`;
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
