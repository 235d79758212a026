import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { overlayFolder } from '../../content/overlay-folders.ts';
import { readHistory, type HistoryReading } from '../../history/read-history.ts';
import { diskCache } from '../../render/images/variant-cache.ts';
import { inheritedContent } from '../files/repository.ts';

/** What git knows of a target's programme. */
export function historyFor(config: Config, target: string): Promise<HistoryReading> {
  const content = join(config.root, config.content);
  return readHistory({
    content,
    shared: inheritedContent(config),
    overlay: overlayFolder(content, target),
    env: config.programEnvironment(),
    settings: { timezone: config.site.timezone, target, targets: Object.keys(config.targets) },
    cache: diskCache(join(config.root, '.gitcast', 'cache', 'history')),
  });
}

export const historyNotes = (reading: HistoryReading): readonly string[] =>
  reading.type === 'read'
    ? []
    : [
        `without the changes of the programme, because ${reading.reason}${reading.suggestion === undefined ? '' : `; ${reading.suggestion}`}`,
      ];
