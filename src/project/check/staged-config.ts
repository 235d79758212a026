/** The configuration as the next commit has it: its files are checked by it, and it may make others wrong. */
import { existsSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { Source } from '../../content/source.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { gitAsCalled } from '../../git/git.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { modelSettings } from '../files/model-settings.ts';
import type { Outside } from '../outside.ts';
import { configFileOf, contentConfigOf, loadConfig, passable } from '../settings/load-config.ts';
import { readText } from '../settings/read-settings.ts';

export interface StagedConfig {
  readonly config: Config;
  /** Undefined if the commit does not change the configuration. */
  readonly change?: ConfigChange & { readonly text: Source };
}

export interface ConfigChange {
  /** What content meant before; undefined if it was in another folder, or if the configuration could not be used. */
  readonly before: ModelSettings | undefined;
}

export function stagedConfigOf(outside: Outside): StagedConfig {
  const { folder, configFile } = outside;
  const git = gitAsCalled(folder, passable(outside.env));
  const textIn = (commit: 'HEAD' | '', file: string): string | undefined => {
    const path = relative(folder, file).split(sep).join('/');
    const { ok, text } = git.attemptNow(['cat-file', 'blob', `${commit}:${path.startsWith('../') ? '' : './'}${path}`]);
    return ok ? text : undefined;
  };
  // A configuration that git does not have is the same before and after.
  const staged = (file: string): string => textIn('', file) ?? readText(file);
  const earlier = (file: string): string =>
    textIn('HEAD', file) ?? (textIn('', file) === undefined ? readText(file) : '');

  const config = contentConfigOf(outside, staged);
  const file = configFileOf(config, { configFile, cwd: folder });
  const text = existsSync(file) ? staged(file) : undefined;
  if (text === undefined || text === earlier(file)) return { config };
  const old = usable(() => loadConfig({ configFile, cwd: folder, env: outside.env, textOf: earlier }));
  const before = old?.content === config.content ? modelSettings(old) : undefined;
  return { config, change: { text: new Source(relative(folder, file), text), before } };
}

function usable(load: () => Config): Config | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
