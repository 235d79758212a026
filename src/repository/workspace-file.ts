/** Finds and reads `gitcast.workspace.yaml`, and the shared folders that it puts below a broadcast. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parseWorkspace, type WorkspaceConfig } from '../config/workspace-settings.ts';
import { Source } from '../content/source.ts';
import { readYaml } from '../content/yaml-tree.ts';
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { refuseLinkOutOf } from '../machine/symbolic-links.ts';
import { matchesFolder } from '../values/folder-patterns.ts';
import { readText, unusable, refuseMisnamed, WORKSPACE } from './read-settings.ts';

export const WORKSPACE_FILE = WORKSPACE.name;

export interface WorkspaceFile {
  /** The folder of the file. */
  readonly root: string;
  readonly config: WorkspaceConfig;
  readonly source: Source;
}

/** The workspace that a folder is in, up to the root of its repository. Throws if the file has errors. */
export function workspaceAbove(folder: string, cwd: string): WorkspaceFile | undefined {
  const file = fileAbove(folder, cwd);
  if (file === undefined) return undefined;
  const root = dirname(file);
  const text = readText(file);
  const source = new Source(relative(cwd, file), text);
  const { data, problems } = readYaml(text);
  const unread = problems.map(({ code, start, end, message, suggestion }) =>
    diagnose(code, source.yamlSpan(start, end), message, { suggestion }),
  );
  const keySpan = source.keySpan.bind(source);
  const valueSpan = source.valueSpan.bind(source);
  const { workspace, diagnostics } =
    unread.length > 0 ? { diagnostics: unread } : parseWorkspace({ data, keySpan, valueSpan });
  if (!workspace) throw unusable(source.file, diagnostics);
  const missing = missingFolders(root, workspace, source);
  if (missing.length > 0) throw unusable(source.file, missing);
  for (const shared of workspace.shared) {
    for (const part of SHARED_PARTS) refuseLinkOutOf(root, join(shared.folder, part));
  }
  return { root, config: workspace, source };
}

/** The parts of a shared folder that are below those of a broadcast. */
export const SHARED_PARTS = ['content', 'templates'] as const;

/** The shared folders of the broadcast in this folder, the lowest first. */
export function sharedFoldersOf(folder: string, cwd: string): readonly string[] {
  const workspace = workspaceAbove(folder, cwd);
  if (!workspace) return [];
  const { broadcasts } = workspace.config;
  const name = folderName(workspace.root, folder);
  return broadcasts && !matchesFolder(broadcasts, name) ? [] : sharedWith(name, workspace);
}

/** Those of a broadcast by its name, also if it is not listed yet. */
export const sharedWith = (name: string, { root, config }: WorkspaceFile): readonly string[] =>
  config.shared.filter(({ usedBy }) => matchesFolder(usedBy, name)).map((shared) => join(root, shared.folder));

/** A folder's path from the root of the workspace, as patterns match it: `.` for the root itself. */
export const folderName = (root: string, folder: string): string => relative(root, folder).split(sep).join('/') || '.';

function fileAbove(folder: string, cwd: string): string | undefined {
  const file = join(folder, WORKSPACE_FILE);
  if (existsSync(file)) return file;
  refuseMisnamed(folder, cwd, WORKSPACE);
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, '.git')) ? undefined : fileAbove(above, cwd);
}

function missingFolders(root: string, { shared }: WorkspaceConfig, source: Source): readonly Diagnostic[] {
  const isFolder = (...parts: readonly string[]): boolean =>
    statSync(join(root, ...parts), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return shared
    .filter(({ folder }) => !SHARED_PARTS.some((part) => isFolder(folder, part)))
    .map(({ folder }) =>
      diagnose('config-value', source.keySpan(['shared', folder]), `\`${folder}\` has no content/ and no templates/`, {
        suggestion: isFolder(folder)
          ? `put what the broadcasts share into ${folder}/content/, as in a broadcast`
          : 'create the folder, or correct its name',
      }),
    );
}
