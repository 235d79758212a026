import { UserError } from '../../diagnostics/errors.ts';
import { DELETES } from '../../project/calls/limits.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { ABOUT_PATTERNS, LOCK_FLAG, lockOptions, TARGET_FLAGS, targetOptions } from '../flags.ts';
import { boundHeap } from '../../machine/heap.ts';
import { projectOf } from '../open-project.ts';
import { integerOption } from '../option-values.ts';
import { lockWaitOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { proposedText, pullText } from '../views/pull.ts';

const BRANCH_FLAGS = {
  branch: { value: 'NAME', about: 'Commit to this branch instead of writing files, for a pull request' },
  base: { value: 'NAME', about: '--branch: the branch that people merge into (default: the one checked out)' },
  push: { about: "--branch: start from the remote's base branch, and push the branch" },
} as const;

const OPTIONS = {
  ...TARGET_FLAGS,
  ...LOCK_FLAG,
  theirs: { about: "Where both sides changed, take the target's values and deletions" },
  'all-fields': { about: 'Also pull changes to fields that a file does not have' },
  'allow-deletes': { value: 'N', about: "Allow up to this many deleted files, even above the guard's limit" },
  'dry-run': { about: 'Show what would be written, and write nothing' },
  'files-only': { about: 'Do not update the state: for files on a branch that may never be merged' },
  force: { about: 'Also overwrite uncommitted changes' },
  ...BRANCH_FLAGS,
} as const;

export const pull = defineCommand({
  arguments: [{ name: 'ADDRESS', many: true, completes: 'addresses', about: ABOUT_PATTERNS }],
  options: OPTIONS,
  examples: [
    { line: 'gitcast pull', about: 'Pulls changes and new objects from the target into files' },
    { line: 'gitcast pull --dry-run', about: 'Shows what would change, and writes nothing' },
    { line: 'gitcast pull --all-fields', about: 'Also pulls fields that a file does not have yet' },
    { line: 'gitcast pull --branch edits --push', about: 'Pulls into a branch, for a pull request' },
    { line: "gitcast pull 'articles/*' --theirs", about: "Takes the target's articles, overriding local changes" },
  ],
  async run(invocation) {
    boundHeap();
    if (invocation.options.branch !== undefined) return pullToBranch(invocation, invocation.options.branch);
    const { context, arguments: only, options } = invocation;
    const isDryRun = options['dry-run'];
    const pulled = await projectOf(invocation, {
      signal: stopSignal(context),
      onEvent: lockWaitOf(context, options),
    }).pull({
      ...targetOptions(options),
      ...lockOptions(options),
      only,
      theirs: options.theirs,
      allFields: options['all-fields'],
      allowDeletes: integerOption('--allow-deletes', options['allow-deletes'], DELETES),
      dryRun: isDryRun,
      filesOnly: options['files-only'],
      force: options.force,
    });
    return {
      exitCode: exitCodeOf(pulled.ending),
      json: pulled.report,
      human: (style) => pullText({ ...pulled, isDryRun }, style),
    };
  },
});

/** Everything else is decided by what the branch and the target have. */
async function pullToBranch(invocation: Invocation<typeof OPTIONS>, branch: string): Promise<Outcome> {
  const { context, arguments: only, options } = invocation;
  const others = (['theirs', 'all-fields', 'allow-deletes', 'dry-run', 'files-only', 'force'] as const).filter(
    (name) => options[name],
  );
  if (only.length > 0 || others.length > 0) {
    throw new UserError(
      `--branch pulls all edits, so it cannot be combined with ${others[0] ? `--${others[0]}` : only[0]}`,
      {
        suggestion: 'leave one of them out',
      },
    );
  }
  const { target, trace, base, push } = options;
  const project = projectOf(invocation, { signal: stopSignal(context) });
  const { report, ending } = await project.proposeEdits({ target, trace, branch, base, push });
  return { exitCode: exitCodeOf(ending), json: report, human: (style) => proposedText(report, style) };
}
