/** Seals of plans made from files, for the tests of reviews. */
import type { TargetIdentity } from '../../../src/model/target-identity.ts';
import { sealOf, type Seal } from '../../../src/plan/review/plan-seal.ts';
import { digest } from '../../../src/values/digest.ts';
import type { Files, PlanOptions, World } from '../world.ts';

export const IDENTITY: TargetIdentity = {
  baseUrl: 'https://api.example.com',
  userId: 'a'.repeat(24),
  broadcastId: 'b'.repeat(24),
  folder: '',
};

export const sealed = (world: World, files: Files, options: PlanOptions = {}): Seal =>
  sealOf({ ...world.plan(files, options), identity: IDENTITY }, digest);

export const event = (title: string, more = ''): string =>
  `title: ${title}\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T21:30:00+02:00\n${more}`;
