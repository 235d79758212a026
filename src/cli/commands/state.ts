import { UserError } from '../../diagnostics/errors.ts';
import { nearestAddress } from '../../diagnostics/nearest-address.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { isAddressMatch } from '../address-pattern.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
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
import { tableText } from '../views/serve.ts';

type StateInvocation = Invocation<typeof TARGET_FLAGS>;

export const state = defineCommand({
  arguments: [
    { name: 'ACTION', about: 'show [ADDRESS], rm ADDRESS, or rebuild', required: true },
    { name: 'ADDRESS', about: 'show: only these; rm: the document to manage no longer' },
  ],
  options: TARGET_FLAGS,
  examples: [
    { line: 'gitcast state show', about: 'Lists what is managed, with the id of each' },
    { line: "gitcast state show 'events/*'", about: 'The same for some documents' },
    { line: 'gitcast state rm events/opening-night', about: 'Forgets a document; its object stays on the target' },
    { line: 'gitcast state rebuild', about: 'Finds everything again on the target, when the state was lost' },
  ],
  run(invocation) {
    const [action, address] = invocation.arguments;
    switch (oneOfOption('state', action, ['show', 'rm', 'rebuild'])) {
      case 'show':
        return show(invocation, address);
      case 'rm':
        return remove(invocation, address);
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
    return {
      exitCode: 0,
      json: { adopted: changes.length, left },
      human: ({ colours }) =>
        `${colours.green('✓')} ${changes.length} documents found again; gitcast plan shows what differs\n`,
    };
  } finally {
    await lock.release();
    await target.close();
  }
}
