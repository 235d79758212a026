/**
 * What a move does. Pure: the files are changed in memory, and checked as `validate` would check them.
 */
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { count } from '../../diagnostics/count.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { checkTargets } from '../../model/check-content.ts';
import { changedFiles, newProblems, type FileChange, type PlannedFiles } from './changed-files.ts';
import { addressesIn, followRenames, renamingOf, type Followed } from './follow-renames.ts';
import type { Surroundings } from './named-content.ts';
import type { OwnContent } from './own-layers.ts';
import { movedAliases, movedInTable, type Former, type Redirected, type RedirectTable } from './redirects.ts';
import type { Renames } from './what-moves.ts';

export interface PlannedMove extends PlannedFiles {
  readonly followed: readonly Followed[];
  readonly redirects: readonly Redirected[];
  /** `site.redirects` afterwards. */
  readonly table: RedirectTable;
  /** The media files, by their paths on the site. */
  readonly media: readonly Redirected[];
  /** Warnings that the content has only afterwards. */
  readonly warnings: readonly Diagnostic[];
}

interface Moving extends Former {
  readonly settings: ModelSettings;
  /** `site.redirects` of the configuration. */
  readonly table: RedirectTable;
}

/** Throws if the content would have errors that it does not have now. */
export function planMove(content: Surroundings, renames: Renames, { settings, table, ...former }: Moving): PlannedMove {
  const { entities, diagnostics } = entitiesIn(content, settings);
  const before = addressesIn(content);
  const renaming = renamingOf(renames, { before, entities, settings });
  const { texts, followed } = followRenames(content, renames, { before, renaming });
  const { edits, redirects } = movedAliases(content, renames.addresses, former);
  const { changes, after } = changedFiles(content, renames, { texts, edits });
  const media = mediaPaths(renames, before);
  const follow = (target: string): string => followedTarget(target, renaming);
  const problems = newProblems(diagnostics, checkTargets(after, settings).diagnostics, fileNames(changes));
  return {
    changes,
    after,
    followed,
    redirects,
    table: movedInTable(table, media, { ...former, follow }),
    media,
    warnings: refuseErrors(problems),
  };
}

/** Documents of all targets, with their pages. */
export function entitiesIn({ layers }: OwnContent, settings: ModelSettings) {
  const checked = checkTargets(layers, settings);
  const entities = checked.read.flatMap((broadcast) => [...broadcast.entities.values()]);
  return { entities, diagnostics: checked.diagnostics };
}

/** Files only: the paths on the site of those in media/ that are no documents. */
const mediaPaths = ({ paths }: Renames, addresses: ReadonlySet<string>): readonly Redirected[] =>
  [...paths]
    .filter(([from]) => from.startsWith('media/') && !addresses.has(from.replace(/\.yaml$/, '')))
    .map(([from, to]) => ({ from: `/${from}`, to: `/${to}` }));

/** The target of a redirect: the address of a document, or a path, perhaps with a fragment. */
function followedTarget(target: string, { address, media, page }: ReturnType<typeof renamingOf>): string {
  const [, path = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(target) ?? [];
  if (path.startsWith('/media/')) return `/${media(path.slice(1))}${fragment}`;
  return path.startsWith('/') ? page(path) + fragment : address(target);
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
