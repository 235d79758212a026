/** The content of all targets as the next commit would have it. */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { unknownOverlay, asInherited, type TargetLayers } from '../../content/target-content.ts';
import { overlayFolder, overlaysBeside } from '../../content/files.ts';
import type { FileReading } from '../../content/read-file.ts';
import { layReadings } from '../../content/overlay.ts';
import { readStaged, type Staged } from '../../git/staged.ts';
import { prefixFrom, shownFrom } from '../files/repository.ts';
import type { StagedMedia } from './media-problems.ts';
import { concernsOf, type Concerns, stagedLayer, type StagedLayer, stagedMediaIn } from './staged-layer.ts';

export interface StagedContent {
  readonly layers: TargetLayers;
  /** The number of staged documents. */
  readonly documents: number;
  /** True for a problem in the staged files. */
  readonly concerns: Concerns;
  /** Undefined if the commit has neither a media file nor a document that names one. */
  readonly media?: StagedMedia | undefined;
}

/** The folders of the next commit, each with the start of its file names in diagnostics. */
export interface StagedFolders {
  readonly shared: StagedFolder;
  /** The folders below it that several broadcasts share, the lowest first. */
  readonly inherited: readonly StagedFolder[];
  /** By the name after the dot, which need not be the name of a target. */
  readonly overlays: ReadonlyMap<string, StagedFolder>;
  /** The names of all targets. */
  readonly targets: readonly string[];
}

interface StagedFolder {
  readonly staged: Staged;
  readonly prefix: string;
}

/** The same folders in the commit before. */
export function beforeCommit({ shared, inherited, overlays, targets }: StagedFolders): StagedFolders {
  const earlier = ({ staged, prefix }: StagedFolder): StagedFolder => ({
    staged: { ...staged, files: staged.before },
    prefix,
  });
  return {
    shared: earlier(shared),
    inherited: inherited.map(earlier),
    overlays: new Map([...overlays].map(([name, folder]) => [name, earlier(folder)])),
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
  const [shared, ...others] = folders.map((each, at) => ({ staged: found[at]!, prefix: prefixFrom(cwd, each) }));
  const overlays = others.slice(inherited.length);
  return {
    shared: shared!,
    inherited: others.slice(0, inherited.length),
    overlays: new Map(names.map((name, at) => [name, overlays[at]!])),
    targets,
  };
}

export function stagedContent({ shared, inherited, overlays, targets }: StagedFolders): StagedContent {
  const below = stagedLayer(shared.staged, shared.prefix);
  const lowest = inherited.map(({ staged, prefix }) => stagedLayer(staged, prefix));
  const own = new Map([...overlays].map(([name, { staged, prefix }]) => [name, stagedLayer(staged, prefix)]));
  const known = [...own].filter(([name]) => targets.includes(name));
  const unknown = [...own].filter(([name, { changed }]) => !targets.includes(name) && changed.size > 0);
  const all = [below, ...lowest, ...own.values()];

  const readings = readAll(below);
  const laid = new Map(
    known.filter(([, { paths }]) => paths.length > 0).map(([name, layer]) => [name, readAll(layer)]),
  );
  const inheritedReadings = lowest.map((layer) => readAll(layer).map(asInherited));
  const staged = [
    ...stagedDocuments(below, readings),
    ...lowest.flatMap((layer, at) => stagedDocuments(layer, inheritedReadings[at]!)),
    ...known.flatMap(([name, layer]) => stagedDocuments(layer, laid.get(name) ?? [])),
  ];
  const [base, ...higher] = inheritedReadings;
  return {
    layers: {
      prefix: below.prefix,
      targets,
      shared: readings,
      inherited: base && higher.reduce(layReadings, base),
      overlays: laid,
      diagnostics: unknown.map(([name, { prefix }]) => unknownOverlay(name, prefix, targets)),
    },
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
