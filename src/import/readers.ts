/** The readers of sources. The first that recognises a source reads it. */
import { UserError } from '../diagnostics/errors.ts';
import { csv } from './csv.ts';
import type { Format } from './source.ts';
import { ical } from './ical.ts';
import { json } from './json.ts';
import { markdownFolder } from './markdown-folder.ts';
import { MOST_BYTES } from './open-source.ts';
import { schedule } from './schedule.ts';
import { sessionize } from './sessionize.ts';
import type { Reader, Source } from './source.ts';

export const readers: readonly Reader[] = [schedule, sessionize, ical, csv, markdownFolder, json];

export function readerFor(source: Source, format: Format | undefined): Reader {
  const found = readers.find((reader) => (format === undefined ? reader.isFor(source) : reader.name === format));
  const { mostBytes = MOST_BYTES } = found ?? {};
  if (source.files.reduce((sum, { size }) => sum + size, 0) > mostBytes)
    throw new UserError(`${source.name} is larger than ${mostBytes / 1024 / 1024} MiB`, {
      suggestion: 'export or pass a part of it',
    });
  if (found) return found;
  throw new UserError(`${source.name} is none of the formats that can be imported`, {
    suggestion: `they are ${readers.map(({ title }) => title).join(', ')}; \`format\` of an import in gitcast.config.yaml names one that is not recognised`,
  });
}
