/** Deletes documents, folders and media files, once a person has seen what names them. */
import type { Config } from '../../config/config.ts';
import { count } from '../../diagnostics/count.ts';
import { isError, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { gitWorkTree } from '../../git/work-tree.ts';
import { mayHaveAliases } from '../../model/aliases.ts';
import { checkTargets } from '../../model/check-content.ts';
import { contentConfigOf } from '../../repository/load-config.ts';
import { modelSettings } from '../../repository/repository.ts';
import { defineCall, type Reported } from '../calls/call.ts';
import { flag, needed, text, type OptionsOf } from '../calls/option.ts';
import { addresses, approve } from '../calls/shared-options.ts';
import { reportDiagnostics, type DiagnosticReport } from '../check/diagnostic-report.ts';
import { readOwnContent, type OwnContent } from './own-layers.ts';
import { changedFiles, newProblems, type FileChange } from './changed-files.ts';
import { entitiesIn } from './plan-move.ts';
import type { Redirected } from './redirects.ts';
import { redirectsTo } from './redirect-removed.ts';
import { asMentioned, entriesTo, mentionsOf, unlinking, whatGoes, type Mentioned } from './what-goes.ts';
import { writeChanges } from './write-changes.ts';

const removeOptions = {
  addresses: needed({
    ...addresses('Addresses or paths of documents, folders and media files; * matches anything'),
    flag: null,
  }),
  approve: approve<RemoveReport>(),
  redirectTo: text('ADDRESS|PATH', 'Lead its former address to this document, or to this path of the site', {
    completes: 'addresses',
  }),
  unlink: flag('Also take optional pointers to it out of other files'),
  dryRun: flag('Show what would be deleted and what points to it, and write nothing'),
  force: flag('Also delete files with uncommitted changes'),
};

/** The options of `remove`. */
export interface RemoveOptions extends OptionsOf<typeof removeOptions> {}

/** The output of `gitcast rm --json`, and what a person approves. */
export interface RemoveReport {
  /** `declined`: it was not approved, and nothing was deleted. */
  readonly outcome: 'removed' | 'dry-run' | 'declined';
  /** The documents by their addresses, and the media files. */
  readonly removed: readonly string[];
  /** The deleted files. */
  readonly files: readonly string[];
  /** Every place that names one of them. */
  readonly mentioned: readonly Mentioned[];
  /** The files that pointers to them were taken out of. */
  readonly unlinked: readonly string[];
  /** The former addresses, and where they lead. */
  readonly redirects: readonly Redirected[];
  /** Warnings that the content has only afterwards. */
  readonly warnings: readonly DiagnosticReport[];
  /** Further notes, in words. */
  readonly notes: readonly string[];
}

/** Deletes documents, folders or media files. Nothing is deleted that something else requires. */
export const remove = defineCall(
  removeOptions,
  async (outside, options: RemoveOptions): Promise<Reported<RemoveReport>> => {
    const config = contentConfigOf(outside);
    const content = readOwnContent(config, outside.folder);
    const settings = modelSettings(config);
    const removal = whatGoes(options.addresses, { ...content, cwd: outside.folder });
    const { entities, diagnostics } = entitiesIn(content, settings);
    const mentions = mentionsOf(removal, content, { entities, settings });
    const redirect =
      options.redirectTo === undefined
        ? undefined
        : redirectsTo(options.redirectTo, { content, removal, entities, outside, config });

    const unlinked = options.unlink
      ? [...mentions].map(([reading, found]) => [reading, unlinking(reading, found)] as const)
      : [];
    const edits = new Map(unlinked.filter(([, own]) => own.length > 0));
    const unlinkedPaths = new Set([...edits.keys()].map(({ path }) => path));
    const { changes, after } = changedFiles(
      content,
      { paths: new Map() },
      { texts: new Map(), edits, removed: removal.files },
    );
    const problems = newProblems(diagnostics, checkTargets(after, settings).diagnostics, (file) => file);
    refuseRequired(problems.filter(isError), options);
    const isDeleted = ({ to }: FileChange): boolean => to === undefined;
    const shown = ({ layer, from }: FileChange): string => layer.prefix + from;
    const hasPage = entities.some(
      (each) => removal.addresses.has(each.address) && mayHaveAliases(each.document.declaration),
    );
    const deadEntries = entriesTo(removal, entities, config.site.redirects).map(
      ([from, to]) => `\`${from}: ${to}\` in site.redirects will lead nowhere: remove it or change where it leads`,
    );
    const report = (outcome: RemoveReport['outcome']): RemoveReport => ({
      outcome,
      removed: [...new Set([...removal.addresses, ...removal.media])].sort(),
      files: changes.filter(isDeleted).map(shown),
      mentioned: [...mentions.values()].flat().map(asMentioned),
      unlinked: changes.filter((each) => !isDeleted(each) && unlinkedPaths.has(each.from)).map(shown),
      redirects: redirect?.redirects ?? [],
      warnings: reportDiagnostics(problems),
      notes: redirect ? redirect.notes : [...(hasPage ? [NO_REDIRECT] : []), ...deadEntries],
    });
    if (options.dryRun) return { report: report('dry-run'), ending: {} };
    if (!options.force) await refuseUncommitted(config, content, new Set([...removal.files].map(({ path }) => path)));
    if (options.approve !== true && !(await options.approve(report('removed'))))
      return { report: report('declined'), ending: { failed: true } };
    await writeChanges([...changes, ...(redirect?.changes ?? [])]);
    return { report: report('removed'), ending: {} };
  },
);

const NO_REDIRECT = 'links to its page will lead nowhere: --redirect-to ADDRESS would keep them';

function refuseRequired(errors: readonly Diagnostic[], { unlink }: RemoveOptions): void {
  if (errors.length === 0) return;
  throw new UserError(
    `nothing was deleted, because the content would have ${count(errors.length, 'error')} without it`,
    {
      diagnostics: errors,
      suggestion: unlink
        ? 'change these places first'
        : worded`change these places first, or take out the pointers that are optional with ${option('unlink')}`,
    },
  );
}

/** Git cannot bring back what is in no commit. */
async function refuseUncommitted(config: Config, { own }: OwnContent, paths: ReadonlySet<string>): Promise<void> {
  for (const { folder, prefix, readings } of own) {
    const isUncommitted = await gitWorkTree(folder, config.programEnvironment()).uncommitted();
    const changed = readings.find(({ path }) => paths.has(path) && isUncommitted(path));
    if (!changed) continue;
    throw new UserError(`${prefix}${changed.path} has changes that are in no commit, so git could not bring it back`, {
      suggestion: worded`commit it first, or delete it anyway with ${option('force')}`,
    });
  }
}
