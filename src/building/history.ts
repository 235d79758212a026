import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { overlayFolder } from '../content/files.ts';
import { readHistory, type HistoryInput, type HistoryReading } from '../history/read-history.ts';
import type { SiteHistory } from '../site/programme-history.ts';
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
    tags: config.site.versions,
    now,
    commit,
  });
}

/** Undefined if git does not know all of it. */
export async function knownHistory(config: Config, target: string, now: number): Promise<SiteHistory | undefined> {
  const reading = await historyFor(config, { target, now });
  return reading.type === 'read' ? reading.history : undefined;
}

export const historyNotes = (reading: HistoryReading): readonly string[] =>
  reading.type === 'read'
    ? []
    : [
        `without the changes of the programme, because ${reading.reason}${reading.suggestion === undefined ? '' : `; ${reading.suggestion}`}`,
      ];
