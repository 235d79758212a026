import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { site } from '../config/config.ts';
import { overlayFolder } from '../content/files.ts';
import { readYaml } from '../content/yaml-tree.ts';
import { readHistory, type HistoryInput, type HistoryReading } from '../history/read-history.ts';
import { diskCache } from '../render/images/variant-cache.ts';
import type { SiteHistory } from '../site/programme-history.ts';
import { valueAt } from '../values/json.ts';
import { hasShape } from '../values/shape.ts';
import { inheritedContent } from '../repository/repository.ts';

interface HistoryWish extends Pick<HistoryInput, 'commit'> {
  readonly target: string;
  readonly now: number;
}

/** The history of a target's programme, from git. */
export function historyFor(config: Config, { target, now, commit }: HistoryWish): Promise<HistoryReading> {
  const content = join(config.root, config.content);
  return readHistory({
    content,
    shared: inheritedContent(config),
    overlay: overlayFolder(content, target),
    env: config.programEnvironment(),
    settings: { timezone: config.site.timezone, target, targets: Object.keys(config.targets) },
    settingsFile: { path: join(config.root, config.file), timezoneIn },
    now,
    commit,
    cache: diskCache(join(config.root, '.gitcast', 'cache', 'history')),
  });
}

/** Undefined if git does not know all of it. */
export async function knownHistory(config: Config, target: string, now: number): Promise<SiteHistory | undefined> {
  const reading = await historyFor(config, { target, now });
  return reading.type === 'read' ? reading.history : undefined;
}

/** As the configuration is read, except that its other settings may have had errors. */
function timezoneIn(bytes: Uint8Array): string | undefined {
  const { data, problems } = readYaml(Buffer.from(bytes).toString());
  if (problems.length > 0) return undefined;
  const written = valueAt(data, ['site', 'timezone']) ?? site.timezone.fallback;
  return hasShape(written, site.timezone.optional) ? written : undefined;
}

export const historyNotes = (reading: HistoryReading): readonly string[] =>
  reading.type === 'read'
    ? []
    : [
        `without the changes of the programme, because ${reading.reason}${reading.suggestion === undefined ? '' : `; ${reading.suggestion}`}`,
      ];
