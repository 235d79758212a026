/** Makes the target equal to the files, as reviewed. */
import { UserError } from '../../diagnostics/errors.ts';
import { applyContent } from '../apply-content.ts';
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { numbersIn } from '../review/merged-requests.ts';
import { NO_TARGET, settingsOf } from '../runner/settings.ts';

export async function sync(ci: Ci): Promise<JobEnding> {
  const { runner, say } = ci;
  const { target } = await settingsOf(ci);
  if (target === undefined) {
    say(NO_TARGET);
    return DONE;
  }
  if (runner.variable('GITCAST_DECISION') === 'approval') {
    say('No review covers these changes, so they wait for a person to start the job for unreviewed changes.');
    return { waits: true };
  }
  const isOff = runner.host === 'none' || runner.variable('GITCAST_REVIEW') === 'off';
  const reviewed = runner.variable('GITCAST_REVIEWED') ?? (isOff ? 'off' : undefined);
  if (reviewed === undefined) {
    throw new UserError('GITCAST_REVIEWED is missing', {
      suggestion:
        'pass the output `reviewed` of the job `check`, or set GITCAST_REVIEW to off to sync every push to this branch as it is',
    });
  }
  const numbers = numbersIn(reviewed);
  return applyContent(ci, { target, reviewed: reviewed === 'off' ? undefined : { numbers } });
}
