/** Checks what is staged in git: the next commit is written into a temporary folder, and checked there as a checkout would be. */
import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { readStaged, type Staged, type StagedFiles } from '../../git/staged.ts';
import { stopPoint } from '../../machine/stop-point.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { secretWarningsIn } from '../../model/secret-warnings.ts';
import { configText, contentConfigOf, passable } from '../../repository/load-config.ts';
import type { Outside } from '../outside.ts';
import { checkFiles, type FoundInContent } from './check-files.ts';
import { writeCommit } from './write-commit.ts';

/** Reports the problems that the last commit does not have. */
export async function checkStaged(outside: Outside): Promise<FoundInContent> {
  const staged = await readStaged(outside.folder, passable(outside.env));
  const next = await checkCommit(staged.files, staged, outside);
  if (next.diagnostics.length === 0) return next;
  // Nothing is known of a last commit that cannot be checked.
  const last = await checkCommit(staged.before, staged, outside).catch(expecting(UserError, () => NOTHING));
  return { ...next, diagnostics: onlyNew(next.diagnostics, last.diagnostics) };
}

const NOTHING: FoundInContent = { documents: 0, diagnostics: [] };

const checkCommit = (files: StagedFiles, staged: Staged, outside: Outside): Promise<FoundInContent> =>
  inTemporaryFolder('staged', async (top) => {
    const { folder: cwd, configFile, env, signal } = outside;
    const placeOf = (path: string): string => join(top, relative(staged.root, path));
    const place = { folder: placeOf(cwd), configFile: configFile && placeOf(resolve(cwd, configFile)), top };
    // The root of a repository, where the search for a workspace ends.
    mkdirSync(join(top, '.git'));
    try {
      const known = await writeCommit(files, staged, { ...place, cwd: place.folder, env });
      await stopPoint(signal);
      if (!known) return NOTHING;
      const there = { ...outside, ...place };
      const config = contentConfigOf(there);
      const isKnown = (file: string): boolean => known.has(relative(top, resolve(place.folder, file)));
      const { documents, diagnostics } = await checkFiles(config, there, isKnown);
      const settings = configText({ ...place, cwd: place.folder });
      return { documents, diagnostics: [...(settings ? secretWarningsIn(settings) : []), ...diagnostics] };
    } catch (error) {
      throw error instanceof UserError ? inRepository(error, top, staged.root) : error;
    }
  });

/** Shown with the paths that the user knows. */
const inRepository = (error: UserError, top: string, root: string): UserError =>
  new UserError(error.message.replaceAll(top, root), {
    suggestion: error.suggestion?.replaceAll(top, root),
    diagnostics: error.diagnostics,
    cause: error,
  });

/** A problem may be in another line now. Of what is wrong in several lines alike, as many are reported as are new. */
function onlyNew(next: readonly Diagnostic[], last: readonly Diagnostic[]): readonly Diagnostic[] {
  const left = new Map<string, number>();
  for (const each of last) left.set(keyOf(each), (left.get(keyOf(each)) ?? 0) + 1);
  return next.filter((each) => {
    const key = keyOf(each);
    const known = left.get(key) ?? 0;
    left.set(key, known - 1);
    return known <= 0;
  });
}

const keyOf = ({ code, message, at, notes }: Diagnostic): string =>
  JSON.stringify([code, message, at.file, at.lineText, notes.map((note) => [note.message, note.at?.file])]);
