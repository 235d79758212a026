import type { Config } from '../../config/config.ts';
import type { FileReading } from '../../content/read-file.ts';
import { contentFor, readInherited } from '../../content/target-content.ts';
import { Engine } from '../../preview/preview-engine.ts';
import { modelSettings, siteUrlOf } from '../../repository/repository.ts';
import type { FollowedFiles } from './followed-files.ts';
import { pictureCache, siteLook, templateFolders } from '../../building/folders.ts';
import { knownHistory } from '../../building/history.ts';
import { withReadings } from '../../building/memory.ts';

interface Wanted {
  readonly target: string;
  readonly cwd: string;
  readonly drafts: boolean;
  readonly gallery: boolean;
  readonly now: number;
}

/** A target's site in memory, built from the project's files. */
export async function openEngine(
  config: Config,
  { shared, inherited: below, overlay }: FollowedFiles,
  { target, cwd, drafts, gallery, now }: Wanted,
): Promise<Engine> {
  const targets = Object.keys(config.targets);
  const inherited = readInherited(below);
  const input = {
    shared,
    overlay,
    inherited: below,
    assemble: (readings: readonly FileReading[], own: readonly FileReading[]) =>
      contentFor(target, {
        prefix: shared.prefix,
        targets,
        shared: readings,
        inherited,
        overlays: new Map([[target, own]]),
      }),
    settings: modelSettings(config),
    url: siteUrlOf(config, target),
    drafts,
    gallery,
    history: await knownHistory(config, target, now),
    templateFolders: templateFolders(config, cwd),
    look: siteLook(config),
    highlight: config.site.highlight,
    markdown: config.site.markdown,
    cache: pictureCache(config),
    now,
  };
  return withReadings(config, () => Engine.open(input));
}
