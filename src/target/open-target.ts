/** The target that a call works on, ready to be talked to. */
import { resolve } from 'node:path';
import type { Config, Target, EmbeddedTarget, RemoteTarget } from '../config/config.ts';
import type { TargetIdentity } from '../model/target-identity.ts';
import { Budget } from '../remote/http/budget.ts';
import { createClient } from '../remote/client.ts';
import { createHttp } from '../remote/http/http.ts';
import { openTrace } from '../remote/http/trace.ts';
import type { Caller } from '../repository/caller.ts';
import type { Gates } from './gates.ts';
import { contentSecrets } from './content-secrets.ts';
import { storeOf, databaseOf, embeddedIdentity, identityOf } from './stores.ts';
import { keyFor } from '../config/credentials.ts';
import { targetNamed } from '../repository/load-config.ts';
import { countOpenRequests } from './open-requests.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection, ConnectionOptions } from '../remote/http/connection.ts';
import type { Service } from '../service/service.ts';

interface TargetAsked {
  readonly target?: string | undefined;
  readonly concurrency?: number | undefined;
  readonly trace?: string | undefined;
  /** The name that a new embedded broadcast is given. No other target waits for it. */
  readonly broadcastName: string | Promise<string>;
  /** Replaces the signal of the program, if the call can also end for other reasons. */
  readonly signal?: AbortSignal | undefined;
}

type TargetEvent =
  | { readonly type: 'service-failed'; readonly message: string }
  | { readonly type: 'rate-limited'; readonly milliseconds: number };

interface Around extends Pick<Caller<TargetEvent>, 'folder' | 'clock' | 'signal' | 'onEvent'> {
  readonly gates?: Gates | undefined;
}

export type OpenTarget = Awaited<ReturnType<typeof openTarget>>;

export async function openTarget(config: Config, outside: Around, asked: TargetAsked) {
  const target = targetNamed(config, asked.target);
  const { name, profile, settle } = target;
  const reached =
    target.type === 'embedded' ? await reachEmbedded(config, target, outside, asked) : reachRemote(config, target);
  try {
    const { identity } = reached;
    const connected = await connectTo(target, reached, outside, asked);
    return {
      name,
      identity,
      profile,
      sharedArticleIds: target.articles.sharedIds,
      ...connected,
      store: storeOf(config, target, { target: name, identity, isReported: true }),
      /** The key for digests of secrets. */
      key: reached.key,
      /** The secrets that content may carry there. */
      secrets: contentSecrets(config),
      clock: outside.clock,
      /** The time in milliseconds after a request within which a list shows the object that it created. */
      settle,
    };
  } catch (error) {
    await reached.close();
    throw error;
  }
}

async function connectTo(target: Target, reached: Reached, outside: Around, asked: TargetAsked) {
  const { profile, articles } = target;
  const { baseUrl, connect, key, close, userId, broadcastId } = reached;
  const { folder, clock, onEvent } = outside;
  const { concurrency = 8, signal = outside.signal } = asked;
  const trace = asked.trace === undefined ? undefined : openTrace(resolve(folder, asked.trace));
  const budget = new Budget({
    ...clock,
    concurrency,
    gate: outside.gates?.gateTo({ baseUrl, key }, { ...clock, concurrency }),
    ...(signal && { signal }),
    onWait: ({ milliseconds }) => onEvent({ type: 'rate-limited', milliseconds }),
  });
  const stopCounting = outside.signal && countOpenRequests(outside.signal, () => budget.underWay());
  const http = createHttp({
    connection: await connect(budget.concurrency),
    budget,
    ...clock,
    random: Math.random,
    ...(trace && { trace: trace.trace }),
    ...(signal && { signal }),
  });
  const sharedArticleIds = articles.sharedIds;
  return {
    client: createClient({ http, profile, userId, broadcastId, key, sharedArticleIds }),
    concurrency,
    /** The milliseconds that the service's clock is ahead of ours, once it has answered. */
    clockSkew: http.clockSkew,
    /** The rate limit that the service last reported. */
    rate: budget.rate,
    close: async (): Promise<void> => {
      stopCounting?.();
      await http.close();
      trace?.close();
      await close();
    },
  };
}

/** Opens a target during the call. */
export async function withTarget<T>(
  config: Config,
  outside: Around,
  asked: TargetAsked,
  act: (target: OpenTarget) => Promise<T>,
): Promise<T> {
  const target = await openTarget(config, outside, asked);
  try {
    return await act(target);
  } finally {
    await target.close();
  }
}

/** The way to a target: its address and key. */
interface Reached {
  readonly baseUrl: string;
  readonly userId: string;
  readonly broadcastId: string;
  readonly identity: TargetIdentity;
  readonly key: string;
  /** `most`: the maximum number of requests in flight. */
  readonly connect: (most: number) => Promise<Connection>;
  readonly close: () => Promise<void>;
}

/** Starts the embedded service, unless another command has. */
async function reachEmbedded(
  config: Config,
  { profile }: EmbeddedTarget,
  { clock, onEvent }: Around,
  { broadcastName }: TargetAsked,
): Promise<Reached> {
  // A remote target does not need the service, which takes longer to load than all the rest.
  const { useLocalService } = await import('../service/local/local-service.ts');
  const service = {
    profile,
    rateLimit: 0,
    allowPrivateWebhooks: false,
    clock,
    onFailure: (message: string) => onEvent({ type: 'service-failed', message }),
  };
  const local = await useLocalService({ database: databaseOf(config), name: await broadcastName, service });
  const { url: baseUrl, userId, broadcastId, key, own, close } = local;
  const connect = async (most: number): Promise<Connection> =>
    own ? connectionWithin(own) : connectionTo({ baseUrl, most, environment: config.environment });
  return { baseUrl, userId, broadcastId, identity: embeddedIdentity(local), key, connect, close };
}

function reachRemote(config: Config, target: RemoteTarget): Reached {
  const { name: owner, baseUrl, userId, broadcastId, key } = target;
  return {
    baseUrl,
    userId,
    broadcastId,
    identity: identityOf(config, target),
    key: keyFor(config, { owner, address: baseUrl, key }).key,
    connect: (most) => connectionTo({ baseUrl, most, environment: config.environment }),
    close: async () => {},
  };
}

/** Loading a client for HTTP takes longer than to start the embedded service. */
async function connectionTo(options: Omit<ConnectionOptions, 'timeouts'>): Promise<Connection> {
  const { connect, USUAL_TIMEOUTS } = await import('../remote/http/connection.ts');
  return connect({ timeouts: USUAL_TIMEOUTS, ...options });
}

const connectionWithin = (service: Service): Connection => ({
  async exchange(sending) {
    // Timers and signals get their turn, as they do between requests over a connection.
    await nextTurn();
    const { status, headers, body } = await service.answerOwn(sending);
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { type: 'answer', status, headers: Object.fromEntries(lowered), text: body ?? '' };
  },
  close: async () => {},
});
