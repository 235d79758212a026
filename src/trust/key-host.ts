/**
 * The one gate that every credential of a configuration passes before it leaves: a target's key, and the key of an import.
 *
 * A key belongs to a host. Otherwise anyone who can change the configuration, such as in a pull request, could have it sent
 * to their own server. The rules:
 *
 * - A target's key is for its target alone, under any name and as part of any text.
 * - In CI, if the CI host names the default branch: the configuration of that branch decides, by the host and by the
 *   variables that hold the key. A shared state that was made with another host is a reason to refuse, too.
 * - Elsewhere this machine remembers where a key was sent. A different host is refused, or asked about on a terminal. The same
 *   applies to a first use if all states that the repository shares were made with other hosts, under any name and setting,
 *   since a pull request may change both, and if the default branch, as this clone knows it, does not send these variables to
 *   this host: a person who tries out a branch has its configuration. Any other first use is remembered with a notice.
 * - In CI without the name of the default branch, only remembered hosts and shared states count.
 *
 * This machine does not count as another host.
 */
import type { Config } from '../config/config.ts';
import { UserError, assertNever } from '../diagnostics/errors.ts';
import { call, worded, type Wording } from '../diagnostics/wording.ts';
import { isLoopback } from '../machine/own-host.ts';
import type { TargetIdentity } from '../model/target-identity.ts';
import type { Caller, KeyEvent } from '../repository/caller.ts';
import { credentialsOf, hostOf, valuesOf, type Credential } from '../config/credentials.ts';
import {
  clonedDefaultBranch,
  NAME_IT,
  type DefaultBranch,
  type TrustedCredential,
  type TrustedSettings,
} from './default-branch.ts';
import { hash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOfDisk } from '../machine/disk-failure.ts';

export interface Sending {
  readonly config: Config;
  readonly credential: Credential;
  readonly defaultBranch: () => Promise<DefaultBranch>;
  /** The hosts of a target in shared states. */
  readonly states?: SharedStates | undefined;
  /** Asks or reports before a key is sent. */
  readonly outside: Pick<Caller<KeyEvent>, 'onEvent' | 'confirm'>;
}

interface SharedStates {
  /** The target that the shared state was made for; undefined without a state, or if it does not contain one. */
  readonly recorded: () => Promise<TargetIdentity | undefined>;
  /** The same for every state that the repository shares. */
  readonly allRecorded: () => Promise<readonly TargetIdentity[]>;
}

/** The values of a credential; throws if they must not be sent to its host. */
export async function keysFor(sending: Sending): Promise<readonly string[]> {
  const { config, credential } = sending;
  const values = valuesOf(config, credential);
  refuseOtherPurpose(config, credential);
  if (isLoopback(new URL(credential.host).hostname)) return values;
  const reviewed = await sending.defaultBranch();
  if ('branch' in reviewed) await assertReviewed(sending, reviewed);
  else
    await assertKnown(sending, { values, memory: knownHosts(config.environment), isCi: reviewed.type === 'unnamed' });
  return values;
}

function refuseOtherPurpose(config: Config, credential: Credential): void {
  if (credential.isTarget) return;
  for (const target of credentialsOf(config).filter(({ isTarget }) => isTarget)) {
    const name = credential.variables.find((each) => holdsKey(each, target.variables, config));
    if (name === undefined) continue;
    throw refused(
      credential,
      `${name} contains the key of the target ${target.owner}, which is never sent elsewhere`,
      `give ${credential.owner} a key of its own`,
    );
  }
}

