/** The configuration as the next commit has it: its files are checked by it, and it may make others wrong. */
import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { Source } from '../../content/source.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { gitAsCalled } from '../../git/git.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { modelSettings } from '../../repository/project-paths.ts';
import type { Outside } from '../outside.ts';
import type { Environment } from '../../repository/caller.ts';
import { configFileOf, contentConfigOf, loadConfig, passable } from '../../repository/load-config.ts';
import { readText, type SettingsFiles } from '../../repository/read-settings.ts';

export interface StagedConfig {
  readonly config: Config;
  /** Undefined if the commit does not change the configuration. */
  readonly change?: ConfigChange & { readonly text: Source };
}

export interface ConfigChange {
  /** What content meant before; undefined if it was in other folders, or if the configuration could not be used. */
  readonly before: ModelSettings | undefined;
}

export function stagedConfigOf(outside: Outside): StagedConfig {
  const { folder, configFile, env } = outside;
  const { staged, earlier } = settingsInGit(folder, passable(env));
  const asked = new Set<string>();
  const noted: SettingsFiles = { ...staged, exists: (file) => staged.exists(asked.add(file) && file) };
  const config = contentConfigOf(outside, noted);
  const contentOf = (files: SettingsFiles, file: string) => (files.exists(file) ? files.textOf(file) : undefined);
  if ([...asked].every((file) => contentOf(staged, file) === contentOf(earlier, file))) return { config };

  const old = usable(() => loadConfig({ configFile, cwd: folder, env, files: earlier }));
  const before = old && isSamePlace(old, config) ? modelSettings(old) : undefined;
  const file = configFileOf(config, { configFile, cwd: folder });
  return { config, change: { text: new Source(relative(folder, file), contentOf(staged, file) ?? ''), before } };
}

/** The settings of the next commit, and those of the commit before. */
function settingsInGit(folder: string, env: Environment): { readonly [commit in 'staged' | 'earlier']: SettingsFiles } {
  const git = gitAsCalled(folder, env);
  const texts = new Map<string, string | undefined>();
  const textIn = (commit: 'HEAD' | '', file: string): string | undefined => {
    const path = relative(folder, file).split(sep).join('/');
    const name = `${commit}:${path.startsWith('../') ? '' : './'}${path}`;
    if (!texts.has(name)) {
      const { ok, text } = git.attemptNow(['cat-file', 'blob', name]);
      texts.set(name, ok ? text : undefined);
    }
    return texts.get(name);
  };
  // What git does not have is the same before and after.
  const filesIn = (commit: 'HEAD' | '', other: 'HEAD' | ''): SettingsFiles => ({
    exists: (file) => textIn(commit, file) !== undefined || (existsSync(file) && textIn(other, file) === undefined),
    textOf: (file) => textIn(commit, file) ?? readText(file),
  });
  return { staged: filesIn('', 'HEAD'), earlier: filesIn('HEAD', '') };
}

const isSamePlace = (one: Config, other: Config): boolean =>
  [one.root, one.content, ...one.sharedFolders].join('\0') ===
  [other.root, other.content, ...other.sharedFolders].join('\0');

function usable(load: () => Config): Config | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
