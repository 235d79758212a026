/** A broadcast that is created beside others joins their workspace: its folder is added to `gitcast.workspace.yaml`. */
import { resolve } from 'node:path';
import { editYaml } from '../content/edit/yaml.ts';
import { topAbove } from '../machine/git-folder.ts';
import { matchesFolder } from '../values/folder-patterns.ts';
import type { FileTexts } from '../machine/write-files.ts';
import { folderName, sharedWith, WORKSPACE_FILE, workspaceAbove } from '../repository/workspace-file.ts';
import { foldersWithConfig } from '../repository/find-broadcasts.ts';

export interface Joined {
  /** The folder of the workspace file. */
  readonly root: string;
  /** The folders of all other broadcasts in the repository. */
  readonly others: readonly string[];
  /** The folders that the workspace puts below this broadcast, the lowest first. */
  readonly shared: readonly string[];
  /** The workspace file, if it has to be written; relative to the root. */
  readonly files: FileTexts;
}

/** Undefined for the only broadcast of a repository. */
export function joinWorkspace(folder: string): Joined | undefined {
  const here = resolve(folder);
  const workspace = workspaceAbove(here, here);
  const root = workspace?.root ?? topAbove(here);
  if (root === undefined) return undefined;
  const name = folderName(root, here);
  const shared = workspace?.config.shared.map((each) => each.folder) ?? [];
  const others = foldersWithConfig(root, shared).filter((each) => each !== name);
  if (!workspace) {
    const files = { [WORKSPACE_FILE]: newFile([...others, name]) };
    return others.length === 0 ? undefined : { root, others, shared: [], files };
  }
  const { broadcasts } = workspace.config;
  const isListed = !broadcasts || matchesFolder(broadcasts, name);
  const edit = { path: ['broadcasts', broadcasts?.length ?? 0], value: name };
  return {
    root,
    others,
    shared: sharedWith(name, workspace),
    files: isListed ? {} : { [WORKSPACE_FILE]: editYaml(workspace.source.text, [edit]) },
  };
}

const newFile = (folders: readonly string[]): string =>
  [
    '# The broadcasts of this repository: gitcast plan --all plans all of them. In a name, * matches anything.',
    'broadcasts:',
    ...folders.toSorted().map((folder) => `  - ${/^[A-Za-z][\w./-]*$/.test(folder) ? folder : JSON.stringify(folder)}`),
    '',
  ].join('\n');