async function assertReviewed(
  { credential, states }: Sending,
  reviewed: Extract<DefaultBranch, { readonly branch: string }>,
): Promise<void> {
  const { branch } = reviewed;
  await refuseMovedState(credential, states);
  // A matching state is no proof: anyone who can push a branch can push the state's ref.
  switch (reviewed.type) {
    case 'unread':
      throw refused(
        credential,
        `the configuration on the branch ${branch} could not be read: ${reviewed.reason}`,
        `let the job read the branch ${branch} of its repository`,
      );
    case 'empty':
      throw refused(
        credential,
        `the branch ${branch} has no configuration yet`,
        `merge gitcast.config.yaml into ${branch} first`,
      );
    case 'read': {
      const why = differenceFrom(reviewed.settings, credential, `the branch ${branch}`);
      if (why !== undefined)
        throw refused(credential, why, `merge the change to ${titleOf(credential)} into ${branch} first`);
      return;
    }
    default:
      return assertNever(reviewed);
  }
}

const titleOf = ({ owner, isTarget }: Credential): string => (isTarget ? `the target ${owner}` : owner);

/** The difference between the credential and that of the branch; undefined if there is none. */
function differenceFrom({ credentials }: TrustedSettings, credential: Credential, branch: string): string | undefined {
  const reviewed = credentials.get(credential.owner);
  if (!reviewed) return `${branch} has no ${credential.isTarget ? 'such target' : credential.owner}`;
  if (!hasVariablesOf(reviewed, credential)) return `on ${branch} its key is ${reviewed.variables.join(', ')}`;
  if (reviewed.host === credential.host) return undefined;
  return `on ${branch} ${credential.isTarget ? 'the target' : 'it'} is ${reviewed.host}`;
}

const hasVariablesOf = (trusted: TrustedCredential, { variables }: Credential): boolean =>
  variables.every((variable) => trusted.variables.includes(variable));

async function assertKnown(
  sending: Sending,
  { values, memory, isCi }: { readonly values: readonly string[]; readonly memory: KnownHosts; readonly isCi: boolean },
): Promise<void> {
  const { credential, outside } = sending;
  const { owner, host } = credential;
  if (values.every((key) => memory.of(key).includes(host))) return;
  const before = values.map((key) => memory.of(key)).find((hosts) => hosts.length > 0 && !hosts.includes(host));
  if (before) await assertAgreed(sending, `so far it was only sent to ${before.join(', ')}`);
  else await assertFirstUse(sending, isCi);
  const reason = rememberAll(values, host, memory);
  if (reason !== undefined) outside.onEvent({ type: 'host-not-remembered', owner, reason });
}

async function assertFirstUse(sending: Sending, isCi: boolean): Promise<void> {
  const { credential, states, outside } = sending;
  const { owner, host, variables } = credential;
  await refuseMovedState(credential, states);
  const hosts = new Set((await states?.allRecorded())?.map(({ baseUrl }) => hostOf(baseUrl)));
  if (isCi && !hosts.has(host))
    throw refused(credential, 'this job does not name the default branch, whose configuration decides', NAME_IT);
  if (hosts.size > 0 && !hosts.has(host))
    await assertAgreed(sending, `the shared state of this repository was made with ${[...hosts].join(', ')}`);
  const unreviewed = await differenceFromClone(sending);
  if (unreviewed === undefined) outside.onEvent({ type: 'key-sent-first', owner, variables, host });
  else
    await assertAgreed(
      sending,
      unreviewed,
      worded`if you trust this host with the key, run \`${call('trust', { owner })}\``,
    );
}

/** The difference from the default branch as this clone knows it, where any name may have these variables and this host. */
async function differenceFromClone({ config, credential }: Sending): Promise<string | undefined> {
  const cloned = await clonedDefaultBranch(config);
  if (cloned.type === 'none') return undefined;
  if (cloned.type === 'unread') return `the default branch of this clone could not be read: ${cloned.reason}`;
  const credentials = [...cloned.settings.credentials];
  if (credentials.some(([, each]) => each.host === credential.host && hasVariablesOf(each, credential)))
    return undefined;
  const used = credentials.find(([, { variables }]) => credential.variables.some((name) => variables.includes(name)));
  if (used && used[0] !== credential.owner)
    return `on the default branch it is the key of ${used[0]} at ${used[1].host}`;
  return differenceFrom(cloned.settings, credential, 'the default branch');
}

