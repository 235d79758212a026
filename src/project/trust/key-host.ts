/**
 * A key belongs to a host. Otherwise anyone who can change the configuration, such as in a pull request, could have it sent
 * to their own server. The rules:
 *
 * - In CI, if the CI host names the default branch: the configuration of that branch decides, by the target's host and by the
 *   variables that hold the keys. A shared state that was made with another host is a reason to refuse, too.
 * - Elsewhere this machine remembers where a key was sent. A different host is refused, or asked about on a terminal. The same
 *   applies to a first use if all states that the repository shares were made with other hosts, under any name and setting,
 *   since a pull request may change both. Any other first use is remembered with a notice.
 * - In CI without the name of the default branch, only remembered hosts and shared states count.
 *
 * This machine does not count as another host.
 */
import type { Config, RemoteTarget } from '../../config/config.ts';
import { UserError, assertNever } from '../../diagnostics/errors.ts';
import { isLoopback } from '../../machine/loopback.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import type { Outside } from '../outside.ts';
import { NAME_IT, type DefaultBranch, type TrustedTarget } from './default-branch.ts';
import { knownHosts, type KnownHosts } from './known-hosts.ts';
import { variablesOf } from '../settings/targets.ts';

export interface Sending {
  readonly config: Config;
  readonly target: RemoteTarget;
  readonly keys: readonly string[];
  readonly defaultBranch: () => Promise<DefaultBranch>;
  /** The target that the shared state was made for; undefined without a state, or if it does not contain one. */
  readonly recorded: () => Promise<TargetIdentity | undefined>;
  /** The same for every state that the repository shares. */
  readonly allRecorded: () => Promise<readonly TargetIdentity[]>;
  /** Asks or reports before a key is sent. */
  readonly outside: Pick<Outside, 'onEvent' | 'confirm'>;
}

export const hostOf = ({ baseUrl }: { readonly baseUrl: string }): string => URL.parse(baseUrl)?.origin ?? baseUrl;

/** Throws if the keys must not be sent to the target's host. */
export async function assertKeyHost(sending: Sending): Promise<void> {
  const { config, target } = sending;
  if (isLoopback(new URL(target.baseUrl).hostname)) return;
  const reviewed = await sending.defaultBranch();
  if ('branch' in reviewed) await assertReviewed(sending, reviewed);
  else await assertKnown(sending, { memory: knownHosts(config.environment), isCi: reviewed.type === 'unnamed' });
}

async function assertReviewed(
  { target, recorded }: Sending,
  reviewed: Extract<DefaultBranch, { readonly branch: string }>,
): Promise<void> {
  const [host, { name }, { branch }] = [hostOf(target), target, reviewed];
  const identity = await recorded();
  if (identity && hostOf(identity) !== host) throw movedState(target, hostOf(identity));
  // A matching state is no proof: anyone who can push a branch can push the state's ref.
  switch (reviewed.type) {
    case 'unread':
      throw refused(
        target,
        `the configuration on the branch ${branch} could not be read: ${reviewed.reason}`,
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
      if (why !== undefined) throw refused(target, why, `merge the change to the target ${name} into ${branch} first`);
      return;
    }
    default:
      return assertNever(reviewed);
  }
}

/** The difference between the target and that of the branch; undefined if there is none. */
function differenceFrom(known: TrustedTarget | undefined, target: RemoteTarget, branch: string): string | undefined {
  if (!known) return `the branch ${branch} has no such target`;
  if (variablesOf(target).some((variable) => !known.keys.includes(variable)))
    return `on the branch ${branch} its key is ${known.keys.join(', ')}`;
  return hostOf(known) === hostOf(target) ? undefined : `on the branch ${branch} the target is ${hostOf(known)}`;
}

interface Remembering {
  readonly memory: KnownHosts;
  readonly isCi: boolean;
}

async function assertKnown(sending: Sending, { memory, isCi }: Remembering): Promise<void> {
  const { target, keys, outside } = sending;
  const host = hostOf(target);
  if (keys.every((key) => memory.of(key).includes(host))) return;
  const before = keys.map((key) => memory.of(key)).find((hosts) => hosts.length > 0 && !hosts.includes(host));
  if (before) await assertAgreed(sending, `so far it was only sent to ${before.join(', ')}`);
  else await assertFirstUse(sending, isCi);
  const reason = rememberAll(keys, host, memory);
  if (reason !== undefined) outside.onEvent({ type: 'host-not-remembered', target: target.name, reason });
}

async function assertFirstUse(sending: Sending, isCi: boolean): Promise<void> {
  const { target, recorded, allRecorded, outside } = sending;
  const host = hostOf(target);
  const identity = await recorded();
  if (identity && hostOf(identity) !== host) throw movedState(target, hostOf(identity));
  const hosts = new Set((await allRecorded()).map(hostOf));
  if (isCi && !hosts.has(host))
    throw refused(target, 'this job does not name the default branch, whose configuration decides', NAME_IT);
  if (hosts.size > 0 && !hosts.has(host))
    await assertAgreed(sending, `the shared state of this repository was made with ${[...hosts].join(', ')}`);
  else outside.onEvent({ type: 'key-sent-first', target: target.name, variables: variablesOf(target), host });
}

/** A person at a terminal may allow it. */
async function assertAgreed({ target, outside }: Sending, why: string): Promise<void> {
  const asked = { target: target.name, variables: variablesOf(target), host: hostOf(target), why };
  const isAgreed = await outside.confirm?.({ type: 'send-key', ...asked });
  if (!isAgreed) throw refused(target, why, trustCommand(target));
}

/** Returns undefined, or the reason why it could not be saved. */
export const rememberAll = (keys: readonly string[], host: string, memory: KnownHosts): string | undefined =>
  [...new Set(keys)].map((key) => memory.remember(key, host)).find((problem) => problem !== undefined);

const trustCommand = ({ name }: RemoteTarget): string =>
  `if the service has moved there, run \`gitcast trust ${name}\``;

const movedState = (target: RemoteTarget, recorded: string): UserError =>
  refused(
    target,
    `the shared state was made with ${recorded}`,
    `${trustCommand(target)} and \`gitcast state move --target ${target.name}\` on your own machine`,
  );

const refused = (target: RemoteTarget, why: string, suggestion: string): UserError =>
  new UserError(`${target.name}'s key was not sent to ${hostOf(target)}: ${why}`, { suggestion });
