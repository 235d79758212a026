/** What an import leaves for the next time: its entry in the configuration, and the mapping that was proposed. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { editYaml } from '../../content/edit/yaml.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { IncompleteMapping } from '../../import/mapping.ts';
import { ChangeSet } from '../../machine/change-set.ts';
import { mappingFile, type AskedImport, type ImportOptions } from './asked-import.ts';
import { shownFrom } from '../../repository/project-paths.ts';
import { isUrl } from '../../import/open-source.ts';
import { importStateFile } from '../../target/stores.ts';

/** A mapping that exists has perhaps been corrected. Returns the name of the new file, from the configuration. */
export function rememberMapping(
  { root }: Config,
  changes: ChangeSet,
  { name, map }: AskedImport,
  text?: string,
): readonly string[] {
  const file = mappingFile(name);
  if (text === undefined || map !== undefined || existsSync(join(root, file))) return [];
  changes.put(join(root, file), text);
  return [file];
}

/** A mapping that a person has to complete is written for that, and the error names the file. */
export const keepingMapping =
  (
    config: Config,
    asked: AskedImport,
    { cwd, isDryRun = false }: { readonly cwd: string; readonly isDryRun?: boolean | undefined },
  ) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof IncompleteMapping)) throw error;
    // An import that went without one has another format.
    const wasRead = existsSync(join(config.root, importStateFile(asked.name)));
    const changes = new ChangeSet(config.root);
    const [file] = isDryRun || wasRead ? [] : rememberMapping(config, changes, asked, error.mapping);
    if (file === undefined) throw error;
    await changes.make();
    throw new UserError(error.message, {
      suggestion: `${error.found}; complete ${shownFrom(cwd, join(config.root, file))}, which was written, and run the command again:

${error.mapping.trim()}`,
    });
  };

/** People see what is imported from where, and another source with the same name is noticed. */
export function rememberSettings(
  config: Config,
  changes: ChangeSet,
  asked: AskedImport,
  options: ImportOptions,
): readonly string[] {
  const { source } = options;
  const { name } = asked;
  if (asked.isConfigured || Object.hasOwn(config.imports, name) || source === '-') return [];
  const { into, timezone, media, map } = options;
  const fromRoot = (path: string): string => relative(config.root, resolve(asked.folder, path)).replaceAll('\\', '/');
  const settings = Object.entries({
    source: isUrl(source) ? source : fromRoot(source),
    // An answer in another form, such as a message of its host, is never taken for a table.
    format: asked.format,
    into,
    map: map === undefined ? undefined : fromRoot(map),
    timezone,
    media: media || undefined,
  }).filter(([, value]) => value !== undefined);
  const file = join(config.root, config.file);
  const value = Object.fromEntries(settings) as Record<string, string | boolean>;
  changes.put(file, editYaml(changes.read(file)?.toString() ?? '', [{ path: ['imports', name], value }]));
  return [config.file];
}
