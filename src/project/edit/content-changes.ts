/** What differs from the last commit: the files that the editor can change, each with its document and the change in words. */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { place, type Placement } from '../../content/placement.ts';
import { changeWords, readVersion, shownDiff, type ChangeSettings } from '../../editing/change-words.ts';
import type { ContentChange } from '../../editing/protocol.ts';
import { languageOf } from '../../editing/value-words.ts';
import type { Git } from '../../git/git.ts';
import { uncommittedFiles, type UncommittedFile } from '../../git/uncommitted.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { Editing } from './editing.ts';
import { titleOf } from '../../editing/title.ts';
import { surroundings } from './value-calls.ts';

/** With the paths from the folder of the configuration, of the file and of the one that it was renamed from. */
export interface FoundChange {
  readonly change: ContentChange;
  readonly isLink: boolean;
  readonly paths: readonly string[];
}

/** More than people read; before the first commit, all content is new. */
const MOST_DIFFS = 200;
const LONGEST_DIFF = 20_000;

const isText = (path: string): boolean => /\.(?:ya?ml|md)$/i.test(path);

export async function contentChanges(git: Git, editing: Editing): Promise<readonly FoundChange[]> {
  const { config, files, target } = editing.configured();
  const folders = [config.content, `${config.content}.${target}`];
  // A rename of a document adds a redirect to the configuration.
  const found = await uncommittedFiles(git, [...folders, config.file], isText);
  const settings = wordSettings(editing);
  return found.flatMap((file, index): readonly FoundChange[] => {
    const below = pathBelow(file.path, folders);
    const placement = below === undefined ? undefined : place(below, settings.kinds);
    if (placement?.type === 'ignored') return [];
    const path = join(config.root, file.path);
    const { state, diff, from, isLink } = file;
    // A link is what it says, not what it leads to.
    const link = isLink ? ifPossible(() => Buffer.from(readlinkSync(path))) : undefined;
    const bytes = state === 'deleted' ? undefined : (link ?? editing.files.read(path));
    const after = bytes && isText(file.path) && !isLink ? Buffer.from(bytes).toString() : undefined;
    const address = placement && addressOf(placement);
    const declaration = placement && 'declaration' in placement ? placement.declaration : undefined;
    const ofFolder = declaration ?? settings.kinds.find(({ folder }) => below?.startsWith(`${folder}/`));
    const versions = [file.before, after].flatMap((text) => (text === undefined ? [] : [{ path: below ?? '', text }]));
    const own = versions.map((each) => readVersion(each, settings.kinds)).findLast((each) => each !== undefined);
    const former = own && declaration && titleOf({ data: own.values, declaration, address: address ?? '' });
    const title = (address === undefined ? undefined : settings.titleOf(address)) ?? former ?? address;
    return [
      {
        change: {
          file: files.nameOf(path),
          ...(address !== undefined && { address }),
          title: title ?? (below === undefined ? 'Settings' : basename(path)),
          state,
          words: wordsOf(file, { after, placement, formerly: from && pathBelow(from, folders), below, settings }),
          diff: index < MOST_DIFFS ? shownDiff(diff.slice(0, LONGEST_DIFF), ofFolder, [file.before, after]) : '',
          digest: bytes ? createHash('sha256').update(bytes).digest('base64url') : 'absent',
        },
        isLink,
        paths: [file.path, ...(from === undefined ? [] : [from])],
      },
    ];
  });
}

export const wordSettings = (editing: Editing): ChangeSettings => ({
  kinds: editing.live.engine.broadcast.kinds,
  timezone: editing.configured().config.site.timezone,
  titleOf: surroundings(editing).titleOf,
});

const addressOf = (placement: Placement): string | undefined =>
  placement.type === 'document' ? placement.address : placement.type === 'translation' ? placement.of : undefined;

/** Below the content folder, or the one of the target's own files. */
function pathBelow(path: string, folders: readonly string[]): string | undefined {
  const folder = folders.find((each) => path.startsWith(`${each}/`));
  return folder === undefined ? undefined : path.slice(folder.length + 1);
}

interface Around {
  readonly after: string | undefined;
  readonly placement: Placement | undefined;
  readonly formerly: string | undefined;
  readonly below: string | undefined;
  readonly settings: ChangeSettings;
}

function wordsOf({ state, before, diff, isLink }: UncommittedFile, around: Around): readonly string[] {
  const { after, placement, formerly, below = '', settings } = around;
  const what = placement?.type === 'translation' ? `${languageOf(placement.locale)} translation ` : '';
  if (state === 'new') return [`${what}added`];
  if (state === 'deleted') return [`${what}removed`];
  if (isLink) return ['replaced: it is a symbolic link, or was one'];
  const renamed = state === 'renamed' ? [`renamed from ${formerly ?? 'another folder'}`] : [];
  if (state === 'renamed' && diff === '') return renamed;
  if (before === undefined || after === undefined) return [...renamed, 'replaced'];
  if (before === after) return [...renamed, 'permissions changed'];
  const versions = [
    { path: formerly ?? below, text: before },
    { path: below, text: after },
  ] as const;
  return [...renamed, ...changeWords(...versions, settings)];
}
