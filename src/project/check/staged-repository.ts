/** The content of all targets as the next commit would have it. */
import { join, posix, relative, sep } from 'node:path';
import type { Config } from '../../config/config.ts';
import { unknownOverlay, asInherited, type TargetLayers } from '../../content/target-content.ts';
import { overlayFolder, type FileEntry, overlaysBeside, memoryFiles } from '../../content/files.ts';
import { readFile, type FileReading } from '../../content/read-file.ts';
import { layReadings } from '../../content/overlay.ts';
import { readStaged, type Staged } from '../../git/staged.ts';
import { prefixFrom, shownFrom } from '../../repository/repository.ts';
import type { StagedMedia } from './media-problems.ts';
import { place, namesOf } from '../../content/placement.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { existsSync } from 'node:fs';
import { Source } from '../../content/source.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { gitAsCalled } from '../../git/git.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { modelSettings } from '../../repository/project-paths.ts';
import type { Outside } from '../outside.ts';
import type { Environment } from '../../repository/caller.ts';
import { configFileOf, contentConfigOf, loadConfig, passable } from '../../repository/load-config.ts';
import { readText, type SettingsFiles } from '../../repository/read-settings.ts';

/** The folders of the next commit. */
export interface StagedFolders {
  readonly shared: StagedLayer;
  /** The folders below it that several broadcasts share, the lowest first. */
  readonly inherited: readonly StagedLayer[];
  /** By the name after the dot, which need not be the name of a target. */
  readonly overlays: ReadonlyMap<string, StagedLayer>;
  /** The names of all targets. */
  readonly targets: readonly string[];
}

/** The same folders in the commit before. */
export function beforeCommit({ shared, inherited, overlays, targets }: StagedFolders): StagedFolders {
  return {
    shared: shared.before(),
    inherited: inherited.map((layer) => layer.before()),
    overlays: new Map([...overlays].map(([name, layer]) => [name, layer.before()])),
    targets,
  };
}

/** Lists what is staged, and reads nothing of it. */
export async function readStagedFolders(config: Config, cwd: string): Promise<StagedFolders> {
  const folder = join(config.root, config.content);
  const targets = Object.keys(config.targets);
  const names = [...new Set([...targets, ...overlaysBeside(folder)])];
  const inherited = config.sharedFolders.map((each) => join(each, 'content'));
  const folders = [folder, ...inherited, ...names.map((name) => overlayFolder(folder, name))];
  const found = await readStaged(
    cwd,
    config.programEnvironment(),
    folders.map((each) => shownFrom(cwd, each) || '.'),
  );
  const [shared, ...others] = folders.map((each, at) => stagedLayer(found[at]!, prefixFrom(cwd, each)));
  const overlays = others.slice(inherited.length);
  return {
    shared: shared!,
    inherited: others.slice(0, inherited.length),
    overlays: new Map(names.map((name, at) => [name, overlays[at]!])),
    targets,
  };
}

export function stagedContent({ shared, inherited, overlays, targets }: StagedFolders) {
  const ofTargets = [...overlays].filter(([name]) => targets.includes(name));
  const unknown = [...overlays].filter(([name, { changed }]) => !targets.includes(name) && changed.size > 0);
  const all = [shared, ...inherited, ...overlays.values()];

  const readings = readAll(shared);
  const laid = new Map(
    ofTargets.filter(([, { paths }]) => paths.length > 0).map(([name, layer]) => [name, readAll(layer)]),
  );
  const inheritedReadings = inherited.map((layer) => readAll(layer).map(asInherited));
  const staged = [
    ...stagedDocuments(shared, readings),
    ...inherited.flatMap((layer, at) => stagedDocuments(layer, inheritedReadings[at]!)),
    ...ofTargets.flatMap(([name, layer]) => stagedDocuments(layer, laid.get(name) ?? [])),
  ];
  const [base, ...higher] = inheritedReadings;
  return {
    layers: {
      prefix: shared.prefix,
      targets,
      shared: readings,
      inherited: base && higher.reduce(layReadings, base),
      overlays: laid,
      diagnostics: unknown.map(([name, { prefix }]) => unknownOverlay(name, prefix, targets)),
    } satisfies TargetLayers,
    /** The number of staged documents. */
    documents: new Set(staged.map(({ address }) => address)).size,
    concerns: concernsOf(all),
    media: stagedMediaIn(all),
  };
}

function readAll({ paths, fetch, read }: StagedLayer): readonly FileReading[] {
  fetch(paths);
  return paths.map(read);
}

const stagedDocuments = ({ changed }: StagedLayer, readings: readonly FileReading[]) =>
  readings.flatMap(({ path, document }) => (document && changed.has(path) ? [document] : []));

