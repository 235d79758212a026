/** Names of files and folders of a project. Apart from reading content, which loads much more. */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { ModelSettings } from '../model/broadcast.ts';
import { keyVariables } from '../config/credentials.ts';

/** The content folders below the broadcast's own, the lowest first. A shared folder may have templates only. */
export const inheritedContent = ({ sharedFolders }: Config): readonly string[] =>
  sharedFolders.map((folder) => join(folder, 'content')).filter((folder) => existsSync(folder));

/** The address at which a target's site is published. */
export const siteUrlOf = ({ site, targets }: Config, target: string): string | undefined =>
  targets[target]?.siteUrl ?? site.url;

/** The start of the shown names of files in a folder. */
export function prefixFrom(cwd: string, folder: string): string {
  const shown = shownFrom(cwd, folder);
  return shown === '' ? '' : `${shown}/`;
}

export const shownFrom = (cwd: string, path: string): string => relative(cwd, path).split(sep).join('/');

export const noContentFolder = (contentFolder: string, cwd: string): UserError =>
  new UserError(`there is no content folder ${shownFrom(cwd, contentFolder)}`, {
    suggestion: 'create it, or set `content` in the configuration to another folder',
  });

export const modelSettings = (config: Config): ModelSettings => ({
  timezone: config.site.timezone,
  locales: config.site.locales,
  targets: Object.keys(config.targets),
  secrets: config.secrets,
  keys: keyVariables(config),
});
