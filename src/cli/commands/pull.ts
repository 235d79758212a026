import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { diskFiles, memoryFiles, type ContentFiles } from '../../content/files.ts';
import { readContent } from '../../content/read-content.ts';
import { gitWorkTree } from '../../git/work-tree.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { checkContent } from '../../model/check-content.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { diskFolder } from '../../pull/folder.ts';
import { runPull } from '../../pull/run-pull.ts';
import { thisProcess } from '../../state/lock.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { chosenOnly, preparePlan, readBroadcast } from '../planning.ts';
import { shownFrom } from '../repository.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { pullJson, pullText } from '../views/pull.ts';

export const pull = defineCommand({
  arguments: [{ name: 'ADDRESS', many: true, about: 'Only these documents; * and ** stand for any name' }],
  options: {
    ...TARGET_FLAGS,
    theirs: { about: "Where both sides changed something, take the target's: its values, and its deletions" },
    'dry-run': { about: 'Write nothing, and show what would be written' },
    'files-only': {
      about: 'Leave the state as it is: for files that go into a branch, which may be merged later or never',
    },
    force: { about: 'Also write over changes that are not committed' },
  },
  examples: [
    { line: 'gitcast pull', about: 'Takes what was changed and made on the target into files' },
    { line: 'gitcast pull --dry-run', about: 'Shows it and writes nothing' },
    { line: 'gitcast pull --files-only', about: 'Takes it into a branch, for a pull request' },
    { line: "gitcast pull 'articles/*' --theirs", about: "Takes the target's articles, whatever changed here" },
  ],
  async run({ context: { cwd, env }, arguments: patterns, options }) {
    const config = loadConfig({ configFile: options.config, cwd, env });
    const { broadcast, files, prefix } = presentContent(config, cwd);
    const { target: name, concurrency, trace, theirs, force } = options;
    const wanted = { target: name, concurrency, trace, cwd, broadcastName: nameOf(broadcast) };
    const target = await openTarget(config, wanted);
    try {
      const { store } = target;
      // The state is what main and all others sync by. It must not know yet what a branch proposes: the next sync would
      // take files that are not merged for deleted ones.
      const filesOnly = options['files-only'] && !options['dry-run'];
      const lock = options['dry-run'] || filesOnly ? undefined : await store.lock(thisProcess());
      try {
        const choices = { ...NO_CHOICES, only: chosenOnly(patterns, undefined) };
        const { plan, input } = await preparePlan(config, broadcast, target, choices);
        const folder = join(config.root, config.content);
        const places = { folder: diskFolder(folder), workTree: gitWorkTree(folder), files, prefix };
        const pulled = await runPull({ input, plan, ...places, store, lock, filesOnly, theirs, force });
        const isWhole = pulled.conflicts.length === 0 && pulled.skipped.length === 0;
        const shown = { ...pulled, prefix, isDryRun: options['dry-run'] };
        return { exitCode: isWhole ? 0 : 3, json: pullJson(shown), human: (style) => pullText(shown, style) };
      } finally {
        await lock?.release();
      }
    } finally {
      await target.close();
    }
  },
});

interface Present {
  readonly broadcast: Broadcast;
  readonly files: ContentFiles;
  readonly prefix: string;
}

/** What is there already: without a content folder nothing, for a first pull makes it. */
function presentContent(config: Config, cwd: string): Present {
  const folder = join(config.root, config.content);
  const shown = shownFrom(cwd, folder);
  const prefix = shown === '' ? '' : `${shown}/`;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return { broadcast: readBroadcast(config, cwd), files: diskFiles(folder), prefix };
  }
  const files = memoryFiles({});
  const { timezone, locales } = config.site;
  return { broadcast: checkContent(readContent(files, { prefix }), { timezone, locales }).broadcast, files, prefix };
}
