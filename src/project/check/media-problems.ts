/** The problems of media that a build would report. The code that looks at pictures is loaded only if there is one. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { mediaReader } from '../../repository/repository.ts';

/** Reports each file once, even if several broadcasts share it. */
export async function mediaProblems(broadcasts: readonly Broadcast[], folder: string): Promise<readonly Diagnostic[]> {
  const all = broadcasts.filter(({ media }) => media.size > 0);
  if (all.length === 0) return [];
  const { inspectMedia } = await import('../../render/images/inspect-media.ts');
  return eachOnce(all.flatMap((each) => inspectMedia(each, { readMedia: mediaReader(each, folder) })));
}

/** Access to the media of the next commit, by their names in diagnostics. */
export interface StagedMedia {
  /** True for the files of the commit, and for those that belong to a document of which it has a part. */
  readonly isStaged: (file: string) => boolean;
  /** Undefined if git has only a pointer to the content. */
  readonly read: (file: string) => Uint8Array | undefined;
}

export async function stagedMediaProblems(
  broadcasts: readonly Broadcast[],
  { isStaged, read }: StagedMedia,
): Promise<readonly Diagnostic[]> {
  const { inspectMedia } = await import('../../render/images/inspect-media.ts');
  return eachOnce(
    broadcasts.flatMap((each) => {
      const fileOf = (name: string): string => each.media.get(name)!.file;
      return inspectMedia(each, {
        readMedia: (name) => read(fileOf(name))!,
        isWanted: ({ name, by }) =>
          (isStaged(fileOf(name)) || isStaged(by.document.source.file)) && read(fileOf(name)) !== undefined,
      });
    }),
  );
}

const eachOnce = (found: readonly Diagnostic[]): readonly Diagnostic[] => [
  ...new Map(found.map((each) => [JSON.stringify(each), each])).values(),
];
