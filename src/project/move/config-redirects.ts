/** `site.redirects` in the configuration file, changed in memory and checked as the file would be. */
import { basename, dirname, resolve } from 'node:path';
import { editYaml } from '../../content/edit/yaml.ts';
import { readYaml } from '../../content/yaml-tree.ts';
import { ON_DISK } from '../../repository/read-settings.ts';
import { configText, loadConfig } from '../../repository/load-config.ts';
import { isSame } from '../../values/canonical.ts';
import type { Outside } from '../outside.ts';
import type { FileChange } from './changed-files.ts';
import { tableEdits, type RedirectTable } from './redirects.ts';

/** Undefined if the table stays as it is; `no-file` without a configuration file. */
export function redirectTableChange(
  { folder: cwd, configFile, env }: Outside,
  before: RedirectTable,
  after: RedirectTable,
): FileChange | 'no-file' | undefined {
  if (isSame(before, after)) return undefined;
  const source = configText({ configFile, cwd });
  if (!source) return 'no-file';
  const [file, name] = [resolve(cwd, source.file), basename(source.file)];
  const text = editYaml(source.text, tableEdits(readYaml(source.text).data, after));
  loadConfig({
    configFile,
    cwd,
    env,
    files: { ...ON_DISK, textOf: (each) => (each === file ? text : ON_DISK.textOf(each)) },
  });
  const prefix = source.file.slice(0, source.file.length - name.length);
  return {
    layer: { folder: dirname(file), prefix },
    from: name,
    to: name,
    text: { before: source.text, after: text },
  };
}
