/**
 * Writes what a check reads of a commit: the settings, the content with its overlays, and the content that broadcasts share. Git's
 * own bytes are written, so no filter that a repository names is run.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { place } from '../../content/placement.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { Staged, StagedFiles } from '../../git/staged.ts';
import { mediaTypeOf } from '../../render/images/media-type.ts';
import { loadConfig, type ConfigAsked } from '../../repository/load-config.ts';
import { shownFrom } from '../../repository/project-paths.ts';
import { SHARED_PARTS } from '../../repository/workspace-file.ts';
import { ifPossible } from '../../values/if-possible.ts';

/** Where the configuration is below `top`, the folder that stands for the root of the repository. */
type Asked = ConfigAsked & { readonly top: string };

/**
 * Returns the media files whose content can be judged, by their paths from the root of the repository. Undefined if the next
 * commit changes nothing that a check reads.
 */
export async function writeCommit(
  files: StagedFiles,
  { changed, read }: Pick<Staged, 'changed' | 'read'>,
  asked: Asked,
): Promise<ReadonlySet<string> | undefined> {
  const { top } = asked;
  const write = async (paths: readonly string[], put = putFile): Promise<ReadonlyMap<string, Uint8Array>> => {
    const blobs = await read(paths.map((path) => files.get(path)!));
    const written = new Map(paths.map((path) => [path, blobs.get(files.get(path)!.blob) ?? Buffer.of()]));
    for (const [path, bytes] of written) put(join(top, path), bytes);
    return written;
  };
  const paths = [...files.keys()].filter((path) => join(top, path).startsWith(top + sep));
  const { plain = [], links = [] } = Object.groupBy(paths, (path) => (files.get(path)!.isLink ? 'links' : 'plain'));

  const isSetting = settingsOf(files, asked);
  await write(plain.filter(isSetting));
  // A setting that names a folder which is not there would be refused.
  for (const folder of new Set(plain.flatMap((path) => PART.exec(path) ?? []))) mkdirSync(join(top, folder), ALL);
  const inContent = contentPaths(loadConfig(asked), top);
  const isContent = (path: string): boolean => inContent(path) !== undefined;
  if (![...changed].some((path) => isSetting(path) || isContent(path))) return undefined;

  const { media = [], texts = [] } = Object.groupBy(plain.filter(isContent), (path) =>
    place(inContent(path)!).type === 'media' ? 'media' : 'texts',
  );
  const documents = await write(texts);
  // Pictures are large: those that the commit changes or names are written, and those of maps, which rules measure.
  const naming = texts.filter((path) => changed.has(path) || inContent(path)!.startsWith('maps/'));
  const text = Buffer.concat(naming.map((path) => documents.get(path)!)).toString();
  const isConcerned = (path: string): boolean =>
    changed.has(path) || [inContent(path)!, encodeURI(inContent(path)!)].some((name) => text.includes(name));
  const concerned = media.filter(isConcerned);
  const opened = await write(concerned.filter((path) => OPENED.includes(mediaTypeOf(path))));
  for (const path of media) if (!opened.has(path)) putFile(join(top, path), Buffer.of());
  // After everything else, so that nothing is written through one.
  await write(links.filter(isContent), putLink);
  return new Set(concerned.filter((path) => !isPointer(opened.get(path))));
}

const ALL = { recursive: true } as const;

function putFile(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), ALL);
  writeFileSync(file, content);
}

/** As git does on Windows, where few users may make links, the text of the link is written there. */
function putLink(file: string, target: Uint8Array): void {
  if (process.platform === 'win32') return putFile(file, target);
  mkdirSync(dirname(file), ALL);
  // On a disk that ignores case, there may be a file of this name.
  ifPossible(() => symlinkSync(Buffer.from(target).toString(), file));
}

/** The folders that a workspace file can name. */
const PART = new RegExp(`^(?:.*/)?(?:${SHARED_PARTS.join('|')})(?=/)`);

/** The kinds of media whose content a check looks at. */
const OPENED: readonly string[] = ['photo', 'drawing', 'animation'];

const POINTER = Buffer.from('version https://git-lfs.github.com/spec/');

/** Git LFS keeps the content elsewhere. */
const isPointer = (bytes: Uint8Array | undefined): boolean =>
  bytes !== undefined && POINTER.equals(bytes.subarray(0, POINTER.length));

/** The files in which settings are looked for, also under a wrong name: beside the configuration, and in the folders above. */
function settingsOf(files: StagedFiles, { top, cwd, configFile }: Asked): (path: string) => boolean {
  const config = configFile && shownFrom(top, configFile);
  if (config !== undefined && !files.has(config)) {
    throw new UserError(`${shownFrom(cwd, configFile!)} is not in the commit`, {
      suggestion: `stage it with \`git add ${shownFrom(cwd, configFile!)}\``,
    });
  }
  const start = config === undefined ? `${shownFrom(top, cwd)}/` : config;
  const isAbove = (path: string): boolean => dirname(path) === '.' || start.startsWith(`${posix.dirname(path)}/`);
  return (path) => path === config || (isAbove(path) && /gitcast|\.ya?ml$/i.test(basename(path)));
}

/** The path of a file below its content folder, which may be an overlay or a shared one; undefined for other files. */
function contentPaths({ root, content, sharedFolders }: Config, top: string): (path: string) => string | undefined {
  const own = shownFrom(top, join(root, content));
  const folders = [own, ...sharedFolders.map((folder) => shownFrom(top, join(folder, 'content')))];
  return (path) => {
    // A link may take the place of a folder.
    const folder = folders.find((each) => `${path}/`.startsWith(`${each}/`));
    if (folder !== undefined) return path.slice(folder.length + 1);
    return path.startsWith(`${own}.`) ? path.slice(own.length).replace(/^[^/]*\//, '') : undefined;
  };
}
