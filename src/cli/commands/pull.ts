import { ABOUT_PATTERNS } from '../choice-flags.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { keepHeapSmall } from '../heap.ts';
import { projectOf } from '../open-project.ts';
import { integerOption } from '../option-values.ts';
import { stopSignal } from '../stop-signal.ts';
import { TARGET_FLAGS, targetOptions } from '../target-flags.ts';
import { pullText } from '../views/pull.ts';

export const pull = defineCommand({
  arguments: [{ name: 'ADDRESS', many: true, about: ABOUT_PATTERNS }],
  options: {
    ...TARGET_FLAGS,
    theirs: { about: "Where both sides changed something, take the target's: its values, and its deletions" },
    'all-fields': { about: 'Also take what was changed in fields that a file does not have' },
    'allow-deletes': { value: 'N', about: 'Allow up to this many deleted files, more than the guard does' },
    'dry-run': { about: 'Write nothing, and show what would be written' },
    'files-only': {
      about: 'Leave the state as it is: for files that go into a branch, which may be merged later or never',
    },
    force: { about: 'Also write over changes that are not committed' },
  },
  examples: [
    { line: 'gitcast pull', about: 'Takes what was changed and made on the target into files' },
    { line: 'gitcast pull --dry-run', about: 'Shows it and writes nothing' },
    { line: 'gitcast pull --all-fields', about: 'Takes also fields that a file does not have yet' },
    { line: 'gitcast pull --files-only', about: 'Takes it into a branch, for a pull request' },
    { line: "gitcast pull 'articles/*' --theirs", about: "Takes the target's articles, whatever changed here" },
  ],
  async run(invocation) {
    keepHeapSmall();
    const { context, arguments: only, options } = invocation;
    const isDryRun = options['dry-run'];
    const pulled = await projectOf(invocation, { signal: stopSignal(context) }).pull({
      ...targetOptions(options),
      only,
      theirs: options.theirs,
      allFields: options['all-fields'],
      allowDeletes: integerOption('allow-deletes', options['allow-deletes'], { least: 0 }),
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
