/**
 * A key belongs to a host. Somebody who can change the configuration, in a pull request for instance, could otherwise have
 * it sent to a server of their own. What decides:
 *
 * - In CI, where the host names the default branch: the configuration of that branch, by the host and by the variables that
 *   hold the keys. A shared state that was made with another host refuses too.
 * - Elsewhere this machine remembers where a key was sent. A first use is remembered, after a look at the shared state; only
 *   another host than before is refused, or asked about on a terminal.
 *
 * This machine itself is no other host.
 */
import type { Config, RemoteTarget } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { isLoopback } from '../../machine/loopback.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import type { Context } from '../context.ts';
import type { DefaultBranch, TrustedTarget } from './default-branch.ts';
import { knownHosts, type KnownHosts } from './known-hosts.ts';

export interface Sending {
  readonly config: Config;
  readonly target: RemoteTarget;
  readonly keys: readonly string[];
  readonly defaultBranch: () => Promise<DefaultBranch>;
  /** What the shared state says it was made for; undefined where there is none, or where it does not say. */
  readonly recorded: () => Promise<TargetIdentity | undefined>;
  readonly context: Pick<Context, 'ask' | 'stderr'>;
}

export const hostOf = ({ baseUrl }: { readonly baseUrl: string }): string => URL.parse(baseUrl)?.origin ?? baseUrl;

/** Throws where the keys must not be sent to the host of the target. */
export async function assertKeyHost(sending: Sending): Promise<void> {
  const { config, target } = sending;
  if (isLoopback(new URL(target.baseUrl).hostname)) return;
  const reviewed = await sending.defaultBranch();
  if (reviewed.type === 'unnamed') await assertKnown(sending, knownHosts(config.environment));
  else await assertReviewed(sending, reviewed);
}

async function assertReviewed({ target, recorded }: Sending, reviewed: Exclude<DefaultBranch, { type: 'unnamed' }>) {
  const [host, { name }, { branch }] = [hostOf(target), target, reviewed];
  const identity = await recorded();
  if (identity && hostOf(identity) !== host) throw movedState(target, hostOf(identity));
  // A state that agrees is no proof: everybody who can push a branch can push the state's ref.
  switch (reviewed.type) {
    case 'unread':
      throw refused(
        target,
        `what the branch ${branch} says is unknown: ${reviewed.reason}`,
        `let the job read the branch ${branch} of its repository`,
      );
    case 'empty':
      throw refused(
        target,
        `the branch ${branch} has no configuration yet`,
        `merge gitcast.config.yaml into ${branch} first`,
      );
    case 'read': {
      const why = differenceFrom(reviewed.settings.targets.get(name), target, branch);
      if (why !== undefined) throw refused(target, why, `merge the change of the target ${name} into ${branch} first`);
    }
  }
}

/** Undefined where the branch says the same of the target, or what differs. */
function differenceFrom(known: TrustedTarget | undefined, target: RemoteTarget, branch: string): string | undefined {
  if (!known) return `the branch ${branch} has no such target`;
  if (variablesOf(target).some((variable) => !known.keys.includes(variable)))
    return `on the branch ${branch} its key is ${known.keys.join(', ')}`;
  return hostOf(known) === hostOf(target) ? undefined : `on the branch ${branch} the target is ${hostOf(known)}`;
}

async function assertKnown(sending: Sending, memory: KnownHosts): Promise<void> {
  const { target, keys, recorded, context } = sending;
  const host = hostOf(target);
  const before = keys.map((key) => memory.of(key)).find((hosts) => hosts.length > 0 && !hosts.includes(host));
  if (keys.every((key) => memory.of(key).includes(host))) return;
  if (before) {
    const question = `The key of ${target.name} (${variablesOf(target).join(', ')}) was sent to ${before.join(', ')} so far. Send it to ${host}? [y/N] `;
    const answer = await context.ask?.(question);
    if (!answer?.trim().toLowerCase().startsWith('y')) {
      throw refused(target, `it was sent to ${before.join(', ')} so far`, trustCommand(target));
    }
  } else {
    const identity = await recorded();
    if (identity && hostOf(identity) !== host) throw movedState(target, hostOf(identity));
  }
  const problem = rememberAll(keys, host, memory);
  if (problem !== undefined) {
    context.stderr.write(`notice: the host of the key of ${target.name} is not remembered: ${problem}\n`);
  }
}

/** Undefined, or why it could not be written down. */
export const rememberAll = (keys: readonly string[], host: string, memory: KnownHosts): string | undefined =>
  [...new Set(keys)].map((key) => memory.remember(key, host)).find((problem) => problem !== undefined);

export const variablesOf = ({ keys }: Pick<RemoteTarget, 'keys'>): readonly string[] => [
  ...new Set([keys.a.$env, keys.b.$env]),
];

const trustCommand = ({ name }: RemoteTarget): string =>
  `if the service has moved there, run \`gitcast trust ${name}\``;

const movedState = (target: RemoteTarget, recorded: string): UserError =>
  refused(
    target,
    `the shared state was made with ${recorded}`,
    `${trustCommand(target)} and \`gitcast state move --target ${target.name}\` on your own machine`,
  );

const refused = (target: RemoteTarget, why: string, suggestion: string): UserError =>
  new UserError(`the key of ${target.name} was not sent to ${hostOf(target)}: ${why}`, { suggestion });
