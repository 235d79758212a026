/** The way to a target: its address, keys, proxy and certificates. Starts the embedded service if needed. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config, EmbeddedTarget, RemoteTarget, Target } from '../config/config.ts';
import type { TargetIdentity } from '../model/target-identity.ts';
import type { Connection, ConnectionOptions } from '../remote/http/connection.ts';
import { proxyFor } from '../remote/http/proxy.ts';
import type { AnswerOwn } from '../service/service.ts';
import type { Caller } from '../repository/caller.ts';
import { refuseCommittedWay } from '../trust/committed-way.ts';
import { databaseOf, embeddedIdentity, identityOf } from './stores.ts';

export interface ReachEvent {
  readonly type: 'service-failed';
  readonly message: string;
}

interface Reaching extends Pick<Caller<ReachEvent>, 'folder' | 'clock' | 'onEvent'> {
  /** The name of a new embedded broadcast. */
  readonly name: string | Promise<string>;
  /** The keys of a remote target, if they may be sent there. */
  readonly keysFor: (target: RemoteTarget) => Promise<readonly string[]>;
}

export interface Reached {
  readonly baseUrl: string;
  readonly userId: string;
  readonly broadcastId: string;
  readonly identity: TargetIdentity;
  readonly keyA: string;
  readonly keyB: string;
  /** `most`: the maximum number of requests in flight. */
  readonly connect: (most: number) => Promise<Connection>;
  readonly close: () => Promise<void>;
}

export function reach(config: Config, target: Target, reaching: Reaching): Promise<Reached> {
  return target.type === 'embedded' ? reachEmbedded(config, target, reaching) : reachRemote(config, target, reaching);
}

async function reachEmbedded(config: Config, { profile }: EmbeddedTarget, reaching: Reaching): Promise<Reached> {
  const { clock, onEvent } = reaching;
  const database = databaseOf(config);
  // A remote target does not need the service, which takes longer to load than all the rest.
  const { useLocalService } = await import('../service/local/local-service.ts');
  const service = {
    profile,
    rateLimit: 0,
    allowPrivateWebhooks: false,
    faults: false,
    variants: new Set<never>(),
    clock,
    onFailure: (message: string) => onEvent({ type: 'service-failed', message }),
  };
  const local = await useLocalService({ database, name: await reaching.name, service });
  const { url: baseUrl, userId, broadcastId, key, own, close } = local;
  // Another command's service is on this machine too, and needs no proxy and no certificates.
  const connect = async (most: number): Promise<Connection> =>
    own ? connectionWithin(own.answerOwn) : connectionTo({ baseUrl, most });
  return { baseUrl, userId, broadcastId, identity: embeddedIdentity(local), keyA: key, keyB: key, connect, close };
}

async function reachRemote(config: Config, target: RemoteTarget, { folder, keysFor }: Reaching): Promise<Reached> {
  const { baseUrl, userId, broadcastId } = target;
  const way = await wayTo(config, target, folder);
  const identity = identityOf(config, target);
  const keys = await keysFor(target);
  return {
    baseUrl,
    userId,
    broadcastId,
    identity,
    keyA: keys[0]!,
    keyB: keys.at(-1)!,
    connect: (most) => connectionTo({ baseUrl, most, ...way }),
    close: async () => {},
  };
}

async function wayTo(
  config: Config,
  { baseUrl }: RemoteTarget,
  folder: string,
): Promise<Pick<ConnectionOptions, 'proxy' | 'secureContext'>> {
  const proxy = proxyFor(baseUrl, config.variable);
  refuseCommittedWay(config, [proxy?.variable, 'NODE_EXTRA_CA_CERTS']);
  const isSecure = [baseUrl, proxy?.url.href].some((url) => url?.startsWith('https:'));
  if (!isSecure) return { proxy };
  const { trustedCertificates } = await import('./trusted-certificates.ts');
  return { proxy, secureContext: trustedCertificates(config, folder) };
}

/** Loading a client for HTTP takes longer than to start the embedded service. */
async function connectionTo(options: Omit<ConnectionOptions, 'timeouts'>): Promise<Connection> {
  const { connect, USUAL_TIMEOUTS } = await import('../remote/http/connection.ts');
  return connect({ timeouts: USUAL_TIMEOUTS, ...options });
}

const connectionWithin = (answer: AnswerOwn): Connection => ({
  async exchange(sending) {
    // Timers and signals get their turn, as they do between requests over a connection.
    await nextTurn();
    const { status, headers, body } = await answer(sending);
    const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { type: 'answer', status, headers: Object.fromEntries(lowered), text: body ?? '' };
  },
  close: async () => {},
});
