/** Media files in use that a build would refuse, for `validate`, which does not build. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Broadcast } from '../site/site.ts';
import { mediaNamedBy, type UsedMedia } from '../site/used/used-media.ts';
import { mediaRefused } from './build-media.ts';
import { createImages } from './images/images.ts';

interface Options {
  readonly readMedia: (name: string) => Uint8Array;
}

export async function refusedMedia(
  { entities, media }: Broadcast,
  { readMedia }: Options,
): Promise<readonly Diagnostic[]> {
  const used = new Map<string, UsedMedia>();
  for (const entity of entities.values()) {
    for (const each of mediaNamedBy(entity))
      if (media.has(each.name) && !used.has(each.name)) used.set(each.name, each);
  }
  const measure = (name: string) => media.get(name)?.imageSize();
  // A file is checked before any picture is made from it, so none is made here.
  const images = createImages({ read: readMedia, measure, loadResizer: async () => undefined });
  const results = await Promise.all(
    [...used.values()].map(async (each) => ({ each, result: await images.publish(each.name) })),
  );
  return results.flatMap(({ each, result }) => ('problem' in result ? [mediaRefused(each, result)] : []));
}
