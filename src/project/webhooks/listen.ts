import { join } from 'node:path';
import { startReceiver, type Delivery } from '../../webhooks/receiver.ts';
import { fileSeen, type SeenDeliveries } from '../../webhooks/seen.ts';
import type { Outside } from '../outside.ts';
import { defineCall, fieldsOf } from '../calls/call.ts';
import { port, unwritten, type OptionsOf } from '../calls/option.ts';
import * as is from '../../values/shape.ts';
import { branchesOf, pullEditsOptions, pullIntoBranch, whenFree, type PullEdits } from '../pull/pull-into-branch.ts';
import { configOf, targetNamed } from '../../repository/load-config.ts';
import { secretOf, signing } from './verify-delivery.ts';
import { RemoteError, UserError } from '../../diagnostics/errors.ts';
import type { Notation } from '../../diagnostics/wording.ts';
import { gather } from '../../webhooks/gather.ts';
import type { PulledBranch, PullEvent } from '../events.ts';

const listenOptions = {
  ...signing,
  port: port('listen: the port on 127.0.0.1; 0 picks a free one (default: 4190)'),
  pull: unwritten<PullEdits>(
    is.onlyOf(fieldsOf(pullEditsOptions)),
    'Commit edits made on the target to a branch, within seconds',
  ),
};

/** The options of `webhooks.listen`. */
export interface ListenOptions extends OptionsOf<typeof listenOptions> {}

/** A running receiver of deliveries. */
export interface Listening {
  /** The first output of `gitcast webhooks listen --json`. */
  readonly card: {
    readonly url: string;
    readonly target?: string;
    readonly base?: string;
    readonly branch?: string;
    readonly remote?: string | null;
  };
  /** Stops receiving, and waits for a pull in progress. */
  readonly close: () => Promise<void>;
}

/** Receives deliveries on this machine and verifies them, until it is closed. Each is an event. */
export const listen = defineCall(listenOptions, (outside, options: ListenOptions): Promise<Listening> =>
  options.pull
    ? pulling(outside, options, options.pull)
    : receiving(outside, options, { secret: secretOf(outside, options), onValid: () => {} }),
);

/** Long enough for the deliveries of one save in a web editor, short enough to be done when its user looks. */
const BURST = { quiet: 500, longest: 5000 };

/** Pulls on deliveries: one pull per burst, one at a time. An error never ends it. */
async function pulling(outside: Outside, options: ListenOptions, edits: PullEdits): Promise<Listening> {
  const config = configOf(outside);
  const target = targetNamed(config, edits.target).name;
  const branches = await branchesOf(config, edits);
  const { base, branch, remote = null } = branches;
  const tell = (event: PullEvent): void => outside.onEvent({ type: 'remote-edits', event });
  const stopped = new AbortController();
  const pull = async (gathered: readonly (Delivery | undefined)[]): Promise<void> => {
    const deliveries = gathered.filter((each) => each !== undefined);
    // Reads the configuration again: a replaced key or a fixed error should not need a restart.
    const pullOnce = (): Promise<PulledBranch> =>
      pullIntoBranch({ config: configOf(outside), outside, target, trace: edits.trace, deliveries, ...branches });
    try {
      const pulled = await whenFree(pullOnce, stopped.signal, tell);
      if (pulled) tell({ kind: 'pulled', branch, deliveries: deliveries.map(({ id }) => id), ...pulled });
    } catch (error) {
      tell({ kind: 'failed', ...failureOf(error, outside.notation) });
    }
  };
  const gatherer = gather<Delivery | undefined>({ task: pull, ...BURST });
  const stop = async (): Promise<void> => {
    stopped.abort();
    await gatherer.stop();
  };
  try {
    const { card, close } = await receiving(outside, options, {
      secret: secretOf(outside, options, config.variable),
      seen: fileSeen(join(config.root, '.gitcast', 'webhooks', `${target}.jsonl`), outside.now().getTime()),
      onValid: gatherer.add,
    });
    // Once without a delivery: some may have been missed while nothing was listening.
    gatherer.add(undefined);
    return { card: { ...card, target, base, branch, remote }, close: () => close().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Receiving {
  readonly secret: string;
  readonly onValid: (delivery: Delivery) => void;
  /** The deliveries of earlier runs. */
  readonly seen?: SeenDeliveries;
}

async function receiving(
  { onEvent }: Outside,
  { port = 4190, scheme = 'service' }: ListenOptions,
  { secret, seen, onValid }: Receiving,
): Promise<Listening> {
  const { url, close } = await startReceiver({
    port,
    secret,
    scheme,
    ...(seen && { seen }),
    onDelivery: (receipt) => {
      onEvent({ type: 'delivery', receipt });
      if (receipt.kind === 'valid') onValid(receipt.delivery);
    },
  });
  return { card: { url }, close };
}

/** The next delivery tries again, so no error ends the process. */
function failureOf(error: unknown, notation: Notation): { error: string; suggestion: string | null } {
  if (error instanceof UserError) {
    const [first] = error.diagnostics;
    const where = first ? `: ${first.at.file}:${first.at.line}:${first.at.column} ${first.message}` : '';
    const { message, suggestion = null } = error.in(notation);
    return { error: message + where, suggestion };
  }
  if (error instanceof RemoteError) return { error: error.message, suggestion: error.suggestion ?? null };
  return { error: `internal error: ${error instanceof Error ? error.message : String(error)}`, suggestion: null };
}
