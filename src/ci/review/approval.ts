/** What a person approved, by starting a job or by releasing its environment. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Ci } from '../ci.ts';

/** The digest is that of the plan that this person saw: anything else stops. */
export async function approvedDigest({ host, runner }: Ci): Promise<string> {
  const digest = runner.variable('GITCAST_DIGEST');
  if (digest === undefined) {
    throw new UserError('GITCAST_DIGEST is missing, so nobody knows which plan was approved', {
      suggestion: 'pass the output `digest` of the job that made the plan',
    });
  }
  if (runner.host === 'none') return digest;
  const environment = runner.variable('GITCAST_ENVIRONMENT') ?? runner.variable('CI_ENVIRONMENT_NAME');
  if (environment === undefined) {
    throw new UserError('GITCAST_ENVIRONMENT is missing, so nobody knows who may approve: nothing was sent', {
      suggestion: 'set it to the `environment` of this job',
    });
  }
  if (!host) {
    throw new UserError('the host cannot be asked who may approve, so nothing was sent', {
      suggestion: runner.host === 'github' ? 'set GH_TOKEN to ${{ github.token }}' : 'set GITCAST_TOKEN, protected',
    });
  }
  await host.requireApprovers(environment);
  return digest;
}
