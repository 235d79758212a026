import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { readTargetLayers, type ContentFolders, contentFor, type TargetLayers } from '../content/target-content.ts';
import type { Content } from '../content/read-content.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { entitiesOf } from '../model/entities.ts';
import { inheritedContent, noContentFolder, prefixFrom } from './project-paths.ts';

export { modelSettings } from './project-paths.ts';
export { inheritedContent, prefixFrom, shownFrom, siteUrlOf } from './project-paths.ts';

/** The content of one target. Its files are named relative to `cwd`, so that a terminal can open them. */
export const readRepository = (config: Config, cwd: string, target: string): Content =>
  contentFor(target, readTargetLayers(foldersIn(config, cwd, [target])));

/** The shared content and the overlay of each target. */
export const readLayers = (config: Config, cwd: string): TargetLayers => readTargetLayers(foldersIn(config, cwd));

function foldersIn(config: Config, cwd: string, only?: readonly string[]): ContentFolders {
  const folder = join(config.root, config.content);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw noContentFolder(folder, cwd);
  const targets = Object.keys(config.targets);
  return {
    folder,
    below: inheritedContent(config),
    shown: (each) => prefixFrom(cwd, each),
    targets,
    ...(only && { only }),
  };
}

/** Reads media by name, each from the folder in which it was found. */
export const mediaReader =
  ({ media }: Broadcast, cwd: string) =>
  (name: string): Uint8Array =>
    readFileSync(resolve(cwd, media.get(name)?.file ?? name));

/** The name of a new embedded broadcast: that of the files, so that the first sync finds no conflict. */
export const nameOf = (broadcast: Broadcast): string =>
  entitiesOf(broadcast, 'broadcast')[0]?.fields.name ?? 'My broadcast';