/** A folder of the next commit. */
export interface StagedLayer {
  /** The start of its file names in diagnostics. */
  readonly prefix: string;
  readonly paths: readonly string[];
  /** The paths that the commit adds, changes or deletes. */
  readonly changed: ReadonlySet<string>;
  /** The name of its content; undefined for a link, which leads to that of others. */
  readonly blobOf: (path: string) => string | undefined;
  /** Gets the texts of these files from git, so that reading them does not start it once for each. */
  readonly fetch: (paths: readonly string[]) => void;
  readonly read: (path: string) => FileReading;
  /** The bytes of a file that is not a media file. */
  readonly bytesOf: (path: string) => Uint8Array;
  /** Undefined if git has only a pointer to the content. */
  readonly mediaAt: (path: string) => Uint8Array | undefined;
  /** The same folder in the commit before. */
  readonly before: () => StagedLayer;
}

export function stagedLayer(staged: Staged, prefix: string): StagedLayer {
  const { files, changed, read: readBlobs } = staged;
  const texts = new Map<string, Uint8Array>();
  const fetch = (paths: readonly string[]): void => {
    const blobs = paths.filter(isText).map((path) => files.get(path)!.blob);
    for (const [blob, bytes] of readBlobs(blobs.filter((blob) => !texts.has(blob)))) texts.set(blob, bytes);
  };
  const bytesAt = (path: string): Uint8Array => {
    const { blob } = files.get(path)!;
    let bytes = texts.get(blob);
    if (!bytes) texts.set(blob, (bytes = readBlobs([blob]).get(blob) ?? new Uint8Array()));
    return bytes;
  };
  const read = (path: string): FileReading => {
    const { isLink } = files.get(path)!;
    const target = isLink ? targetOf(path, bytesAt(path)) : path;
    const entry: FileEntry = files.has(target)
      ? { path, type: 'file', bytes: isText(path) ? bytesAt(target).length : 0 }
      : { path, type: 'outside-link' };
    // The files behind a link to a folder are checked in their own place.
    if (isLink && [...files.keys()].some((each) => each.startsWith(`${target}/`)))
      return { path, diagnostics: [], ignored: true };
    return readFile({ ...memoryFiles({}), read: () => bytesAt(target) }, entry, prefix);
  };
  return {
    prefix,
    paths: [...files.keys()],
    changed,
    blobOf: (path) => (files.get(path)?.isLink ? undefined : files.get(path)?.blob),
    fetch,
    read,
    bytesOf: bytesAt,
    mediaAt: (path) => {
      const bytes = bytesAt(files.get(path)!.isLink ? targetOf(path, bytesAt(path)) : path);
      return POINTER.equals(bytes.subarray(0, POINTER.length)) ? undefined : bytes;
    },
    before: () => stagedLayer({ ...staged, files: staged.before }, prefix),
  };
}

const isText = (path: string): boolean => place(path).type !== 'media';

/** How a file begins whose content Git LFS keeps elsewhere. */
const POINTER = Buffer.from('version https://git-lfs.github.com/spec/');

const targetOf = (path: string, link: Uint8Array): string =>
  posix.join(posix.dirname(path), new TextDecoder().decode(link));

/** Selects the problems that a commit makes: those in its own files, and those in others that were not there before it. */
type Concerns = (diagnostic: Diagnostic) => boolean;

/** True for a problem in the files of the commit, or with a note about one of them. */
export function concernsOf(layers: readonly StagedLayer[]): Concerns {
  const isStaged = isChangedIn(layers);
  return ({ at, notes }) => isStaged(at.file) || notes.some((note) => note.at && isStaged(note.at.file));
}

interface Commit {
  readonly concerns: Concerns;
  /** The problems of the content before the commit, which are seldom needed. */
  readonly before: () => Promise<readonly Diagnostic[]>;
}

export async function madeByCommit(
  found: readonly Diagnostic[],
  { concerns, before }: Commit,
): Promise<readonly Diagnostic[]> {
  if (found.every(concerns)) return found;
  const old = new Set((await before()).map(keyOf));
  return found.filter((each) => concerns(each) || !old.has(keyOf(each)));
}

/** The file is the same before and after, so a problem in it keeps its place. */
const keyOf = ({ code, message, at, notes }: Diagnostic): string =>
  JSON.stringify([code, message, at.file, at.line, at.column, notes.map((note) => note.message)]);

