/** The problems of media that a build would report. The code that looks at pictures is loaded only if there is one. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { mediaReader } from '../../repository/repository.ts';

/** Reports each file once, even if several broadcasts share it. `isKnown`: false for files that are not looked at. */
export async function mediaProblems(
  broadcasts: readonly Broadcast[],
  folder: string,
  isKnown: (file: string) => boolean = () => true,
): Promise<readonly Diagnostic[]> {
  const all = broadcasts.filter(({ media }) => [...media.values()].some(({ file }) => isKnown(file)));
  if (all.length === 0) return [];
  const { inspectMedia } = await import('../../render/images/inspect-media.ts');
  const found = all.flatMap((each) =>
    inspectMedia(each, {
      readMedia: mediaReader(each, folder),
      isWanted: ({ name }) => isKnown(each.media.get(name)!.file),
    }),
  );
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
