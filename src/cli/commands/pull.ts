import { join } from 'node:path';
import { gitWorkTree } from '../../git/work-tree.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { diskFolder } from '../../pull/folder.ts';
import { runPull } from '../../pull/run-pull.ts';
import { thisProcess } from '../../state/lock.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { chosenOnly, preparePlan } from '../planning.ts';
import { presentContent } from '../present-content.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { pullJson, pullText } from '../views/pull.ts';

export const pull = defineCommand({
  arguments: [{ name: 'ADDRESS', many: true, about: 'Only these documents; * and ** stand for any name' }],
  options: {
    ...TARGET_FLAGS,
    theirs: { about: "Where both sides changed something, take the target's: its values, and its deletions" },
    'dry-run': { about: 'Write nothing, and show what would be written' },
    force: { about: 'Also write over changes that are not committed' },
  },
  examples: [
    { line: 'gitcast pull', about: 'Takes what was changed and made on the target into files' },
    { line: 'gitcast pull --dry-run', about: 'Shows it and writes nothing' },
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
      const lock = options['dry-run'] ? undefined : await store.lock(thisProcess());
      try {
        const choices = { ...NO_CHOICES, only: chosenOnly(patterns, undefined) };
        const { plan, input } = await preparePlan(config, broadcast, target, choices);
        const folder = join(config.root, config.content);
        const places = { folder: diskFolder(folder), workTree: gitWorkTree(folder), files, prefix };
        const pulled = await runPull({ input, plan, ...places, store, lock, theirs, force });
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
