/** `gitcast.workspace.yaml`: the folders that are broadcasts, and the folders that several of them share. */
import { inReadingOrder, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { plainPath } from '../values/folder-patterns.ts';
import { checkSettings, type ConfigSource } from './check-settings.ts';
import { group, listOf, receive, table, textThat } from './setting.ts';

/** All paths are relative to the folder of the file. */
export interface WorkspaceConfig {
  /** Patterns of folders with a `gitcast.config.yaml`; undefined to find all of them. */
  readonly broadcasts: readonly string[] | undefined;
  /** In the order of the file: a later folder overlays an earlier one. */
  readonly shared: readonly SharedFolder[];
}

export interface SharedFolder {
  readonly folder: string;
  /** Patterns of the broadcasts that use it. */
  readonly usedBy: readonly string[];
}

const folderBelow = textThat('a folder below the one that contains this file', (text) => isBelow(text) && text !== '.');
const pattern = textThat('a folder below the one that contains this file, such as festivals/*', (text) =>
  isBelow(text.replace(/^!/, '')),
);

export const workspaceSettings = group({
  broadcasts: listOf('a list with at least one folder', pattern),
  shared: table(folderBelow, listOf('a list with at least one pattern, such as "**" for every broadcast', pattern)),
});

export type ParsedWorkspace =
  | { readonly workspace: WorkspaceConfig; readonly diagnostics: readonly [] }
  | { readonly workspace?: never; readonly diagnostics: readonly Diagnostic[] };

export function parseWorkspace(source: ConfigSource): ParsedWorkspace {
  const diagnostics = checkSettings(workspaceSettings, source);
  if (diagnostics.length > 0) return { diagnostics: inReadingOrder(diagnostics) };
  const { broadcasts, shared } = receive(workspaceSettings, source.data)!;
  const workspace: WorkspaceConfig = {
    broadcasts,
    shared: Object.entries(shared).map(([folder, usedBy]) => ({
      folder: plainPath(folder),
      usedBy: usedBy ?? EVERY_BROADCAST,
    })),
  };
  return { workspace, diagnostics: [] };
}

/** `**` does not match the folder of the workspace file itself. */
const EVERY_BROADCAST = ['.', '**'];

const isBelow = (text: string): boolean =>
  text !== '' && !/^[/\\~]|^[A-Za-z]:|\\/.test(text) && !text.split('/').includes('..');
