import { join } from 'node:path';
import { startReceiver, type Delivery } from '../../webhooks/receiver.ts';
import { fileSeen, type SeenDeliveries } from '../../webhooks/seen.ts';
import type { Outside } from '../outside.ts';
import { defineCall, fieldsOf } from '../calls/call.ts';
import { port, unwritten, type OptionsOf } from '../calls/option.ts';
import * as is from '../../values/shape.ts';
import { branchesOf, pullEditsOptions, type PullEdits } from '../pull/edits-branch.ts';
import { listenAndPull } from '../pull/listen-pull.ts';
import { pullIntoBranch } from '../pull/pull-into-branch.ts';
import { configOf } from '../../repository/load-config.ts';
import { targetNamed } from '../../repository/targets.ts';
import { secretOf, signing } from './verify-delivery.ts';

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
  /** What `gitcast webhooks listen --json` prints first. */
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

async function pulling(outside: Outside, options: ListenOptions, wanted: PullEdits): Promise<Listening> {
  const { onEvent } = outside;
  const config = configOf(outside);
  const target = targetNamed(config, wanted.target ?? config.defaultTarget).name;
  const places = await branchesOf(config, wanted);
  const listener = listenAndPull({
    branch: places.branch,
    // Reads the configuration again: a replaced key or a fixed error should not need a restart.
    pull: (deliveries) =>
      pullIntoBranch({ config: configOf(outside), outside, target, trace: wanted.trace, deliveries, ...places }),
    notation: outside.notation,
    tell: (event) => onEvent({ type: 'remote-edits', event }),
  });
  try {
    const { card, close } = await receiving(outside, options, {
      secret: secretOf(outside, options, config.variable),
      seen: fileSeen(join(config.root, '.gitcast', 'webhooks', `${target}.jsonl`), outside.now().getTime()),
      onValid: listener.onDelivery,
    });
    listener.catchUp();
    const { base, branch, remote = null } = places;
    return {
      card: { ...card, target, base, branch, remote },
      close: async () => {
        await close();
        await listener.stop();
      },
    };
  } catch (error) {
    await listener.stop();
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
