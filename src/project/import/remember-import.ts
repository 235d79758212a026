/** What an import leaves for the next time: its entry in the configuration, and the mapping that was proposed. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { editYaml } from '../../content/edit/yaml.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { IncompleteMapping } from '../../import/mapping.ts';
import { writeFiles, type FileTexts } from '../../machine/write-files.ts';
import { mappingFile, type AskedImport, type ImportOptions } from './asked-import.ts';
import { shownFrom } from '../../repository/project-paths.ts';
import { isUrl } from '../../import/open-source.ts';
import { importStateFile } from '../../target/stores.ts';

/** The mapping that was proposed, by its path from the configuration. One that exists has perhaps been corrected. */
export function newMapping({ root }: Config, { name, map }: AskedImport, text: string | undefined): FileTexts {
  const file = mappingFile(name);
  return text === undefined || map !== undefined || existsSync(join(root, file)) ? {} : { [file]: text };
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
    const files = isDryRun || wasRead ? {} : newMapping(config, asked, error.mapping);
    const [file] = Object.keys(files);
    if (file === undefined) throw error;
    await writeFiles(config.root, files);
    throw new UserError(error.message, {
      suggestion: `${error.found}; complete ${shownFrom(cwd, join(config.root, file))}, which was written, and run the command again:

${error.mapping.trim()}`,
    });
  };

/** The configuration `text` with this import: people see what is imported from where, and another source with its name is noticed. */
export function newSettings(config: Config, text: string, asked: AskedImport, options: ImportOptions): FileTexts {
  const { source, into, timezone, media, map } = options;
  const { name } = asked;
  if (asked.isConfigured || Object.hasOwn(config.imports, name) || source === '-') return {};
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
  const value = Object.fromEntries(settings) as Record<string, string | boolean>;
  return { [config.file]: editYaml(text, [{ path: ['imports', name], value }]) };
}
