/** The result of the last build, for a build that would find everything as it was: nothing is read, and nothing rendered. */
import { lstatSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { stampOf } from '../machine/file-stamp.ts';
import type { DiskStoreOptions } from '../render/writer/disk-store.ts';
import { readPlaces } from '../render/writer/places.ts';
import type { ProjectMemory } from './memory.ts';
import type { Surroundings } from './surroundings.ts';

interface Around {
  readonly memory: ProjectMemory;
  readonly output: DiskStoreOptions;
  readonly around: Surroundings;
}

/** What a build reports that finds everything in place. */
interface Report {
  /** The number of published files. */
  readonly files: number;
}

interface Result<R extends Report> {
  readonly report: R;
  readonly diagnostics: readonly Diagnostic[];
}

interface Saved<R extends Report> extends Result<R> {
  readonly digest: string;
  readonly scope: string;
  /** The site was built for this time, and is the same until that one. */
  readonly from: number;
  readonly until?: number | undefined;
  /** The stamp of the list of published files. */
  readonly manifest: string;
}

const nameOf = ({ manifest }: DiskStoreOptions): string => `site ${manifest}`;

export function saveSite<R extends Report>(
  { memory, output, around }: Around,
  site: Result<R> & Pick<Saved<R>, 'until'>,
): void {
  const manifest = statOf(output.manifest);
  if (!around.settled || !manifest) return memory.store.setNote(nameOf(output), undefined);
  const saved: Saved<R> = {
    digest: around.digest,
    scope: memory.scope,
    from: around.now,
    manifest: stampOf(manifest),
    ...site,
  };
  memory.store.setNote(nameOf(output), Buffer.from(JSON.stringify(saved)));
}

export function unchangedSite<R extends Report>({ memory, output, around }: Around): Result<R> | undefined {
  const note = memory.store.note(nameOf(output));
  const saved = note && (JSON.parse(Buffer.from(note).toString()) as Saved<R>);
  if (!saved || saved.digest !== around.digest || saved.scope !== memory.scope) return undefined;
  const { from, until = Infinity, manifest, report, diagnostics } = saved;
  if (around.now < from || around.now >= until) return undefined;
  const list = statOf(output.manifest);
  if (!list || stampOf(list) !== manifest) return undefined;
  return isInPlace({ memory, output }, report.files) ? { report, diagnostics } : undefined;
}

/** Every file is as it was published, in folders and not behind links. */
function isInPlace({ memory, output }: Pick<Around, 'memory' | 'output'>, files: number): boolean {
  const places = readPlaces(memory.places(output));
  if (places.size !== files) return false;
  const folders = new Set<string>();
  for (const [path, { stamp }] of places) {
    const stats = statOf(join(output.folder, path));
    if (!stats?.isFile() || stampOf(stats) !== stamp) return false;
    for (let above = dirname(path); above !== '.' && !folders.has(above); above = dirname(above)) folders.add(above);
  }
  for (const path of ['', ...folders]) if (statOf(join(output.folder, path))?.isDirectory() !== true) return false;
  return true;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
