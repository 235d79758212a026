/** The connection to a target: its address, keys, proxy and certificates. Starts the embedded service if needed. */
import type { Config, RemoteTarget, Target } from '../../config/config.ts';
import type { HttpOptions } from '../../remote/http/http.ts';
import { proxyFor } from '../../remote/http/proxy.ts';
import type { Outside } from '../outside.ts';
import { refuseCommittedWay } from '../trust/committed-way.ts';
import { databaseOf, embeddedIdentity, identityOf } from './identity.ts';
import { trustedCertificates } from './trusted-certificates.ts';

interface Reaching extends Pick<Outside, 'clock' | 'onEvent'> {
  /** The name of a new embedded broadcast. */
  readonly name: string | Promise<string>;
  /** The keys of a remote target, if they may be sent there. */
  readonly keysFor: (target: RemoteTarget) => Promise<readonly string[]>;
}

export async function reach(config: Config, target: Target, { name, keysFor, clock, onEvent }: Reaching) {
  if (target.type === 'embedded') {
    const database = databaseOf(config);
    // A remote target does not need the service, which takes longer to load than all the rest.
    const { useLocalService } = await import('../../service/local/local-service.ts');
    const { profile } = target;
    const service = {
      profile,
      rateLimit: 0,
      allowPrivateWebhooks: false,
      faults: false,
      variants: new Set<never>(),
      clock,
      onFailure: (message: string) => onEvent({ type: 'service-failed', message }),
    };
    const local = await useLocalService({ database, name: await name, service });
    const { url, userId, broadcastId, key, close } = local;
    return { baseUrl: url, userId, broadcastId, identity: embeddedIdentity(local), keyA: key, keyB: key, close };
  }
  const { baseUrl, userId, broadcastId } = target;
  const identity = identityOf(config, target);
  const keys = await keysFor(target);
  return { baseUrl, userId, broadcastId, identity, keyA: keys[0]!, keyB: keys.at(-1)!, close: async () => {} };
}

/** The embedded service is on this machine and needs no proxy and no certificates. */
export function wayTo(config: Config, target: Target, folder: string): Pick<HttpOptions, 'proxy' | 'secureContext'> {
  if (target.type === 'embedded') return {};
  const proxy = proxyFor(target.baseUrl, config.variable);
  refuseCommittedWay(config, [proxy?.variable, 'NODE_EXTRA_CA_CERTS']);
  const isSecure = [target.baseUrl, proxy?.url.href].some((url) => url?.startsWith('https:'));
  return { proxy, ...(isSecure && { secureContext: trustedCertificates(config, folder) }) };
}
