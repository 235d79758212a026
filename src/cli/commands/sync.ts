import { setTimeout as wait } from 'node:timers/promises';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { digest } from '../../state/digest.ts';
import type { Lock } from '../../state/lock.ts';
import { resume } from '../../state/resume.ts';
import { NO_CHOICES, type Choices } from '../../plan/context.ts';
import { asOfNow } from '../../plan/as-of-now.ts';
import { isIncomplete, type Plan } from '../../plan/plan.ts';
import { withSeen } from '../../plan/seen.ts';
import { isAddressMatch } from '../address-pattern.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { rollbacksIn } from '../goes-forward.ts';
import { keepHeapSmall } from '../heap.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption } from '../option-values.ts';
import { ABOUT_PATTERNS, refuseUnknown } from '../known-patterns.ts';
import { addressesIn, chosenOnly, preparePlan, readBroadcast, remaining, type Prepared } from '../planning.ts';
import { createReporter, type Reporter } from '../progress.ts';
import type { Again } from '../rounds.ts';
import { refusePlan } from '../refuse-plan.ts';
import { runPlan, type RunSummary } from '../run-plan.ts';
import { readSavedPlan } from '../saved-plan.ts';
import { stopSignal } from '../stop-signal.ts';
import { openTarget, TARGET_FLAGS, type OpenTarget } from '../target.ts';
import { thisRun } from '../this-run.ts';
import { planText } from '../views/plan.ts';
import { styleFor } from '../views/style.ts';
import { runText, runJson } from '../views/run.ts';
import { runMarkdown } from '../views/run-markdown.ts';
import { incompleteWarning } from '../views/verdict.ts';

const OPTIONS = {
  ...TARGET_FLAGS,
  only: { value: 'ADDRESS,…', about: ABOUT_PATTERNS },
  plan: { value: 'FILE', about: 'Apply a plan that plan --out has saved, and nothing else' },
  yes: { short: 'y', about: 'Do not ask; needed where there is no terminal' },
  ours: { about: 'Push over what was changed on both sides' },
  'overwrite-drift': { about: 'Push over what was changed on the target only' },
  'allow-deletes': { value: 'N', about: 'Allow up to this many deletions, more than the guard does' },
  'allow-replace': { about: 'Replace what cannot be updated: create anew, delete the old one' },
  create: { value: 'ADDRESS,…', about: 'Create these although something on the target may be the same thing' },
  'no-wait': { about: 'Leave creations open whose reply was lost, instead of waiting until the target shows them' },
  'allow-rollback': { about: 'Sync from a checkout that lacks what was last synced, and take that back' },
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
    keepHeapSmall();
    const { context, options } = invocation;
    const stop = stopSignal(context);
    const reporter = createReporter(context, options);
    const { config, target, lock, prepared, planAgain } = await prepare(invocation, stop, reporter);
    try {
      const file = options.plan === undefined ? undefined : resolve(context.cwd, options.plan);
      const plan = file === undefined ? prepared.plan : asOfNow(readSavedPlan(file, target), prepared.plan);
      // A saved plan was judged by what was synced when it was made; others may have gone on since.
      const refusals = plan === prepared.plan ? plan.refusals : [...plan.refusals, ...rollbacksIn(prepared.plan)];
      refusePlan({ ...plan, refusals }, prepared.snapshot, options);
      if (plan.changes.length === 0 && plan.open.length === 0) {
        const { state, snapshot } = prepared;
        const base = withSeen(state.base, snapshot, digest);
        if (state.interrupted || base !== state.base) {
          await target.store.save(remaining({ ...state, base }, prepared.plan), lock);
        }
        return nothingToDo(plan, target);
      }
      if (plan.changes.length > 0 && !(await agreed(plan, invocation, stop.signal))) return declined(plan);
      const again = { prepare: planAgain, wait: !options['no-wait'], now: Date.now, sleep };
      const { signal } = stop;
      const summary = await runPlan({ config, target, lock, plan, prepared, signal, reporter, options, again });
      return outcome(plan, target, summary);
    } finally {
      await lock.release();
      await target.close();
    }
  },
});

