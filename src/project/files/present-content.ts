import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { overlayFolder } from '../../content/overlay-folders.ts';
import { contentFor, type TargetLayers } from '../../content/target-content.ts';
import { gitWorkTree, type WorkTree } from '../../git/work-tree.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { checkContent } from '../../model/check-content.ts';
import { environmentOf, type Environment } from '../../pull/environment.ts';
import { soundBroadcast } from '../planning/planning.ts';
import { modelSettings, prefixFrom, readLayers } from './repository.ts';
import { targetNamed } from '../settings/named-target.ts';

export interface Present {
  readonly broadcast: Broadcast;
  readonly environment: Environment;
  /** What the names of the content folder's files begin with. */
  readonly prefix: string;
}

/** What is there already for a target: without a content folder nothing, for a first pull makes it. */
export function presentContent(config: Config, cwd: string, target = config.defaultTarget): Present {
  const { checked, isThere, environment, prefix } = environmentFor(config, cwd, target);
  // Nothing is no broadcast yet, and that is what the pull is for.
  return { broadcast: isThere ? soundBroadcast(checked) : checked.broadcast, environment, prefix };
}

/** The same also where the files have errors. */
export function environmentFor(config: Config, cwd: string, target: string) {
  const { name } = targetNamed(config, target);
  const folder = join(config.root, config.content);
  const prefix = prefixFrom(cwd, folder);
  const settings = modelSettings(config);
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const layers: TargetLayers = isThere
    ? readLayers(config, cwd)
    : { prefix, targets: Object.keys(config.targets), shared: [], overlays: new Map() };
  const checked = checkContent(contentFor(name, layers), settings);
  const others = Object.values(config.targets).filter((each) => each.type === 'remote' && each.name !== name);
  const overlay = overlayPath(config, name);
  return {
    checked,
    isThere,
    environment: environmentOf({ target: name, others: others.map((each) => each.name), overlay, layers, settings }),
    prefix,
  };
}

/** The way from the content folder to that of a target's own files. */
const overlayPath = (config: Config, target: string): string =>
  `../${basename(overlayFolder(config.content, target))}/`;

/** What git knows of the files that a pull for this target may write, by their path from the content folder. */
export function pulledWorkTree(config: Config, { environment: { overlay } }: Present): WorkTree {
  const folder = join(config.root, config.content);
  const [shared, own] = [gitWorkTree(folder), gitWorkTree(join(folder, overlay))];
  return {
    async uncommitted() {
      const [isChanged, isOwnChanged] = await Promise.all([shared.uncommitted(), own.uncommitted()]);
      return (path) => (path.startsWith(overlay) ? isOwnChanged(path.slice(overlay.length)) : isChanged(path));
    },
  };
}
