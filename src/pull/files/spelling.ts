/** Keeps the wording of a file where the target still means the same. */
import { isObject, type Json } from '../../values/json.ts';
import { canonical, isSame } from '../../values/canonical.ts';

export interface Spelled {
  /** As the file has it: local times, `null`, a URL in a different spelling. */
  readonly written: Json | undefined;
  /** The same value as it is sent. */
  readonly sent: Json | undefined;
  /** The value on the target now. */
  readonly remote: Json | undefined;
  /** The same value in the form of a file. */
  readonly inFile: Json;
}

export function keepSpelling({ written, sent, remote, inFile }: Spelled): Json {
  if (written !== undefined && isSame(sent, remote)) return written;
  if (Array.isArray(inFile)) return keepInList({ written, sent, remote, inFile });
  if (!isObject(inFile) || !isObject(written) || !isObject(sent) || !isObject(remote)) return inFile;
  const said = Object.entries(inFile).map(([key, value]): [string, Json] => [
    key,
    keepSpelling({ written: written[key], sent: sent[key], remote: remote[key], inFile: value }),
  ]);
  const silent = Object.entries(written).filter(([key, value]) => value === null && !Object.hasOwn(inFile, key));
  return Object.fromEntries([...said, ...silent]);
}

/** Entries that moved are matched by content; an entry that changed is compared with the one in its place. */
function keepInList({ written, sent, remote, inFile }: Spelled & { inFile: readonly Json[] }): Json {
  if (!Array.isArray(written) || !Array.isArray(sent) || !Array.isArray(remote)) return inFile;
  if (written.length !== sent.length || remote.length !== inFile.length) return inFile;
  const writtenBySent = new Map(sent.map((entry: Json, index) => [canonical(entry), written[index] as Json]));
  return inFile.map((entry, index) => {
    const same = writtenBySent.get(canonical(remote[index] as Json));
    if (same !== undefined) return same;
    if (sent.length !== remote.length) return entry;
    return keepSpelling({ written: written[index], sent: sent[index], remote: remote[index], inFile: entry });
  });
}
