/** The target that a command works on, ready to be talked to. */
import { setTimeout as wait } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config, RemoteTarget, Target } from '../config/config.ts';
import { overlayFolder } from '../content/overlay-folders.ts';
import { UserError } from '../diagnostics/errors.ts';
import { folderInRepository } from '../git/folder-in-repository.ts';
import { gitIn, NoGit } from '../git/git.ts';
import type { Profile } from '../kinds/profile.ts';
import { isLoopback } from '../machine/loopback.ts';
import type { BaseEntry } from '../model/base.ts';
import { embeddedUrl, normalIdentity, type TargetIdentity } from '../model/target-identity.ts';
import { Budget, type RateSeen } from '../remote/budget.ts';
import { createClient, type Client } from '../remote/client.ts';
import { createHttp, type HttpOptions } from '../remote/http.ts';
import { proxyFor } from '../remote/proxy.ts';
import { openTrace } from '../remote/trace.ts';
import { readCard } from '../service/local/card.ts';
import type { BelongingOptions } from '../state/belonging.ts';
import { createFileStore } from '../state/file-store.ts';
import { GitStore } from '../state/git-store.ts';
import { recordedIdentities } from '../state/recorded-identities.ts';
import type { StateStore } from '../state/store.ts';
import type { Options } from './command.ts';
import type { Context } from './context.ts';
import { CONFIG_FILE } from './load-config.ts';
import { integerOption } from './option-values.ts';
import { targetNamed } from './named-target.ts';
import { waitsFor } from './stop-signal.ts';
import { actorOf } from './this-run.ts';
import { contentSecrets, type ContentSecrets } from './trust/content-secrets.ts';
import { readDefaultBranch } from './trust/default-branch.ts';
import { refuseCommittedWay } from './trust/committed-way.ts';
import { assertKeyHost } from './trust/key-host.ts';
import { trustedCertificates } from './trusted-certificates.ts';
import { count } from './views/count.ts';

/** The flags of every command that talks to a target. */
export const TARGET_FLAGS = {
  target: { value: 'NAME', about: 'The target of the configuration; otherwise its defaultTarget' },
  concurrency: { value: 'N', about: 'How many requests may be under way at once; otherwise 8' },
  trace: { value: 'FILE', about: 'Write a line of JSON for each request, without keys and bodies' },
} as const satisfies Options;

export interface OpenTarget {
  readonly name: string;
  readonly identity: TargetIdentity;
  readonly profile: Profile;
  readonly sharedArticleIds: boolean;
  readonly client: Client;
  readonly store: StateStore;
  /** Keys the digests of secrets. */
  readonly key: string;
  /** The secrets that content may carry there. */
  readonly secrets: ContentSecrets;
  readonly concurrency: number;
  /** How many milliseconds after a request was sent a list shows what it made, at the latest. */
  readonly settle: number;
  /** How many milliseconds the service's clock is ahead of ours, once it has answered. */
  readonly clockSkew: () => number | undefined;
  /** What the service last said of its rate limit. */
  readonly rate: () => RateSeen | undefined;
  readonly close: () => Promise<void>;
}

interface Wanted {
  readonly target: string | undefined;
  readonly concurrency: string | undefined;
  readonly trace: string | undefined;
  readonly cwd: string;
  /** The name that a new embedded broadcast is given. */
  readonly broadcastName: string;
  readonly signal?: AbortSignal;
  readonly onWait?: (milliseconds: number) => void;
  /** To ask, or to tell, where a key is about to be sent. */
  readonly context: Pick<Context, 'ask' | 'stderr'>;
}

