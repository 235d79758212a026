/** Renames documents, folders and media files. Everything that names them follows, and their former addresses lead there. */
import { join, relative } from 'node:path';
import type { Config } from '../../config/config.ts';
import { count } from '../../diagnostics/count.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { treesAt } from '../../git/content.ts';
import { NoGit } from '../../git/git.ts';
import { checkTargets } from '../../model/check-content.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { gitOf } from '../../repository/project-git.ts';
import { modelSettings } from '../../repository/repository.ts';
import * as is from '../../values/shape.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, needed, turnedOff, unwritten, type OptionsOf } from '../calls/option.ts';
import { reportDiagnostics, type DiagnosticReport } from '../check/diagnostic-report.ts';
import { redirectTableChange } from './config-redirects.ts';
import { readOwnContent } from './own-layers.ts';
import {
  addressesIn,
  changedFiles,
  entitiesIn,
  followRenames,
  newProblems,
  renamingOf,
  type FileChange,
  type Followed,
} from './plan-move.ts';
import { movedAliases, movedInTable, type Redirected } from './redirects.ts';
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
  const content = readOwnContent(config, outside.folder);
  const settings = modelSettings(config);
  const renames = whatMoves(from, to, { ...content, cwd: outside.folder });
  const { entities, diagnostics } = entitiesIn(content, settings);
  const before = addressesIn(content);
  const renaming = renamingOf(renames, { before, entities, settings });
  const { texts, followed } = followRenames(content, renames, { before, renaming });

  const committed = await committedNames(config, content.own, renames);
  const former = { redirect, isCommitted: (name: string): boolean => committed.has(name) };
  const aliases = movedAliases(content, renames.addresses, former);
  const { changes, after } = changedFiles(content, renames, { texts, edits: aliases.edits });
  const media = mediaPaths(renames, before);
  const table = config.site.redirects;
  const follow = (target: string): string => followedTarget(target, renaming);
  const tableAfter = movedInTable(table, media, { ...former, follow });
  const inConfig = redirectTableChange(outside, table, tableAfter);

  const warnings = refuseErrors(
    newProblems(diagnostics, checkTargets(after, settings).diagnostics, fileNames(changes)),
  );
  const all = inConfig === undefined || inConfig === 'no-file' ? changes : [...changes, inConfig];
  if (!dryRun) writeChanges(all, renames.folder);
  const shown = ({ layer, from: old, to: now }: FileChange): Redirected => ({
    from: layer.prefix + old,
    to: layer.prefix + now!,
  });
  const tableRedirects = media.filter((each) => tableAfter[each.from] === each.to && table[each.from] !== each.to);
  const report: MoveReport = {
    dry_run: dryRun,
    moved: [...asRedirected(renames.addresses), ...media.map(withoutSlash)],
    files: all.filter((change) => change.from !== change.to).map(shown),
    followed,
    redirects: [...aliases.redirects, ...(inConfig === 'no-file' ? [] : tableRedirects)],
    warnings: reportDiagnostics(warnings),
    notes: [...renames.notes, ...(inConfig === 'no-file' ? [NO_FILE] : [])],
  };
  return { report, ending: {} };
});

const NO_FILE = 'there is no configuration file, so the former path of the media file leads nowhere';

/** Files only: the paths on the site of those in media/ that are no documents. */
const mediaPaths = ({ paths }: Renames, addresses: ReadonlySet<string>): readonly Redirected[] =>
  asRedirected(paths)
    .filter(({ from }) => from.startsWith('media/') && !addresses.has(from.replace(/\.yaml$/, '')))
    .map(({ from, to }) => ({ from: `/${from}`, to: `/${to}` }));

const asRedirected = (names: ReadonlyMap<string, string>): readonly Redirected[] =>
  [...names].map(([from, to]) => ({ from, to }));

const withoutSlash = ({ from, to }: Redirected): Redirected => ({ from: from.slice(1), to: to.slice(1) });

/** The target of a redirect: the address of a document, or a path, perhaps with a fragment. */
function followedTarget(target: string, { address, media, page }: ReturnType<typeof renamingOf>): string {
  const [, path = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(target) ?? [];
  if (path.startsWith('/media/')) return `/${media(path.slice(1))}${fragment}`;
  return path.startsWith('/') ? page(path) + fragment : address(target);
}

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
        relative(config.root, join(folder, reading.path)),
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

const fileNames = (changes: readonly FileChange[]): ((file: string) => string) => {
  const names = new Map(changes.map(({ layer, from, to }) => [layer.prefix + from, layer.prefix + (to ?? from)]));
  return (file) => names.get(file) ?? file;
};

/** Returns the warnings. */
function refuseErrors(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = problems.filter(isError);
  if (errors.length === 0) return problems;
  throw new UserError(`nothing was moved, because the content would have ${count(errors.length, 'new error')}`, {
    diagnostics: errors,
    suggestion: 'choose another name, or fix this first; the files are named as they would be after the move',
  });
}