interface Ready {
  readonly config: Config;
  readonly target: OpenTarget;
  readonly lock: Lock;
  readonly prepared: Prepared;
  readonly planAgain: Again['prepare'];
}

const sleep: Again['sleep'] = (milliseconds, signal) => wait(milliseconds, undefined, { signal });

/** Everything up to the plan, in a function of its own: the documents are let go before anything is sent. */
async function prepare(invocation: Sync, stop: AbortController, reporter: Reporter): Promise<Ready> {
  const { context, options } = invocation;
  const { cwd, env } = context;
  const config = loadConfig({ configFile: options.config, cwd, env });
  const broadcast = readBroadcast(config, cwd, options.target);
  const target = await openTarget(config, {
    ...options,
    cwd,
    broadcastName: nameOf(broadcast),
    context,
    signal: stop.signal,
    onWait: reporter.waiting,
  });
  try {
    const lock = await target.store.lock(thisRun(config, 'sync'));
    // What is under way then ends, and what is known is saved where that is still allowed.
    lock.lost.addEventListener('abort', () => stop.abort());
    if (lock.note !== undefined) reporter.remark(lock.note);
    try {
      const loaded = await resume(target.store, lock, Date.now);
      const named = [...addressList(options.only), ...addressList(options.create)];
      refuseUnknown(named, addressesIn(broadcast, loaded));
      const choices = choicesOf(invocation);
      const { input: _, ...prepared } = await preparePlan(config, broadcast, target, choices);
      const planAgain: Again['prepare'] = async (addresses) => {
        const only: Choices['only'] = (address, kind) => addresses.has(address) && choices.only(address, kind);
        const files = readBroadcast(config, cwd, options.target);
        const { input: _input, ...next } = await preparePlan(config, files, target, { ...choices, only });
        return next;
      };
      return { config, target, lock, prepared, planAgain };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    await target.close();
    throw error;
  }
}

const addressList = (given: string | undefined): readonly string[] => given?.split(',') ?? [];

function choicesOf({ options }: Sync): Choices {
  const allowDeletes = integerOption('allow-deletes', options['allow-deletes'], { least: 0 });
  return {
    ...NO_CHOICES,
    only: chosenOnly(addressList(options.only), undefined),
    create: (address) => addressList(options.create).some((pattern) => isAddressMatch(pattern, address)),
    ours: options.ours,
    overwriteDrift: options['overwrite-drift'],
    allowReplace: options['allow-replace'],
    allowRollback: options['allow-rollback'],
    ...(allowDeletes !== undefined && { allowDeletes }),
  };
}

async function agreed(plan: Plan, { context, options }: Sync, signal: AbortSignal): Promise<boolean> {
  if (options.yes) return true;
  const { stdout, env } = context;
  if (!context.ask) {
    throw new UserError('there is nobody to ask', {
      suggestion: `add --yes to sync without asking; gitcast plan --target ${plan.target} shows what it would do`,
    });
  }
  stdout.write(`${planText(plan, styleFor(stdout, env, options))}\n`);
  return (await context.ask('Make these changes? [y/N] ', signal)).trim().toLowerCase().startsWith('y');
}

const nothingToDo = (plan: Plan, target: OpenTarget): Outcome => ({
  exitCode: exitCodeOf({ incomplete: isIncomplete(plan) }),
  warning: incompleteWarning(plan),
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
  const left = results.some(({ outcome: each }) => each !== 'applied');
  return {
    exitCode: exitCodeOf({ failed: stopped !== undefined, left, incomplete: isIncomplete(plan) }),
    warning: incompleteWarning(plan),
    json: runJson(plan, { results, ...counts, ...(stopped && { error: stopped.message }) }),
    human: (style) => runText(plan, results, stopped, style),
    markdown: () => runMarkdown(plan, results, stopped),
  };
}
