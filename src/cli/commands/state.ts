import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { nearestAddress } from '../../diagnostics/nearest-address.ts';
import { EMPTY_BASE } from '../../model/base.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import { seenBase, unmanagedFields } from '../../plan/unmanaged-fields.ts';
import type { Change } from '../../plan/plan.ts';
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
import { openStore, openTarget, TARGET_FLAGS, type OpenTarget } from '../target.ts';
import { stopSignal } from '../stop-signal.ts';
import type { Intent } from '../../state/journal-line.ts';
import type { Lock } from '../../state/lock.ts';
import { resume } from '../../state/resume.ts';
import type { StateStore } from '../../state/store.ts';
import { thisRun } from '../this-run.ts';
import { count } from '../views/count.ts';
import { tableText } from '../views/serve.ts';
import { unmanagedCount, unmanagedJson, unmanagedNames } from '../views/unmanaged-fields.ts';
import { incompleteLines, incompleteWarning } from '../views/verdict.ts';

type StateInvocation = Invocation<typeof TARGET_FLAGS>;

export const state = defineCommand({
  arguments: [
    { name: 'ACTION', about: 'show [ADDRESS], rm ADDRESS, seen [ADDRESS], rebuild, or move', required: true },
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
    {
      line: 'gitcast state rebuild',
      about:
        'Starts anew and finds everything again on the target: for a lost state, a new edition, an emptied service',
    },
    { line: 'gitcast state move', about: 'Keeps the state of a service, or a configuration, that has moved' },
  ],
  run(invocation) {
    const [action, address] = invocation.arguments;
    switch (oneOfOption('state', action, ['show', 'rm', 'seen', 'rebuild', 'move'])) {
      case 'show':
        return show(invocation, address);
      case 'rm':
        return remove(invocation, address);
      case 'seen':
        return seen(invocation, address);
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

interface Locked {
  readonly config: Config;
  readonly broadcast: Broadcast;
  readonly target: OpenTarget;
  readonly lock: Lock;
  readonly signal: AbortSignal;
}

/** Opens the target and takes its lock for as long as it is needed. */
async function locked(
  { context, options }: StateInvocation,
  action: string,
  act: (parts: Locked) => Promise<Outcome>,
): Promise<Outcome> {
  const { cwd, env } = context;
  const config = loadConfig({ configFile: options.config, cwd, env });
  const broadcast = readBroadcast(config, cwd, options.target);
  const { signal } = stopSignal(context);
  const target = await openTarget(config, { ...options, cwd, broadcastName: nameOf(broadcast), signal, context });
  try {
    const lock = await target.store.lock(thisRun(config, `state ${action}`));
    try {
      return await act({ config, broadcast, target, lock, signal });
    } finally {
      await lock.release();
    }
  } finally {
    await target.close();
  }
}

/** Counts what others changed in fields that no file has as known: it stays on the target, and out of the files. */
const seen = (invocation: StateInvocation, pattern = '**'): Promise<Outcome> =>
  locked(invocation, 'seen', async ({ config, broadcast, target, lock }) => {
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
  });

/** Keeps what is known of a broadcast that is now reached at another address, or managed from another folder. */
const move = (invocation: StateInvocation): Promise<Outcome> =>
  locked(invocation, 'move', async ({ target, lock }) => {
    await target.store.move(lock);
    const { base } = await target.store.load();
    const known = base.entries.size;
    return {
      exitCode: 0,
      json: { target: target.name, moved: known },
      human: ({ colours }) =>
        `${colours.green('✓')} the state of ${target.name} was moved, with ${count(known, 'document')}; gitcast plan shows what differs\n`,
    };
  });

/** Adopts every document again by its natural key. Nothing is sent; what differs is left to the next plan. */
const rebuild = (invocation: StateInvocation): Promise<Outcome> =>
  locked(invocation, 'rebuild', async ({ config, broadcast, target, lock, signal }) => {
    const unfinished = await openIntents(target.store, lock);
    await target.store.reset(lock);
    if (unfinished.length > 0) await target.store.save({ base: EMPTY_BASE, unfinished }, lock);
    const prepared = await preparePlan(config, broadcast, target, NO_CHOICES);
    const changes = prepared.plan.changes.filter(({ action }) => action === 'adopt');
    const reporter = createReporter(invocation.context, { ...invocation.options, quiet: true });
    const plan = { ...prepared.plan, changes };
    await runPlan({ config, target, lock, plan, prepared, signal, reporter, options: { 'allow-replace': false } });
    const left = prepared.plan.changes.filter(({ action }) => action !== 'adopt');
    const next = countsByAction(left);
    return {
      exitCode: exitCodeOf({ incomplete: !plan.complete }),
      warning: incompleteWarning(plan),
      json: { adopted: changes.length, left: left.length, next, complete: plan.complete },
      human: (style) => {
        const { green, yellow } = style.colours;
        const mark = plan.complete ? green('✓') : yellow('!');
        const found = `${mark} ${count(changes.length, 'document')} found again on ${target.name}; ${nextText(next)}`;
        return `${[...incompleteLines(plan, style), found].join('\n')}\n`;
      },
    };
  });

/** What may still arrive is not forgotten with the rest, where it can be read and is of this target. */
async function openIntents(store: StateStore, lock: Lock): Promise<readonly Intent[]> {
  try {
    return (await resume(store, lock, Date.now)).unfinished;
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
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
