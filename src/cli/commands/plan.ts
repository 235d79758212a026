import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { NO_CHOICES, type Choices } from '../../plan/context.ts';
import { isIncomplete } from '../../plan/plan.ts';
import { defineCommand, type Invocation } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodeOf } from '../exit-code.ts';
import { findFileKind } from '../find-kind.ts';
import { keepHeapSmall } from '../heap.ts';
import { loadConfig } from '../load-config.ts';
import { planOffline } from '../offline-planning.ts';
import { integerOption } from '../option-values.ts';
import { ABOUT_PATTERNS, refuseUnknown } from '../known-patterns.ts';
import { addressesIn, chosenOnly, preparePlan, readBroadcast } from '../planning.ts';
import { nameOf } from '../broadcast-name.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { planMarkdown } from '../views/plan-markdown.ts';
import { planText } from '../views/plan.ts';
import { planJson } from '../views/plan-json.ts';
import { incompleteWarning } from '../views/verdict.ts';
import { writeFile } from '../write-files.ts';

const OPTIONS = {
  ...TARGET_FLAGS,
  only: { value: 'ADDRESS,…', about: ABOUT_PATTERNS },
  kind: { value: 'K', about: 'Only documents of this kind' },
  out: { value: 'FILE', about: 'Save the plan, to be applied by sync --plan' },
  markdown: { about: 'Print it as Markdown, for a comment in a review' },
  offline: { about: 'Ask the target nothing: compare with what the last sync left there; needs no key' },
  'detailed-exitcode': { about: 'Exit with 2 when there are changes; 4 means incomplete with and without it' },
  'overwrite-drift': { about: 'Plan to push over what was changed on the target only' },
  ours: { about: 'Plan to push over what was changed on both sides' },
  'allow-deletes': { value: 'N', about: 'Plan up to this many deletions, more than the guard does' },
  'allow-replace': { about: 'Plan to replace what cannot be updated' },
  'allow-rollback': { about: 'Plan from a checkout that lacks what was last synced' },
} as const;

export const plan = defineCommand({
  arguments: [],
  options: OPTIONS,
  examples: [
    { line: 'gitcast plan', about: 'Shows what a sync would do, and does nothing' },
    { line: "gitcast plan --only 'events/friday/*'", about: 'Shows it for some documents' },
    { line: 'gitcast plan --offline', about: 'Shows what the files change since the last sync, without a key' },
    { line: 'gitcast plan --out plan.json', about: 'Saves it, to be applied as it is after a review' },
  ],
  async run({ context, options }) {
    const { cwd, env } = context;
    keepHeapSmall();
    const config = loadConfig({ configFile: options.config, cwd, env });
    const broadcast = readBroadcast(config, cwd, options.target);
    const choices = choicesOf(options);
    const { plan: made, rate } = options.offline
      ? { plan: await planOffline(config, broadcast, options, choices), rate: undefined }
      : await planOnline(config, broadcast, { ...options, cwd, context }, choices);
    if (options.out !== undefined)
      writeFile(resolve(cwd, options.out), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
    const hasChanges = made.changes.length > 0 || made.open.length > 0;
    return {
      exitCode: exitCodeOf({
        failed: made.refusals.length > 0,
        incomplete: isIncomplete(made),
        changes: options['detailed-exitcode'] && hasChanges,
      }),
      warning: incompleteWarning(made),
      json: planJson(made),
      human: (style) => (options.markdown ? planMarkdown(made) : planText(made, style, rate)),
      markdown: () => planMarkdown(made),
    };
  },
});

type PlanOptions = Invocation<typeof OPTIONS>['options'];

function choicesOf(options: PlanOptions): Choices {
  const kind = options.kind === undefined ? undefined : findFileKind(options.kind).name;
  const allowDeletes = integerOption('allow-deletes', options['allow-deletes'], { least: 0 });
  return {
    ...NO_CHOICES,
    only: chosenOnly(options.only?.split(',') ?? [], kind),
    overwriteDrift: options['overwrite-drift'],
    ours: options.ours,
    allowReplace: options['allow-replace'],
    allowRollback: options['allow-rollback'],
    ...(allowDeletes !== undefined && { allowDeletes }),
  };
}

async function planOnline(
  config: Config,
  broadcast: Broadcast,
  asked: PlanOptions & { readonly cwd: string; readonly context: Context },
  choices: Choices,
) {
  const target = await openTarget(config, { ...asked, broadcastName: nameOf(broadcast) });
  try {
    const { plan: made, state } = await preparePlan(config, broadcast, target, choices);
    refuseUnknown(asked.only?.split(',') ?? [], addressesIn(broadcast, state));
    return { plan: made, rate: target.rate() };
  } finally {
    await target.close();
  }
}
