/** The identity of a target: one broadcast of one service. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Target } from '../config/config.ts';
import { folderInRepository } from '../git/folder-in-repository.ts';
import { embeddedUrl, normalIdentity, type TargetIdentity } from '../model/target-identity.ts';
import { readCard } from '../service/local/card.ts';

export const databaseOf = ({ root }: Pick<Config, 'root'>): string => join(root, '.gitcast/service.db');

/** The identity without starting the embedded service. No state belongs to a database that does not exist yet. */
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

/** The state is kept beside the database and moves with it, so the folder is not part of the identity. */
export const embeddedIdentity = ({
  databaseId = '',
  userId,
  broadcastId,
}: Pick<TargetIdentity, 'userId' | 'broadcastId'> & { readonly databaseId?: string }): TargetIdentity =>
  normalIdentity({ baseUrl: embeddedUrl(databaseId), userId, broadcastId, folder: '' });
