import { UserError } from '../../diagnostics/errors.ts';
import { nearestAddress } from '../../diagnostics/nearest-address.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { seenBase, unmanagedFields } from '../../plan/unmanaged-fields.ts';
import { isAddressMatch } from '../address-pattern.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { loadConfig } from '../load-config.ts';
import { oneOfOption } from '../option-values.ts';
import { preparePlan, readBroadcast } from '../planning.ts';
import { createReporter } from '../progress.ts';
import { runPlan } from '../run-plan.ts';
import { targetNamed } from '../named-target.ts';
import { openStore, openTarget, TARGET_FLAGS } from '../target.ts';
import { stopSignal } from '../stop-signal.ts';
import { resume } from '../../state/resume.ts';
import { thisRun } from '../this-run.ts';
import { count } from '../views/count.ts';
import { tableText } from '../views/serve.ts';
import { unmanagedCount, unmanagedJson, unmanagedNames } from '../views/unmanaged-fields.ts';
import { incompleteLines, incompleteWarning } from '../views/verdict.ts';

type StateInvocation = Invocation<typeof TARGET_FLAGS>;

export const state = defineCommand({
  arguments: [
    { name: 'ACTION', about: 'show [ADDRESS], rm ADDRESS, seen [ADDRESS], or rebuild', required: true },
    { name: 'ADDRESS', about: 'show, seen: only these; rm: the document to manage no longer' },
  ],
  options: TARGET_FLAGS,
  examples: [
    { line: 'gitcast state show', about: 'Lists what is managed, with the id of each' },
    { line: "gitcast state show 'events/*'", about: 'The same for some documents' },
    { line: 'gitcast state rm events/opening-night', about: 'Forgets a document; its object stays on the target' },
    {
      line: 'gitcast state seen',
      about: 'Leaves what was changed in fields that no file has to the target; status lists it no longer',
    },
    { line: 'gitcast state rebuild', about: 'Finds everything again on the target, when the state was lost' },
  ],
  run(invocation) {
    const [action, address] = invocation.arguments;
    switch (oneOfOption('state', action, ['show', 'rm', 'seen', 'rebuild'])) {
      case 'show':
        return show(invocation, address);
      case 'rm':
        return remove(invocation, address);
      case 'seen':
        return seen(invocation, address);
      default:
        return rebuild(invocation);
    }
  },
});

function opened({ context: { cwd, env }, options }: StateInvocation) {
  const config = loadConfig({ configFile: options.config, cwd, env });
  return { config, store: openStore(config, targetNamed(config, options.target ?? config.defaultTarget)) };
}

async function show(invocation: StateInvocation, pattern = '**'): Promise<Outcome> {
  const { base } = await opened(invocation).store.load();
  const shown = [...base.entries].filter(([address]) => isAddressMatch(pattern, address));
  if (shown.length === 0 && pattern !== '**') throw notManaged(pattern, base.entries.keys());
  const entries = shown.map(([address, { kind, id, updatedAt = null, protect = false }]) => ({
    address,
    kind,
    id,
    updatedAt,
    protect,
  }));
  return { exitCode: 0, json: { entries }, human: () => tableText(entries) };
}

function notManaged(address: string, managed: Iterable<string>): UserError {
  const meant = nearestAddress(address, managed);
  return new UserError(`${address} is not managed`, {
    suggestion: meant === undefined ? 'gitcast state show lists what is' : `did you mean ${meant}?`,
  });
}

async function remove(invocation: StateInvocation, address: string | undefined): Promise<Outcome> {
  if (address === undefined) {
    throw new UserError('state rm needs ADDRESS: the document to manage no longer', {
      suggestion: 'gitcast state show lists what is managed',
    });
  }
  const { config, store } = opened(invocation);
  const lock = await store.lock(thisRun(config, 'state rm'));
  try {
    const { base, unfinished } = await resume(store, lock, Date.now);
    if (!base.entries.has(address)) throw notManaged(address, base.entries.keys());
    const entries = new Map([...base.entries].filter(([each]) => each !== address));
    await store.save({ base: { ...base, entries }, unfinished }, lock);
    return {
      exitCode: 0,
      json: { removed: address },
      human: ({ colours }) => `${colours.green('✓')} ${address} is managed no longer\n`,
    };
  } finally {
    await lock.release();
  }
}

/** Counts what others changed in fields that no file has as known: it stays on the target, and out of the files. */
async function seen({ context, options }: StateInvocation, pattern = '**'): Promise<Outcome> {
  const { cwd, env } = context;
  const config = loadConfig({ configFile: options.config, cwd, env });
  const broadcast = readBroadcast(config, cwd, options.target);
  const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast) });
  try {
    const lock = await target.store.lock(thisRun(config, 'state seen'));
    try {
      const only = (address: string): boolean => isAddressMatch(pattern, address);
      const { input, plan, state: loaded } = await preparePlan(config, broadcast, target, { ...NO_CHOICES, only });
      const found = unmanagedFields(input);
      if (found.length > 0) {
        await target.store.save({ base: seenBase(found, input), unfinished: loaded.unfinished }, lock);
      }
      const number = unmanagedCount(found);
      return {
        exitCode: exitCodeOf({ incomplete: !plan.complete }),
        warning: incompleteWarning(plan),
        json: { seen: unmanagedJson(found) },
        human: (style) => {
          const said =
            number === 0
              ? 'nothing was changed in fields that no file has'
              : `${count(number, 'field')} left to the target: ${unmanagedNames(found)}`;
          return `${[...incompleteLines(plan, style), `${style.colours.green('✓')} ${said}`].join('\n')}\n`;
        },
      };
    } finally {
      await lock.release();
    }
  } finally {
    await target.close();
  }
}

/** Takes every document over again by its natural key. Nothing is sent; what differs is left to the next plan. */
async function rebuild({ context, options }: StateInvocation): Promise<Outcome> {
  const { cwd, env } = context;
  const config = loadConfig({ configFile: options.config, cwd, env });
  const broadcast = readBroadcast(config, cwd, options.target);
  const { signal } = stopSignal(context);
  const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast), signal });
  const lock = await target.store.lock(thisRun(config, 'state rebuild'));
  try {
    await target.store.reset(lock);
    const prepared = await preparePlan(config, broadcast, target, NO_CHOICES);
    const changes = prepared.plan.changes.filter(({ action }) => action === 'adopt');
    const reporter = createReporter(context, { ...options, quiet: true });
    await runPlan({
      config,
      target,
      lock,
      plan: { ...prepared.plan, changes },
      prepared,
      signal,
      reporter,
      options: { 'allow-replace': false },
    });
    const left = prepared.plan.changes.length - changes.length;
    const { plan } = prepared;
    return {
      exitCode: exitCodeOf({ incomplete: !plan.complete }),
      warning: incompleteWarning(plan),
      json: { adopted: changes.length, left, complete: plan.complete },
      human: (style) => {
        const { green, yellow } = style.colours;
        const mark = plan.complete ? green('✓') : yellow('!');
        const found = `${mark} ${changes.length} documents found again; gitcast plan shows what differs`;
        return `${[...incompleteLines(plan, style), found].join('\n')}\n`;
      },
    };
  } finally {
    await lock.release();
    await target.close();
  }
}
