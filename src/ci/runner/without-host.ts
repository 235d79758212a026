/** What a job does that finds no host. */
import { UserError } from '../../diagnostics/errors.ts';
import { DONE, type Ci, type JobEnding } from '../ci.ts';

/** On GitLab the token is optional: without it people see the plans in the files of the jobs. */
export function withoutHost({ runner, say }: Ci): JobEnding {
  if (runner.host === 'gitlab') {
    say('GITCAST_TOKEN is not set, so this job has nothing to do.');
    return DONE;
  }
  throw new UserError('this job needs the API of GitHub or GitLab', {
    suggestion: runner.host === 'github' ? SET_TOKEN : 'start it in a job of one of them',
  });
}

/** For a job that does less without a host. On GitHub every workflow has a token, so one without it is a mistake. */
export function refuseWithoutToken({ host, runner }: Pick<Ci, 'host' | 'runner'>): void {
  if (!host && runner.host === 'github')
    throw new UserError('this job needs the API of GitHub', { suggestion: SET_TOKEN });
}

const SET_TOKEN = 'set GH_TOKEN to ${{ github.token }} in the env of this step';