export async function openTarget(config: Config, wanted: Wanted): Promise<OpenTarget> {
  const target = targetNamed(config, wanted.target ?? config.defaultTarget);
  const way = wayTo(config, target, wanted.cwd);
  const { baseUrl, identity, keyA, keyB, close, ...ids } = await reach(config, target, wanted.broadcastName);
  const { signal, onWait } = wanted;
  const defaultBranch = once(() => readDefaultBranch(config));
  if (target.type === 'remote') {
    const recorded = () => recordedIdentity(config, target);
    const { context } = wanted;
    const allRecorded = () => recordedElsewhere(config);
    await assertKeyHost({ config, target, keys: [keyA, keyB], defaultBranch, recorded, allRecorded, context });
  }
  const concurrency = integerOption('concurrency', wanted.concurrency, { least: 1, most: 64 }) ?? 8;
  const clock = { now: () => Date.now(), sleep };
  const budget = new Budget({
    ...clock,
    concurrency,
    ...(signal && { signal }),
    ...(onWait && { onWait: ({ milliseconds }) => onWait(milliseconds) }),
  });
  if (signal) waitsFor(signal, () => requestsText(budget.underWay()));
  const trace = wanted.trace === undefined ? undefined : openTrace(resolve(wanted.cwd, wanted.trace));
  const http = createHttp({
    baseUrl,
    ...way,
    budget,
    ...clock,
    random: Math.random,
    ...(trace && { trace: trace.trace }),
    ...(signal && { signal }),
  });
  const { profile } = target;
  const sharedArticleIds = target.articles.sharedIds;
  const client = createClient({ http, profile, ...ids, keyA, keyB, sharedArticleIds });
  const belonging = {
    target: target.name,
    identity,
    showsAny: (entries: readonly BaseEntry[]) => shows(client, entries),
  };
  return {
    name: target.name,
    identity,
    profile,
    sharedArticleIds,
    client,
    store: storeOf(config, target, belonging),
    key: keyA,
    secrets: contentSecrets({ config, target, defaultBranch }),
    concurrency,
    settle: target.settle,
    clockSkew: http.clockSkew,
    rate: budget.rate,
    close: async () => {
      await http.close();
      trace?.close();
      await close();
    },
  };
}

/** The target that the shared state was made for, as far as it says so. */
async function recordedIdentity(config: Config, target: RemoteTarget): Promise<TargetIdentity | undefined> {
  if (config.state !== 'git') return undefined;
  return gitStoreOf(config, { target: target.name, identity: identityOf(config, target) }).recorded();
}

