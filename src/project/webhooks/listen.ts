import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { assertBranchName, currentBranch, pathInRepository, remoteOf } from '../../git/branch-names.ts';
import { gitIn } from '../../git/git.ts';
import { startReceiver, type Delivery } from '../../webhooks/receiver.ts';
import { fileSeen, type SeenDeliveries } from '../../webhooks/seen.ts';
import type { Scheme } from '../../webhooks/verify.ts';
import type { Outside } from '../outside.ts';
import { listenAndPull } from '../pull/listen-pull.ts';
import { pullIntoBranch } from '../pull/pull-into-branch.ts';
import { configOf } from '../settings/load-config.ts';
import { targetNamed } from '../settings/named-target.ts';
import { secretOf } from './secret.ts';

/** The branch of edits, where none is named. */
export const REMOTE_EDITS = 'gitcast/remote-edits';

export interface ListenOptions {
  /** The port on 127.0.0.1, 0 for any free one; otherwise 4190. */
  readonly port?: number | undefined;
  /** The secret of the webhook; otherwise that of the variable GITCAST_WEBHOOK_SECRET. */
  readonly secret?: string | undefined;
  /** `service` (X-Service-Signature, the default) or `standard` (Standard Webhooks). */
  readonly scheme?: Scheme | undefined;
  /** Take what was edited on a target into a commit of a branch, within seconds. */
  readonly pull?: PullEdits | undefined;
}

export interface PullEdits {
  /** A target of the configuration; otherwise its `defaultTarget`. */
  readonly target?: string | undefined;
  /** The branch that gets the commits; otherwise `gitcast/remote-edits`. */
  readonly branch?: string | undefined;
  /** The branch that people merge into; otherwise the one that is checked out. */
  readonly base?: string | undefined;
  /** Begin from the base at the remote, and push the branch there. */
  readonly push?: boolean | undefined;
  /** A file that gets a line of JSON for each request, without keys and bodies. */
  readonly trace?: string | undefined;
}

export interface Listening {
  /** What `gitcast webhooks listen --json` prints first. */
  readonly card: {
    readonly url: string;
    readonly target?: string;
    readonly base?: string;
    readonly branch?: string;
    readonly remote?: string | null;
  };
  readonly close: () => Promise<void>;
}

/** Receives deliveries on this machine and verifies them, until it is closed. Each is an event. */
export const listen = (outside: Outside, options: ListenOptions = {}): Promise<Listening> =>
  options.pull
    ? pulling(outside, options, options.pull)
    : receiving(outside, options, { secret: secretOf(outside, options), onValid: () => {} });

async function pulling(outside: Outside, options: ListenOptions, wanted: PullEdits): Promise<Listening> {
  const { onEvent } = outside;
  const config = configOf(outside);
  const target = targetNamed(config, wanted.target ?? config.defaultTarget).name;
  const places = await branchesOf(config, wanted);
  const listener = listenAndPull({
    branch: places.branch,
    // Read anew: a key that was replaced, or a mistake that was corrected, should not need another start.
    pull: (deliveries) =>
      pullIntoBranch({ config: configOf(outside), outside, target, trace: wanted.trace, deliveries, ...places }),
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

async function branchesOf(config: Config, wanted: PullEdits) {
  const git = gitIn(config.root);
  await pathInRepository(git);
  const base = wanted.base ?? (await currentBranch(git));
  const branch = wanted.branch ?? REMOTE_EDITS;
  for (const name of [base, branch]) await assertBranchName(git, name);
  if (base === branch) {
    throw new UserError(`${branch} cannot be both the base and the branch of the edits`, {
      suggestion: 'check out the branch that people merge into, or name it with --base NAME',
    });
  }
  return { base, branch, remote: wanted.push ? await remoteOf(git, base) : undefined };
}

interface Receiving {
  readonly secret: string;
  readonly onValid: (delivery: Delivery) => void;
  /** Those of earlier runs. */
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
