import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { memoryFiles, overlayFolder } from '../../content/files.ts';
import { contentFor, readLayer, type TargetLayers } from '../../content/target-content.ts';
import type { FileTexts } from '../../machine/write-files.ts';
import { gitWorkTree, type WorkTree } from '../../git/work-tree.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { checkContent } from '../../model/check-content.ts';
import { environmentOf, type Environment } from '../../pull/environment.ts';
import { soundBroadcast } from '../planning/planning.ts';
import { modelSettings, prefixFrom, readLayers } from '../../repository/repository.ts';
import { targetNamed } from '../../repository/load-config.ts';

export interface Present {
  readonly broadcast: Broadcast;
  readonly environment: Environment;
  /** The start of the shown names of files in the content folder. */
  readonly prefix: string;
}

/** The existing content of a target: empty without a content folder, which the first pull creates. */
export function presentContent(
  config: Config,
  cwd: string,
  target = config.defaultTarget,
  added: FileTexts = {},
): Present {
  const { checked, isThere, environment, prefix } = environmentFor(config, cwd, target, added);
  // Without a folder the broadcast is missing, which is an error elsewhere and the reason for a first pull.
  return { broadcast: isThere ? soundBroadcast(checked) : checked.broadcast, environment, prefix };
}

/** The same, even if the files have errors. `added`: files that are about to be written. */
export function environmentFor(config: Config, cwd: string, target: string, added: FileTexts = {}) {
  const { name } = targetNamed(config, target);
  const folder = join(config.root, config.content);
  const prefix = prefixFrom(cwd, folder);
  const settings = modelSettings(config);
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const present: TargetLayers = isThere
    ? readLayers(config, cwd)
    : { prefix, targets: Object.keys(config.targets), shared: [], overlays: new Map() };
  const kept = present.shared.filter(({ path }) => !Object.hasOwn(added, path));
  const layers = { ...present, shared: [...kept, ...readLayer({ files: memoryFiles(added), prefix })] };
  // Nobody shows warnings about content that a pull changes, and suggestions for them take long.
  const checked = checkContent(contentFor(name, layers), settings, { errorsOnly: true });
  const others = Object.values(config.targets).filter((each) => each.type === 'remote' && each.name !== name);
  const overlay = overlayPath(config, name);
  return {
    checked,
    isThere,
    environment: environmentOf({ target: name, others: others.map((each) => each.name), overlay, layers, settings }),
    prefix,
  };
}

/** The path from the content folder to the target's overlay. */
const overlayPath = (config: Config, target: string): string =>
  `../${basename(overlayFolder(config.content, target))}/`;

/** Git's view of the files that a pull for this target may write, by their path from the content folder. */
export function pulledWorkTree(config: Config, { environment: { overlay } }: Present): WorkTree {
  const folder = join(config.root, config.content);
  const env = config.programEnvironment();
  const [shared, own] = [gitWorkTree(folder, env), gitWorkTree(join(folder, overlay), env)];
  return {
    async uncommitted() {
      const [isChanged, isOwnChanged] = await Promise.all([shared.uncommitted(), own.uncommitted()]);
      return (path) => (path.startsWith(overlay) ? isOwnChanged(path.slice(overlay.length)) : isChanged(path));
    },
  };
}
