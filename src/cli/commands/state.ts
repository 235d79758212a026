import { UserError } from '../../diagnostics/errors.ts';
import { nearestAddress } from '../../diagnostics/nearest-address.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Change } from '../../plan/plan.ts';
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
import { thisRun } from '../this-run.ts';
import { count } from '../views/count.ts';
import { tableText } from '../views/serve.ts';

type StateInvocation = Invocation<typeof TARGET_FLAGS>;

export const state = defineCommand({
  arguments: [
    { name: 'ACTION', about: 'show [ADDRESS], rm ADDRESS, rebuild, or move', required: true },
    { name: 'ADDRESS', about: 'show: only these; rm: the document to manage no longer' },
  ],
  options: TARGET_FLAGS,
  examples: [
    { line: 'gitcast state show', about: 'Lists what is managed, with the id of each' },
    { line: "gitcast state show 'events/*'", about: 'The same for some documents' },
    { line: 'gitcast state rm events/opening-night', about: 'Forgets a document; its object stays on the target' },
    {
      line: 'gitcast state rebuild',
      about:
        'Starts anew and finds everything again on the target: for a lost state, a new edition, an emptied service',
    },
    { line: 'gitcast state move', about: 'Keeps the state of a service, or a configuration, that has moved' },
  ],
  run(invocation) {
    const [action, address] = invocation.arguments;
    switch (oneOfOption('state', action, ['show', 'rm', 'rebuild', 'move'])) {
      case 'show':
        return show(invocation, address);
      case 'rm':
        return remove(invocation, address);
      case 'move':
        return move(invocation);
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
    const loaded = await store.load();
    if (loaded.interrupted || loaded.outdated) await store.save(loaded, lock);
    const { base, unfinished } = loaded;
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

/** Keeps what is known of a broadcast that is now reached at another address, or managed from another folder. */
async function move({ context, options }: StateInvocation): Promise<Outcome> {
  const { cwd, env } = context;
  const config = loadConfig({ configFile: options.config, cwd, env });
  const broadcast = readBroadcast(config, cwd, options.target);
  const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast) });
  try {
    const lock = await target.store.lock(thisRun(config, 'state move'));
    try {
      await target.store.move(lock);
      const { base } = await target.store.load();
      const known = base.entries.size;
      return {
        exitCode: 0,
        json: { target: target.name, moved: known },
        human: ({ colours }) =>
          `${colours.green('✓')} the state of ${target.name} was moved, with ${count(known, 'document')}; gitcast plan shows what differs\n`,
      };
    } finally {
      await lock.release();
    }
  } finally {
    await target.close();
  }
}

/** Adopts every document again by its natural key. Nothing is sent; what differs is left to the next plan. */
async function rebuild({ context, options }: StateInvocation): Promise<Outcome> {
  const { cwd, env } = context;
  const config = loadConfig({ configFile: options.config, cwd, env });
  const broadcast = readBroadcast(config, cwd, options.target);
  const { signal } = stopSignal(context);
  const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast), signal });
  try {
    const lock = await target.store.lock(thisRun(config, 'state rebuild'));
    try {
      await target.store.reset(lock);
      const prepared = await preparePlan(config, broadcast, target, NO_CHOICES);
      const changes = prepared.plan.changes.filter(({ action }) => action === 'adopt');
      const reporter = createReporter(context, { ...options, quiet: true });
      const plan = { ...prepared.plan, changes };
      await runPlan({ config, target, lock, plan, prepared, signal, reporter, options: { 'allow-replace': false } });
      const left = prepared.plan.changes.filter(({ action }) => action !== 'adopt');
      const next = countsByAction(left);
      return {
        exitCode: 0,
        json: { adopted: changes.length, left: left.length, next },
        human: ({ colours }) =>
          `${colours.green('✓')} ${count(changes.length, 'document')} found again on ${target.name}; ${nextText(next)}\n`,
      };
    } finally {
      await lock.release();
    }
  } finally {
    await target.close();
  }
}

const countsByAction = (changes: readonly Change[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(changes, ({ action }) => action)].map(([action, some]) => [action, some.length]));

/** Left to a person. */
const OPEN: ReadonlySet<string> = new Set(['drift', 'conflict', 'manual'] satisfies Change['action'][]);

function nextText(next: Readonly<Record<string, number>>): string {
  const counts = Object.entries(next).map(([action, number]) =>
    OPEN.has(action) ? `${number} ${action}` : `${number} to ${action}`,
  );
  return counts.length === 0
    ? 'nothing is left to sync'
    : `the next plan has ${counts.join(', ')} (gitcast plan shows it)`;
}
