/** Where the content was over time: its folder may have been moved. */
import type { Git } from '../git/git.ts';
import { changesOf, renamesIn, type Commit, type FileChange } from './commits.ts';

/** A folder of content, from the lowest layer to the one that overrides the others. Paths start at the repository's root. */
export interface HistoryLayer {
  readonly folder: string;
  /** True for the content folder itself, which is followed when it was moved. */
  readonly isFollowed: boolean;
}

/** A change to a file of a layer, by its path below the layer's folder. */
export interface LayerChange extends FileChange {
  readonly layer: number;
}

export interface LayerCommit extends Omit<Commit, 'files' | 'merged'> {
  readonly files: readonly LayerChange[];
  /** The files that the commit changed by itself: all, unless it is a merge. */
  readonly own: readonly LayerChange[];
}

/** An earlier place of a layer: it was there up to a commit, which moved it. */
interface Earlier {
  readonly layer: number;
  readonly folder: string;
  readonly until: ReadonlySet<string>;
}

/** The same commits, with the layer and the path below it of each file. */
export function locateFiles(
  { commits, earlier }: Awaited<ReturnType<typeof followFolders>>,
  layers: readonly HistoryLayer[],
): ReadonlyMap<string, LayerCommit> {
  const located = [...commits.values()].map((commit): LayerCommit => {
    const places = [
      ...layers.map(({ folder }, layer) => ({ folder, layer })),
      ...earlier.filter(({ until }) => until.has(commit.id)),
    ];
    const found = new Map<string, LayerChange>();
    for (const { path, ...blobs } of commit.files) {
      const place = placeOf(path, places);
      if (!place) continue;
      const key = `${place.layer} ${place.path}`;
      // The commit that moves the folder deletes a file in one place and adds it in the other.
      found.set(key, { ...found.get(key), ...place, ...blobs });
    }
    const { files: _files, merged, ...rest } = commit;
    const files = [...found.values()];
    const ownPaths = merged && new Set(merged.flatMap((path) => keyOf(placeOf(path, places))));
    const own = ownPaths ? files.filter((file) => ownPaths.has(keyOf(file))) : files;
    return { ...rest, files, own };
  });
  return new Map(located.map((commit) => [commit.id, commit]));
}

const keyOf = (place: { readonly layer: number; readonly path: string } | undefined): string =>
  place ? `${place.layer} ${place.path}` : '';

/** Folders can be inside each other: the innermost one has the file. */
function placeOf(
  path: string,
  places: readonly { readonly folder: string; readonly layer: number }[],
): { readonly layer: number; readonly path: string } | undefined {
  const around = places.filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  const [inner] = around.toSorted((a, b) => b.folder.length - a.folder.length);
  return inner && { layer: inner.layer, path: inner.folder === '' ? path : path.slice(inner.folder.length + 1) };
}

/** More moves than any content has seen; ends a search that goes in circles. */
const MOST_MOVES = 10;

/** Adds the changes to the content folder under its earlier names. */
export async function followFolders(
  git: Git,
  commits: ReadonlyMap<string, Commit>,
  { head, layers }: { readonly head: string; readonly layers: readonly HistoryLayer[] },
) {
  const byId = new Map(commits);
  const earlier: Earlier[] = [];
  for (const [layer, { folder, isFollowed }] of layers.entries()) {
    if (!isFollowed) continue;
    let [current, tip]: [string, string | undefined] = [folder, head];
    for (let moves = 0; tip !== undefined && moves < MOST_MOVES; moves++) {
      const first: Commit | undefined = mainLine(byId, tip).find(({ files }) =>
        files.some(({ path }) => isBelow(current, path)),
      );
      const moved: string | undefined = first && (await folderBefore(git, first, current));
      if (moved === undefined) break;
      const until = ancestorsOf(first!, byId);
      for (const [id, files] of await changesOf(git, [...until.values()], [moved])) {
        const commit = byId.get(id)!;
        byId.set(id, { ...commit, files: [...commit.files, ...files] });
      }
      earlier.push({ layer, folder: moved, until: new Set(until.keys()) });
      [current, tip] = [moved, first!.parents[0]];
    }
  }
  return { commits: byId, earlier };
}

const isBelow = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** The folder that a commit moved here: most of its files came from there, unchanged. */
async function folderBefore(git: Git, commit: Commit, folder: string): Promise<string | undefined> {
  const added = commit.files.filter(({ path, before }) => before === undefined && isBelow(folder, path)).length;
  const sources = (await renamesIn(git, commit)).flatMap(([from, to]) => {
    if (!isBelow(folder, to)) return [];
    const rest = folder === '' ? to : to.slice(folder.length + 1);
    return from.endsWith(`/${rest}`) ? [from.slice(0, -rest.length - 1)] : from === rest ? [''] : [];
  });
  const counts = [...Map.groupBy(sources, (source) => source)].map(([source, all]) => ({ source, count: all.length }));
  const [most] = counts.sort((a, b) => b.count - a.count || (a.source < b.source ? -1 : 1));
  return most && most.source !== folder && most.count * 2 > added ? most.source : undefined;
}

function ancestorsOf(commit: Commit, byId: ReadonlyMap<string, Commit>): ReadonlyMap<string, Commit> {
  const found = new Map<string, Commit>();
  const left = [commit.id];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const next = found.has(id) ? undefined : byId.get(id);
    if (!next) continue;
    found.set(id, next);
    left.push(...next.parents);
  }
  return found;
}

/** The commits that were at the tip one after the other, the oldest first: each is the first parent of the next. */
export function mainLine<C extends Pick<Commit, 'parents'>>(
  commits: ReadonlyMap<string, C>,
  head: string,
): readonly C[] {
  const line: C[] = [];
  for (let next = commits.get(head); next; next = commits.get(next.parents[0] ?? '')) line.push(next);
  return line.toReversed();
}
