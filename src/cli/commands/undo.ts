import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { restoreFiles } from '../../git/changed-files.ts';
import { gitIn } from '../../git/git.ts';
import type { Config } from '../../config/config.ts';
import { differingParts } from '../../model/target-identity.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { isIncomplete } from '../../plan/plan.ts';
import { fileBelow } from '../../pull/file-paths.ts';
import type { FileEdit } from '../../pull/pull-plan.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { loadConfig } from '../load-config.ts';
import { preparePlan, soundBroadcast } from '../planning.ts';
import { environmentFor } from '../present-content.ts';
import { targetNamed } from '../named-target.ts';
import { openTarget, recordingStore, TARGET_FLAGS } from '../target.ts';
import { shownFrom } from '../repository.ts';
import { planUndo, type Undoing } from '../undoing.ts';
import { undoJson, undoText } from '../views/undo.ts';

export const undo = defineCommand({
  arguments: [{ name: 'RUN', about: 'The id of a run, as gitcast log shows it', required: true }],
  options: {
    ...TARGET_FLAGS,
    'dry-run': { about: 'Write nothing, and show what would be put back' },
    force: { about: 'Also put back files that were changed again since, committed or not' },
  },
  examples: [
    {
      line: 'gitcast undo 3f9a1c2e --dry-run',
      about: 'Shows which files a run had changed, and the plan without them',
    },
    { line: 'gitcast undo 3f9a1c2e', about: 'Puts these files back; commit them and sync to undo it on the target' },
  ],
  async run({ context, arguments: [id], options }) {
    const { cwd, env } = context;
    const config = loadConfig({ configFile: options.config, cwd, env });
    const named = targetNamed(config, options.target ?? config.defaultTarget);
    const { history, identity } = recordingStore(config, named);
    // A target of this name may have been another one before: its runs are no history of this one.
    const runs = (await history(Infinity)).filter(
      ({ identity: made }) => !made || differingParts(made, identity).length === 0,
    );
    const undoing = await planUndo(config, runs, { id: id!, target: named.name, force: options.force });
    const { environment } = environmentFor(config, cwd, named.name);
    // Both before a file is touched: what was right once may not be together with what has come since.
    const broadcast = soundBroadcast(environment.check(editsOf(config, undoing)));
    const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast), context });
    try {
      const { plan } = await preparePlan(config, broadcast, target, NO_CHOICES);
      if (!options['dry-run']) await putBack(config, undoing);
      const nameOfFile = (file: string): string => shownFrom(cwd, join(config.root, file));
      const shown = { ...undoing, plan, nameOfFile, isDryRun: options['dry-run'] };
      return {
        exitCode: exitCodeOf({ left: undoing.left.length > 0, incomplete: isIncomplete(plan) }),
        json: undoJson(shown),
        human: (style) => undoText(shown, style),
      };
    } finally {
      await target.close();
    }
  },
});

async function putBack({ root }: Config, { commit, files }: Undoing): Promise<void> {
  const restored = [...files].filter(([, bytes]) => bytes !== undefined).map(([path]) => path);
  await restoreFiles(gitIn(root), commit, restored);
  for (const [path, bytes] of files) if (bytes === undefined) await rm(join(root, path), { force: true });
}

/** For checking only: of what is no text it matters whether it is there. */
const editsOf = ({ content }: Config, { files }: Undoing): readonly FileEdit[] =>
  [...files].map(([path, bytes]) => {
    const file = fileBelow(content, path);
    return bytes === undefined
      ? { kind: 'delete', file, before: '' }
      : { kind: 'create', file, text: new TextDecoder().decode(bytes) };
  });
