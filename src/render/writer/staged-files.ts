/** The files of a build until all are ready. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isAlive, thisProcess, type ProcessIdentity } from '../../machine/processes.ts';
import { isLeftBehind } from '../../machine/replace-file.ts';
import { statOf } from '../../machine/stat-of.ts';
import { makeFolders, writeReadable } from './readable-files.ts';

export function stagedFiles(folder: string) {
  const made = new Set<string>();
  /** The paths of a site are normalised already. */
  const placeOf = (path: string): string => `${folder}${sep}${path}`;
  const written = new Set<string>();
  return {
    write(path: string, content: Uint8Array): void {
      written.add(path);
      const above = dirname(path);
      if (!made.has(above)) {
        makeFolders(dirname(placeOf(path)));
        made.add(above);
      }
      writeReadable(placeOf(path), content);
    },
    /** Where a file is, if it was written. */
    placeOf,
    /** The paths of those that nobody has removed. */
    list: (): ReadonlySet<string> => new Set([...written].filter((path) => statOf(placeOf(path)))),
    /** Removes them, and those of earlier builds that were killed. */
    discard(): void {
      rmSync(folder, { recursive: true, force: true });
      removeAbandoned(folder);
      made.clear();
      written.clear();
    },
  };
}

/** A name for what only this process uses. In another container, another process may have the same id. */
export const ownName = (): string => [process.pid, spaceOf(thisProcess())].join('-');

const spaceOf = ({ space = '' }: ProcessIdentity): string => space.replaceAll(/\D/g, '');

/** Processes in other containers cannot be seen, nor who began to write a list: what they leave behind is removed when it is old. */
const OLD = 24 * 60 * 60 * 1000;

function removeAbandoned(folder: string): void {
  const own = spaceOf(thisProcess());
  const [name, above] = [basename(folder).replace(/\d+-\d*$/, ''), dirname(folder)];
  for (const each of existsSync(above) ? readdirSync(above) : []) {
    const rest = each.startsWith(name) ? each.slice(name.length) : '';
    const [, pid, space = own] = /^(\d+)(?:-(\d*))?$/.exec(rest) ?? [];
    if (pid === undefined && !isLeftBehind(rest)) continue;
    const place = join(above, each);
    const isAbandoned =
      pid !== undefined && space === own ? !isAlive(Number(pid)) : (statOf(place)?.mtimeMs ?? 0) < Date.now() - OLD;
    if (isAbandoned) rmSync(place, { recursive: true, force: true });
  }
}
