import type { TargetIdentity } from '../../src/model/target-identity.ts';

/** An unreachable target. */
export const IDENTITY: TargetIdentity = {
  baseUrl: 'https://api.example.org',
  userId: '64b7c0ffee64b7c0ffee0001',
  broadcastId: '64b7c0ffee64b7c0ffee0002',
  folder: '',
};