/** A file that overrides a changed one, or is overridden by it, is part of the same document. */
function isChangedIn(layers: readonly StagedLayer[]): (file: string) => boolean {
  const names = layers.map(({ changed }) => new Set([...changed].flatMap(namesOf)));
  return (file) => {
    const own = layerOf(file, layers);
    if (own === undefined) return false;
    const path = file.slice(own.prefix.length);
    // A problem with the folder itself has no path in it.
    if (path === '') return own.changed.size > 0;
    const around = names.filter((_, index) => layers[index] !== own);
    return own.changed.has(path) || namesOf(path).some((name) => around.some((each) => each.has(name)));
  };
}

/** The longest prefix wins: seen from inside the content folder, its prefix begins all others. */
const layerOf = (file: string, layers: readonly StagedLayer[]): StagedLayer | undefined =>
  layers
    .filter(({ prefix }) => file.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
    .at(0);

/**
 * The media files that a commit concerns: its own, and those that its documents name. Undefined if the commit has
 * neither a media file nor a document that names one.
 */
export function stagedMediaIn(layers: readonly StagedLayer[]): StagedMedia | undefined {
  if (!layers.some(concernsMedia)) return undefined;
  const touched = new Set(layers.flatMap(({ changed }) => [...changed].flatMap(namesOf)));
  const isTouched = (path: string): boolean => namesOf(path).some((name) => touched.has(name));
  const pathIn = (file: string, { prefix }: StagedLayer): string => file.slice(prefix.length);
  return {
    isStaged: (file) => isTouched(pathIn(file, layerOf(file, layers)!)),
    read: (file) => {
      const layer = layerOf(file, layers)!;
      return layer.mediaAt(pathIn(file, layer));
    },
  };
}

/** A document may name media in a language of its own, so its text is searched, not its fields. */
function concernsMedia({ paths, changed, fetch, bytesOf }: StagedLayer): boolean {
  const there = new Set(paths);
  const left = [...changed].filter((path) => there.has(path));
  if (left.some((path) => place(path).type === 'media')) return true;
  fetch(left);
  return left.some((path) => Buffer.from(bytesOf(path)).includes('media/'));
}

/** The configuration as the next commit has it: its files are checked by it, and it may make others wrong. */

interface StagedConfig {
  readonly config: Config;
  /** Undefined if the commit does not change the configuration. */
  readonly change?: ConfigChange & { readonly text: Source };
}

export interface ConfigChange {
  /** The settings before; undefined if the content was in other folders, or if the configuration could not be used. */
  readonly before: ModelSettings | undefined;
}

export function stagedConfigOf(outside: Outside): StagedConfig {
  const { folder, configFile, env } = outside;
  const { staged, earlier } = settingsInGit(folder, passable(env));
  const asked = new Set<string>();
  const noted: SettingsFiles = { ...staged, exists: (file) => staged.exists(asked.add(file) && file) };
  const config = contentConfigOf(outside, noted);
  const contentOf = (files: SettingsFiles, file: string) => (files.exists(file) ? files.textOf(file) : undefined);
  if ([...asked].every((file) => contentOf(staged, file) === contentOf(earlier, file))) return { config };

  const old = ifPossible(() => loadConfig({ configFile, cwd: folder, env, files: earlier }), UserError);
  const before = old && isSamePlace(old, config) ? modelSettings(old) : undefined;
  const file = configFileOf(config, { configFile, cwd: folder });
  return { config, change: { text: new Source(relative(folder, file), contentOf(staged, file) ?? ''), before } };
}

/** The settings of the next commit, and those of the commit before. */
function settingsInGit(folder: string, env: Environment): { readonly [commit in 'staged' | 'earlier']: SettingsFiles } {
  const git = gitAsCalled(folder, env);
  const texts = new Map<string, string | undefined>();
  const textIn = (commit: 'HEAD' | '', file: string): string | undefined => {
    const path = relative(folder, file).split(sep).join('/');
    const name = `${commit}:${path.startsWith('../') ? '' : './'}${path}`;
    if (!texts.has(name)) {
      const { ok, text } = git.attemptNow(['cat-file', 'blob', name]);
      texts.set(name, ok ? text : undefined);
    }
    return texts.get(name);
  };
  // A file that git does not have is the same before and after.
  const filesIn = (commit: 'HEAD' | '', other: 'HEAD' | ''): SettingsFiles => ({
    exists: (file) => textIn(commit, file) !== undefined || (existsSync(file) && textIn(other, file) === undefined),
    textOf: (file) => textIn(commit, file) ?? readText(file),
  });
  return { staged: filesIn('', 'HEAD'), earlier: filesIn('HEAD', '') };
}

const isSamePlace = (one: Config, other: Config): boolean =>
  [one.root, one.content, ...one.sharedFolders].join('\0') ===
  [other.root, other.content, ...other.sharedFolders].join('\0');
