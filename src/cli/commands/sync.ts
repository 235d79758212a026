import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { thisProcess } from '../../state/lock.ts';
import { NO_CHOICES, type Choices } from '../../plan/context.ts';
import type { Plan } from '../../plan/plan.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { chosenOnly, preparePlan, readBroadcast, remaining } from '../planning.ts';
import { createReporter } from '../progress.ts';
import { refusePlan } from '../refuse-plan.ts';
import { runPlan, type RunSummary } from '../run-plan.ts';
import { openTarget, TARGET_FLAGS, type OpenTarget } from '../target.ts';
import { planText } from '../views/plan.ts';
import { styleFor } from '../views/style.ts';
import { runText, runJson } from '../views/run.ts';
import { runMarkdown } from '../views/run-markdown.ts';

const OPTIONS = {
  ...TARGET_FLAGS,
  only: { value: 'ADDRESS,…', about: 'Only these documents; * and ** stand for any name' },
  plan: { value: 'FILE', about: 'Apply a plan that plan --out has saved, and nothing else' },
  yes: { short: 'y', about: 'Do not ask; needed where there is no terminal' },
  ours: { about: 'Push over what was changed on both sides' },
  'overwrite-drift': { about: 'Push over what was changed on the target only' },
  'allow-deletes': { value: 'N', about: 'Allow up to this many deletions, more than the guard does' },
  'allow-replace': { about: 'Replace what cannot be updated: create anew, delete the old one' },
  force: { about: 'Also into a broadcast that the service is still making' },
} as const;

type Sync = Invocation<typeof OPTIONS>;

export const sync = defineCommand({
  arguments: [],
  options: OPTIONS,
  examples: [
    { line: 'gitcast sync', about: 'Shows the plan, asks, and makes the target equal to the files' },
    { line: 'gitcast sync --yes --target production', about: 'The same without asking, for CI' },
    { line: 'gitcast sync --plan plan.json --yes', about: 'Applies a plan that was reviewed' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    const { cwd, env } = context;
    const config = loadConfig({ configFile: options.config, cwd, env });
    const broadcast = readBroadcast(config, cwd);
    const { target: name, concurrency, trace } = options;
    const stop = new AbortController();
    const reporter = createReporter(context, options);
    const target = await openTarget(config, {
      target: name,
      concurrency,
      trace,
      cwd,
      broadcastName: nameOf(broadcast),
      signal: stop.signal,
      onWait: reporter.waiting,
    });
    try {
      const lock = await target.store.lock(thisProcess());
      try {
        // What an interrupted run had journalled becomes the state before anything else is done.
        const loaded = await target.store.load();
        if (loaded.interrupted) await target.store.save(loaded, lock);
        const prepared = await preparePlan(config, broadcast, target, choicesOf(invocation));
        const plan = options.plan === undefined ? prepared.plan : readPlan(resolve(cwd, options.plan), target);
        refusePlan(plan, prepared.snapshot, options);
        if (plan.changes.length === 0) {
          if (prepared.state.interrupted) await target.store.save(remaining(prepared.state, prepared), lock);
          return nothingToDo(plan, target);
        }
        if (!(await agreed(plan, invocation))) return declined(plan);
        void context.untilStopped().then(() => stop.abort());
        const summary = await runPlan({ config, target, lock, plan, prepared, signal: stop.signal, reporter, options });
        return outcome(plan, target, summary);
      } finally {
        await lock.release();
      }
    } finally {
      await target.close();
    }
  },
});

function choicesOf({ options }: Sync): Choices {
  const allowDeletes = integerOption('allow-deletes', options['allow-deletes'], { least: 0 });
  return {
    ...NO_CHOICES,
    only: chosenOnly(options.only?.split(',') ?? [], undefined),
    ours: options.ours,
    overwriteDrift: options['overwrite-drift'],
    allowReplace: options['allow-replace'],
    ...(allowDeletes !== undefined && { allowDeletes }),
  };
}

function readPlan(file: string, target: OpenTarget): Plan {
  let plan: Partial<Plan>;
  try {
    plan = JSON.parse(readFileSync(file, 'utf8')) as Partial<Plan>;
  } catch {
    throw new UserError(`${file} is not a plan`, { suggestion: 'make one with gitcast plan --out FILE' });
  }
  if (plan.version !== 1 || !Array.isArray(plan.changes)) {
    throw new UserError(`${file} is not a plan that this version can apply`, {
      suggestion: 'make one with gitcast plan --out FILE',
    });
  }
  if (plan.offline || plan.changes.some(({ certainty }) => certainty === 'offline')) {
    throw new UserError(`${file} was made offline: nobody has looked at what the target holds, so it is not applied`, {
      suggestion: 'make one with gitcast plan --out FILE, without --offline',
    });
  }
  if (plan.target !== target.name)
    throw new UserError(`${file} is a plan for the target ${plan.target}, and this is ${target.name}`);
  return plan as Plan;
}

async function agreed(plan: Plan, { context, options }: Sync): Promise<boolean> {
  if (options.yes) return true;
  const { stdout, env } = context;
  if (!context.ask) {
    throw new UserError('there is nobody to ask', {
      suggestion: 'add --yes to sync without asking; gitcast plan shows what it would do',
    });
  }
  stdout.write(`${planText(plan, styleFor(stdout, env, options))}\n`);
  return (await context.ask('Make these changes? [y/N] ')).trim().toLowerCase().startsWith('y');
}

const nothingToDo = (plan: Plan, target: OpenTarget): Outcome => ({
  exitCode: plan.complete ? 0 : 3,
  json: runJson(plan, { results: [], ...target.client.counts() }),
  human: (style) => planText(plan, style),
  markdown: () => runMarkdown(plan, []),
});

const declined = (plan: Plan): Outcome => ({
  exitCode: 1,
  json: runJson(plan, { results: [], requests: 0, retries: 0 }),
  human: () => 'Nothing was changed.\n',
});

function outcome(plan: Plan, target: OpenTarget, { results, stopped }: RunSummary): Outcome {
  const counts = target.client.counts();
  const isWhole = plan.complete && results.every(({ outcome: each }) => each === 'applied');
  return {
    exitCode: stopped ? 1 : isWhole ? 0 : 3,
    json: runJson(plan, { results, ...counts, ...(stopped && { error: stopped.message }) }),
    human: (style) => runText(plan, results, stopped, style),
    markdown: () => runMarkdown(plan, results, stopped),
  };
}
