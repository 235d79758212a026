import { join } from 'node:path';
import { NO_CHOICES } from '../../plan/context.ts';
import { unreadInPull } from '../../plan/coverage.ts';
import { diskFolder } from '../../pull/folder.ts';
import { runPull, type Pulled } from '../../pull/run-pull.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { keepHeapSmall } from '../heap.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { ABOUT_PATTERNS, refuseUnknown } from '../known-patterns.ts';
import { addressesIn, chosenOnly, preparePlan } from '../planning.ts';
import { presentContent, pulledWorkTree } from '../present-content.ts';
import { stopSignal } from '../stop-signal.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { thisRun } from '../this-run.ts';
import { pullJson, pullText } from '../views/pull.ts';

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
  async run({ context, arguments: patterns, options }) {
    keepHeapSmall();
    const { cwd, env } = context;
    const { signal } = stopSignal(context);
    const config = loadConfig({ configFile: options.config, cwd, env });
    const { theirs, force } = options;
    const present = presentContent(config, cwd, options.target);
    const { broadcast, environment, prefix } = present;
    const wanted = { ...options, cwd, broadcastName: nameOf(broadcast), signal, context };
    const target = await openTarget(config, wanted);
    try {
      const { store } = target;
      // The state is what main and all others sync by. It must not know yet what a branch proposes: the next sync would
      // take files that are not merged for deleted ones.
      const filesOnly = options['files-only'] && !options['dry-run'];
      const lock = options['dry-run'] || filesOnly ? undefined : await store.lock(thisRun(config, 'pull'));
      try {
        const allowDeletes = integerOption('allow-deletes', options['allow-deletes'], { least: 0 });
        const choices = {
          ...NO_CHOICES,
          only: chosenOnly(patterns, undefined),
          ...(allowDeletes !== undefined && { allowDeletes }),
        };
        const { plan, input, state } = await preparePlan(config, broadcast, target, choices);
        const folder = diskFolder(join(config.root, config.content));
        const places = { folder, workTree: pulledWorkTree(config, present), environment, prefix };
        const allFields = options['all-fields'];
        const pulled = await runPull({ input, plan, ...places, store, lock, filesOnly, theirs, allFields, force });
        if (isIdle(pulled)) refuseUnknown(patterns, addressesIn(broadcast, state));
        const unread = unreadInPull(input);
        const shown = { ...pulled, prefix, unread, isDryRun: options['dry-run'] };
        return {
          exitCode: exitCodeOf({
            left: pulled.conflicts.length > 0 || pulled.skipped.length > 0,
            incomplete: unread.length > 0,
          }),
          json: pullJson(shown),
          human: (style) => pullText(shown, style),
        };
      } finally {
        await lock?.release();
      }
    } finally {
      await target.close();
    }
  },
});

/** An object without a file gets its address from the pull, so only one that did nothing can tell that an address is none. */
const isIdle = ({ edits, conflicts, skipped, unmanaged }: Pulled): boolean =>
  edits.length + conflicts.length + skipped.length + unmanaged.length === 0;
