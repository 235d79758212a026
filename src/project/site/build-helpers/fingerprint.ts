import { createHash } from 'node:crypto';
import { layersOf } from '../../../content/overlay.ts';
import type { Broadcast } from '../../../model/broadcast.ts';

/** A digest of all files as they were read. Another process may read different content a moment later. */
export function fingerprintOf({ entities, media }: Broadcast): string {
  const digest = createHash('sha256');
  for (const { document } of entities.values()) {
    for (const { source, translations } of layersOf(document)) {
      for (const { file, text } of [source, ...translations.map((each) => each.source)]) {
        digest.update(`${file} ${text.length}\n${text}`);
      }
    }
  }
  for (const name of media.keys()) digest.update(`${name}\n`);
  return digest.digest('hex');
}
