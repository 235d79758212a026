/** `gitcast.workspace.yaml`: the folders that are broadcasts, and the folders that several of them share. */
import { inReadingOrder, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { plainPath } from '../values/folder-patterns.ts';
import { optional, read } from '../values/shape.ts';
import { checkSettings, givenIn, type ConfigSource } from './check-settings.ts';
import { group, listOf, orEmpty, table, textThat } from './setting-shapes.ts';

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

const usedBy = listOf('a list with at least one pattern, such as "**" for every broadcast', pattern);

const workspaceShape = group({
  broadcasts: optional(listOf('a list with at least one folder', pattern)),
  // `**` does not match the folder of the workspace file itself.
  shared: orEmpty(table(folderBelow, () => usedBy, ['.', '**'])),
});

export type ParsedWorkspace =
  | { readonly workspace: WorkspaceConfig; readonly diagnostics: readonly [] }
  | { readonly workspace?: never; readonly diagnostics: readonly Diagnostic[] };

export function parseWorkspace(source: ConfigSource): ParsedWorkspace {
  const diagnostics = checkSettings(workspaceShape, source);
  if (diagnostics.length > 0) return { diagnostics: inReadingOrder(diagnostics) };
  const { broadcasts, shared } = read(givenIn(source.data), workspaceShape);
  const folders = Object.entries(shared).map(([folder, usedBy]) => ({ folder: plainPath(folder), usedBy }));
  return { workspace: { broadcasts, shared: folders }, diagnostics: [] };
}

const isBelow = (text: string): boolean =>
  text !== '' && !/^[/\\~]|^[A-Za-z]:|\\/.test(text) && !text.split('/').includes('..');
