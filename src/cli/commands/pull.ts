import { DELETES } from '../../project/calls/limits.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { ABOUT_PATTERNS, LOCK_FLAG, lockOptions, TARGET_FLAGS, targetOptions } from '../flags.ts';
import { keepHeapSmall } from '../heap.ts';
import { projectOf } from '../open-project.ts';
import { integerOption } from '../option-values.ts';
import { lockWaitOf } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { pullText } from '../views/pull.ts';

export const pull = defineCommand({
  arguments: [{ name: 'ADDRESS', many: true, completes: 'addresses', about: ABOUT_PATTERNS }],
  options: {
    ...TARGET_FLAGS,
    ...LOCK_FLAG,
    theirs: { about: "Where both sides changed, take the target's values and deletions" },
    'all-fields': { about: 'Also pull changes to fields that a file does not have' },
    'allow-deletes': { value: 'N', about: "Allow up to this many deleted files, even above the guard's limit" },
    'dry-run': { about: 'Show what would be written, and write nothing' },
    'files-only': { about: 'Do not update the state: for files on a branch that may never be merged' },
    force: { about: 'Also overwrite uncommitted changes' },
  },
  examples: [
    { line: 'gitcast pull', about: 'Pulls changes and new objects from the target into files' },
    { line: 'gitcast pull --dry-run', about: 'Shows what would change, and writes nothing' },
    { line: 'gitcast pull --all-fields', about: 'Also pulls fields that a file does not have yet' },
    { line: 'gitcast pull --files-only', about: 'Pulls into a branch, for a pull request' },
    { line: "gitcast pull 'articles/*' --theirs", about: "Takes the target's articles, overriding local changes" },
  ],
  async run(invocation) {
    keepHeapSmall();
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