/** A person at a terminal may allow it. */
async function assertAgreed(
  { credential, outside }: Sending,
  why: string,
  suggestion = trustCommand(credential),
): Promise<void> {
  const { owner, variables, host } = credential;
  const isAgreed = await outside.confirm?.({ type: 'send-key', owner, variables, host, why });
  if (!isAgreed) throw refused(credential, why, suggestion);
}

/** Returns undefined, or the reason why it could not be saved. */
export const rememberAll = (keys: readonly string[], host: string, memory: KnownHosts): string | undefined =>
  [...new Set(keys)].map((key) => memory.remember(key, host)).find((problem) => problem !== undefined);

const trustCommand = ({ owner }: Credential): Wording =>
  worded`if the service has moved there, run \`${call('trust', { owner })}\``;

async function refuseMovedState(credential: Credential, states: SharedStates | undefined): Promise<void> {
  const identity = await states?.recorded();
  if (!identity || hostOf(identity.baseUrl) === credential.host) return;
  throw refused(
    credential,
    `the shared state was made with ${hostOf(identity.baseUrl)}`,
    worded`${trustCommand(credential)} and \`${call('state.rebuild', { target: credential.owner })}\` on your own machine`,
  );
}

const refused = ({ owner, host }: Credential, why: string, suggestion: Wording): UserError =>
  new UserError(`${owner}'s key was not sent to ${host}: ${why}`, { suggestion });

/** True if a variable is one of these keys, by its name or by its value: a text that contains a key is a key. */
export function holdsKey(name: string, keys: readonly string[], { variable }: Pick<Config, 'variable'>): boolean {
  const valueOf = (each: string): string => variable(each)?.trim() ?? '';
  return keys.some((key) => key === name || holds(valueOf(name), valueOf(key)));
}

/** Shorter texts may be part of others by chance. */
const SHORTEST_PART = 8;

const holds = (value: string, key: string): boolean =>
  key !== '' && (value === key || (key.length >= SHORTEST_PART && value.includes(key)));

/**
 * The hosts that a key was sent to from this machine: a file for each key in the user's state folder, named by a digest of
 * the key, with a line for each host. Lines are only ever added, so commands that run at the same time lose nothing.
 */
interface KnownHosts {
  readonly of: (key: string) => readonly string[];
  /** Returns undefined, or the reason why it could not be saved. */
  readonly remember: (key: string, host: string) => string | undefined;
}

export function knownHosts(environment: Config['environment'], platform = process.platform): KnownHosts {
  const folder = stateFolder(environment, platform);
  const fileOf = (key: string): string => join(folder!, hash('sha256', `gitcast key ${key}`));
  const of: KnownHosts['of'] = (key) => {
    if (folder === undefined || !existsSync(fileOf(key))) return [];
    return readFileSync(fileOf(key), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  };
  return {
    of,
    remember(key, host) {
      if (folder === undefined) return 'there is no home folder, because HOME is not set';
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!of(key).includes(host)) appendFileSync(fileOf(key), `${host}\n`, { mode: 0o600 });
        return undefined;
      } catch (error) {
        const reason = reasonOfDisk(error);
        if (reason === undefined) throw error;
        return `cannot write to ${folder}: ${reason}`;
      }
    },
  };
}

/** Never from `.env`: a pull request with its own `.env` could otherwise replace the remembered hosts. */
function stateFolder(environment: Config['environment'], platform: NodeJS.Platform): string | undefined {
  const given = (name: string): string | undefined => environment(name) || undefined;
  const home = given(platform === 'win32' ? 'USERPROFILE' : 'HOME');
  const usual = home === undefined ? undefined : join(home, '.local/state');
  const above = given('XDG_STATE_HOME') ?? (platform === 'win32' ? given('LOCALAPPDATA') : undefined) ?? usual;
  return above === undefined ? undefined : join(above, 'gitcast', 'hosts');
}
