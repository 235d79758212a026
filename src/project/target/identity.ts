/** Which broadcast of which service a target is. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Target } from '../../config/config.ts';
import { folderInRepository } from '../../git/folder-in-repository.ts';
import { embeddedUrl, normalIdentity, type TargetIdentity } from '../../model/target-identity.ts';
import { readCard } from '../../service/local/card.ts';

export const databaseOf = ({ root }: Pick<Config, 'root'>): string => join(root, '.gitcast/service.db');

/** As far as it is known without starting the embedded service: a database that is not there is none that a state knows. */
export function knownIdentity(config: Config, target: Target): TargetIdentity {
  if (target.type === 'remote') return identityOf(config, target);
  const database = databaseOf(config);
  const card = existsSync(database) ? readCard(database) : undefined;
  return embeddedIdentity(card ?? { userId: '', broadcastId: '' });
}

export const identityOf = (
  { root }: Config,
  { baseUrl, userId, broadcastId }: Omit<TargetIdentity, 'folder'>,
): TargetIdentity => normalIdentity({ baseUrl, userId, broadcastId, folder: folderInRepository(root) });

/** The state lies beside the database and moves with it, so the folder says nothing. */
export const embeddedIdentity = ({
  databaseId = '',
  userId,
  broadcastId,
}: Pick<TargetIdentity, 'userId' | 'broadcastId'> & { readonly databaseId?: string }): TargetIdentity =>
  normalIdentity({ baseUrl: embeddedUrl(databaseId), userId, broadcastId, folder: '' });
