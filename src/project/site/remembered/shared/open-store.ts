import { resolve } from 'node:path';
import type { CacheStore, Config, SecretName } from '../../../../config/config.ts';
import { assertNever } from '../../../../diagnostics/errors.ts';
import { findRemote } from '../../../../git/remote.ts';
import { proxyFor } from '../../../../remote/http/proxy.ts';
import { gitOf } from '../../../settings/project-git.ts';
import { trustedCertificates } from '../../../target/trusted-certificates.ts';
import { refuseCommittedWay } from '../../../trust/committed-way.ts';
import type { ArchiveStore } from './archive-store.ts';
import { folderStore } from './folder-store.ts';

export interface StoreOptions {
  /** The working directory. */
  readonly cwd: string;
  /** Ends all requests. */
  readonly signal: AbortSignal;
}

/** For messages. */
export function whereOf(store: CacheStore): string {
  switch (store.type) {
    case 'folder':
      return store.path;
    case 'git':
      return `the remote ${store.remote}`;
    case 's3':
      return [store.endpoint, store.bucket, ...(store.prefix === '' ? [] : [store.prefix])].join('/');
    default:
      return assertNever(store);
  }
}

/** Throws if the store cannot be used at all, for example because a variable is missing. */
export async function openStore(config: Config, store: CacheStore, options: StoreOptions): Promise<ArchiveStore> {
  switch (store.type) {
    case 'folder':
      return folderStore(resolve(config.root, store.path));
    case 'git': {
      const { gitStore } = await import('./git-store.ts');
      const git = gitOf(config);
      return gitStore(git, (await findRemote(git, store.remote))!);
    }
    case 's3': {
      // Loaded for a bucket only.
      const { openBucket } = await import('../../../../publish/s3/bucket.ts');
      const { s3Store } = await import('./s3-store.ts');
      const { endpoint, bucket: name, prefix, region, key, secret, token } = store;
      const proxy = proxyFor(endpoint, config.variable);
      refuseCommittedWay(config, [proxy?.variable, 'NODE_EXTRA_CA_CERTS']);
      const bucket = openBucket({
        endpoint,
        bucket: name,
        region,
        credentials: {
          key: secretOf(config, key),
          secret: secretOf(config, secret),
          token: token && secretOf(config, token),
        },
        now: () => new Date(),
        proxy,
        secureContext: trustedCertificates(config, options.cwd),
        signal: options.signal,
      });
      return s3Store({ bucket, prefix });
    }
    default:
      return assertNever(store);
  }
}

export function secretOf({ variable }: Config, { $env }: SecretName): string {
  const value = variable($env);
  if (value === undefined || value === '') throw new Error(`the environment variable ${$env} is missing or empty`);
  return value;
}