/** The targets on other machines that states of this repository were made for; without git there are none. */
async function recordedElsewhere({ root }: Config): Promise<readonly TargetIdentity[]> {
  try {
    const identities = await recordedIdentities(gitIn(root));
    return identities.filter(({ baseUrl }) => !isLoopback(URL.parse(baseUrl)?.hostname ?? ''));
  } catch (error) {
    if (error instanceof NoGit) return [];
    throw error;
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The embedded service is on this machine, and is reached without proxies and certificates. */
function wayTo(config: Config, target: Target, cwd: string): Pick<HttpOptions, 'proxy' | 'secureContext'> {
  if (target.type === 'embedded') return {};
  const proxy = proxyFor(target.baseUrl, config.variable);
  refuseCommittedWay(config, [proxy?.variable, 'NODE_EXTRA_CA_CERTS']);
  const isSecure = [target.baseUrl, proxy?.url.href].some((url) => url?.startsWith('https:'));
  return { proxy, ...(isSecure && { secureContext: trustedCertificates(config, cwd) }) };
}

const requestsText = (number: number): string | undefined =>
  number === 0 ? undefined : `${count(number, 'request')} under way`;

/** The state of a target that is not asked anything. */
export const openStore = (config: Config, target: Target): StateStore =>
  storeOf(config, target, { target: target.name, identity: knownIdentity(config, target) });

/** For real targets under .gitcast/state/ or on a ref, as configured; for the embedded service beside its database. */
function storeOf(config: Config, target: Target, belonging: BelongingOptions): StateStore {
  const folderOf = (name: string): string => join(config.root, '.gitcast', name);
  if (target.type === 'embedded')
    return createFileStore({ folder: folderOf('service-state'), startsAnew: true, ...belonging });
  return config.state === 'git'
    ? gitStoreOf(config, belonging)
    : createFileStore({ folder: folderOf('state'), ...belonging });
}

/** The store of a target whose runs are recorded. */
export function recordingStore(config: Config, target: Target): GitStore {
  if (config.state === 'git' && target.type === 'remote')
    return gitStoreOf(config, { target: target.name, identity: knownIdentity(config, target) });
  throw new UserError(`the runs of ${target.name} are not recorded`, {
    suggestion:
      target.type === 'embedded'
        ? 'only those of real targets are: --target names one'
        : 'set `state: git` in gitcast.config.yaml; with `state: file`, `git log .gitcast/state/` shows what was committed',
  });
}

export const contentFolders = ({ content }: Config, target: string): readonly string[] => [
  content,
  overlayFolder(content, target),
];

/** What is sent depends on settings too, such as the time zone and where the site is. */
export const contentSources = (config: Config, target: string): readonly string[] => [
  ...contentFolders(config, target),
  CONFIG_FILE,
];

function gitStoreOf(config: Config, belonging: BelongingOptions): GitStore {
  const { root, stateRemote } = config;
  const content = contentFolders(config, belonging.target);
  const sources = contentSources(config, belonging.target);
  const folder = join(root, '.gitcast/git-state');
  return new GitStore({ root, content, sources, folder, remote: stateRemote, actor: actorOf(config), ...belonging });
}

/** As far as it is known without starting the embedded service: a database that is not there is none that a state knows. */
function knownIdentity(config: Config, target: Target): TargetIdentity {
  if (target.type === 'remote') return identityOf(config, target);
  const database = databaseOf(config);
  const card = existsSync(database) ? readCard(database) : undefined;
  return embeddedIdentity(card ?? { userId: '', broadcastId: '' });
}

const identityOf = (
  { root }: Config,
  { baseUrl, userId, broadcastId }: Omit<TargetIdentity, 'folder'>,
): TargetIdentity => normalIdentity({ baseUrl, userId, broadcastId, folder: folderInRepository(root) });

/** The state lies beside the database and moves with it, so the folder says nothing. */
const embeddedIdentity = ({
  databaseId = '',
  userId,
  broadcastId,
}: Pick<TargetIdentity, 'userId' | 'broadcastId'> & { readonly databaseId?: string }): TargetIdentity =>
  normalIdentity({ baseUrl: embeddedUrl(databaseId), userId, broadcastId, folder: '' });

/** Whether a target has any of these objects; undefined where it lists none of their kinds. */
async function shows({ can, list }: Client, entries: readonly BaseEntry[]): Promise<boolean | undefined> {
  const byKind = [...Map.groupBy(entries, ({ kind }) => kind)].filter(([kind]) => can(kind, 'list'));
  let unread: string | undefined;
  for (const [kind, known] of byKind) {
    const reading = await list(kind);
    if ('records' in reading && known.some(({ id }) => reading.records.has(id))) return true;
    if (reading.type === 'unknown') unread = reading.reason;
  }
  if (unread === undefined) return byKind.length === 0 ? undefined : false;
  throw new UserError(`the target could not be read, so whether the state is its own is not known: ${unread}`, {
    suggestion: 'try again once it answers; gitcast doctor checks the connection',
  });
}

const databaseOf = ({ root }: Config): string => join(root, '.gitcast/service.db');

async function reach(config: Config, target: Target, name: string) {
  if (target.type === 'embedded') {
    const database = databaseOf(config);
    // A remote target needs nothing of the service, which takes longer to load than all the rest.
    const { useLocalService } = await import('../service/local/local-service.ts');
    const { profile } = target;
    const service = {
      profile,
      rateLimit: 0,
      allowPrivateWebhooks: false,
      faults: false,
      variants: new Set<never>(),
      clock: { now: () => Date.now() },
    };
    const local = await useLocalService({ database, name, service });
    const { url, userId, broadcastId, key, close } = local;
    return { baseUrl: url, userId, broadcastId, identity: embeddedIdentity(local), keyA: key, keyB: key, close };
  }
  const { baseUrl, userId, broadcastId } = target;
  const identity = identityOf(config, target);
  return { baseUrl, userId, broadcastId, identity, ...keysOf(config, target), close: async () => {} };
}

export function keysOf(config: Config, { name, keys }: RemoteTarget): { readonly keyA: string; readonly keyB: string } {
  return { keyA: keyFrom(config, name, keys.a.$env), keyB: keyFrom(config, name, keys.b.$env) };
}

function keyFrom({ variable }: Config, target: string, name: string): string {
  const value = variable(name);
  if (value !== undefined && value !== '') return value;
  throw new UserError(`the key of target ${target} is not set: the environment variable ${name} is empty`, {
    suggestion: `set ${name}, or put it into .env beside the configuration`,
  });
}

const sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  await wait(milliseconds, undefined, { ...(signal && { signal }) });
};
