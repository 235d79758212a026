/** Renames documents, folders and media files. Everything that names them follows, and their former addresses lead there. */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { treesAt } from '../../git/content.ts';
import { NoGit } from '../../git/git.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { gitOf } from '../../repository/project-git.ts';
import { modelSettings, shownFrom } from '../../repository/repository.ts';
import * as is from '../../values/shape.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, needed, turnedOff, unwritten, type OptionsOf } from '../calls/option.ts';
import { reportDiagnostics, type DiagnosticReport } from '../check/diagnostic-report.ts';
import type { FileChange } from './changed-files.ts';
import { redirectTableChange } from './config-redirects.ts';
import type { Followed } from './follow-renames.ts';
import { readOwnContent } from './own-layers.ts';
import { planMove } from './plan-move.ts';
import type { Redirected } from './redirects.ts';
import { whatMoves, type Renames } from './what-moves.ts';
import { writeChanges } from './write-changes.ts';

const moveOptions = {
  from: needed(unwritten(is.text, 'The address or the path of a document, a folder or a media file')),
  to: needed(unwritten(is.text, 'Its new address, or a folder to move it into')),
  redirect: turnedOff('Keep no redirect from the former address'),
  dryRun: flag('Show what would change, and write nothing'),
};

/** The options of `move`. */
export interface MoveOptions extends OptionsOf<typeof moveOptions> {}

/** The output of `gitcast mv --json`. */
export interface MoveReport {
  /** True if nothing was written. */
  readonly dry_run: boolean;
  /** The documents by their addresses, and the media files. */
  readonly moved: readonly Redirected[];
  /** The renamed files. */
  readonly files: readonly Redirected[];
  /** Every pointer, link and media value that follows. */
  readonly followed: readonly Followed[];
  /** The former addresses that lead to the new ones. */
  readonly redirects: readonly Redirected[];
  /** Warnings that the content has only since the move. */
  readonly warnings: readonly DiagnosticReport[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
}

/** Renames a document, a folder or a media file. Writes all of it or nothing, and never overwrites a file. */
export const move = defineCall(moveOptions, async (outside, options: MoveOptions): Promise<Reported<MoveReport>> => {
  const { from, to, redirect = true, dryRun = false } = options;
  const config = contentConfigOf(outside);
  const content = { ...readOwnContent(config, outside.folder), cwd: outside.folder };
  const renames = whatMoves(from, to, content);
  const committed = await committedNames(config, content.own, renames);
  const before = config.site.redirects;
  const planned = planMove(content, renames, {
    settings: modelSettings(config),
    table: before,
    redirect,
    isCommitted: (name) => committed.has(name),
  });
  const { media, table } = planned;
  const inConfig = redirectTableChange(outside, before, table);
  const changes = inConfig && inConfig !== 'no-file' ? [...planned.changes, inConfig] : planned.changes;
  if (!dryRun) await writeChanges(changes, renames.folder);
  const isNew = (each: Redirected): boolean => table[each.from] === each.to && before[each.from] !== each.to;
  const report: MoveReport = {
    dry_run: dryRun,
    moved: [
      ...[...renames.addresses].map(([old, now]) => ({ from: old, to: now })),
      ...media.map((each) => ({ from: each.from.slice(1), to: each.to.slice(1) })),
    ],
    files: changes.filter((change) => change.from !== change.to).map(shownNames),
    followed: planned.followed,
    redirects: [...planned.redirects, ...(inConfig === 'no-file' ? [] : media.filter(isNew))],
    warnings: reportDiagnostics(planned.warnings),
    notes: [...renames.notes, ...configNotes(inConfig, dryRun)],
  };
  return { report, ending: {} };
});

const shownNames = ({ layer, from, to }: FileChange): Redirected => ({
  from: layer.prefix + from,
  to: layer.prefix + to!,
});

/** Nobody expects that the configuration changes too. */
function configNotes(inConfig: ReturnType<typeof redirectTableChange>, dryRun: boolean): readonly string[] {
  if (inConfig === undefined) return [];
  if (inConfig === 'no-file') return [NO_FILE];
  return [`site.redirects in ${shownNames(inConfig).to} ${dryRun ? 'would change' : 'changed'} too`];
}

const NO_FILE = 'there is no configuration file, so the former path of the media file leads nowhere';

/** The old names that the last commit has: they may be published. None without git. */
async function committedNames(
  config: Config,
  own: ReturnType<typeof readOwnContent>['own'],
  { paths }: Renames,
): Promise<ReadonlySet<string>> {
  const places = own.flatMap(({ folder, readings }) =>
    readings
      .filter(({ path }) => paths.has(path))
      .map((reading): [string, string] => [
        shownFrom(config.root, join(folder, reading.path)),
        reading.document?.address ?? reading.path,
      ]),
  );
  const git = gitOf(config);
  try {
    if (!(await git.attempt(['rev-parse', '--verify', '-q', 'HEAD^{commit}'])).ok) return new Set();
  } catch (error) {
    if (error instanceof NoGit) return new Set();
    throw error;
  }
  const trees = await treesAt(
    git,
    ['HEAD'],
    places.map(([path]) => path),
  );
  const known = trees.get('HEAD') ?? {};
  return new Set(places.filter(([path]) => Object.hasOwn(known, path)).map(([, name]) => name));
}
