/**
 * On GitLab, the jobs of a workspace as a pipeline of their own: how many there are is known only when `check` has run. GitLab
 * reads JSON as YAML, from a file that is called so.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ci } from '../ci.ts';
import type { FollowingJobs } from './parts.ts';

type ChildJobs = FollowingJobs & { readonly reviewed: string | undefined };

export function writeChildPipeline({ runner }: Ci, { reviewed = '', sync, waiting, left }: ChildJobs): void {
  const variables = { GITCAST_OUT: '$CI_PROJECT_DIR/gitcast-out', GITCAST_REVIEWED: reviewed };
  const synced = sync.map(({ part, environment }) => [
    `gitcast sync ${part}`.trim(),
    { ...startOf('sync'), ...placeOf(environment, part), variables: { GITCAST_SHARD: part } },
  ]);
  const approved = waiting.map(({ part, environment, digest, job }) => [
    `gitcast unreviewed ${part}`.trim(),
    {
      ...startOf(job),
      ...placeOf(environment, part),
      // Starting it approves the plan with this digest. Until then nothing else waits for it.
      when: 'manual',
      allow_failure: true,
      needs: [],
      variables: { GITCAST_SHARD: part, GITCAST_DIGEST: digest },
    },
  ]);
  const pipeline = {
    stages: ['sync', 'deployed', 'renew'],
    default: { image: runner.variable('CI_JOB_IMAGE') ?? 'node:24', before_script: ['node ci/install.mjs'] },
    variables,
    ...Object.fromEntries([...synced, ...approved]),
    // A part that waits or failed is in the next run.
    ...(waiting.length + left === 0 && { 'gitcast deployed': { ...startOf('deployed'), stage: 'deployed' } }),
    'gitcast renew': { ...startOf('renew'), stage: 'renew', when: 'always', allow_failure: true },
  };
  writeFileSync(join(runner.out, 'broadcasts.yml'), `${JSON.stringify(pipeline, null, 2)}\n`);
}

const startOf = (job: string) => ({ stage: 'sync', script: [`exec node_modules/.bin/gitcast ci ${job}`] });

/** Jobs of one resource group run one after the other. GitLab allows only some characters in its name. */
const placeOf = (environment: string, part: string) => ({
  environment,
  resource_group: `gitcast-sync-${part.replaceAll(/[^A-Za-z0-9_/.-]/g, '-')}`,
});
