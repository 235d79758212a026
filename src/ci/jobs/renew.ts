/** Has the plans of open pull requests made again: after the default branch moved, what they show would differ. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { withoutHost } from '../runner/without-host.ts';
import { recordedReviews } from '../review/reviews.ts';
import { settingsOf } from '../runner/settings.ts';

const MOST = 50;

export async function renew(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  if (target === undefined) return DONE;
  const { host } = ci;
  if (!host) return withoutHost(ci);
  // A plan that is made now would contain what nobody has approved yet, and its review would cover it.
  if (ci.runner.variable('GITCAST_DECISION') === 'approval') {
    ci.say('Changes wait for the approval of a person, so no plan is made again until then.');
    return DONE;
  }
  let started = 0;
  for (const { number } of await recordedReviews(ci, target)) {
    const request = await host.request(number);
    if (request.state !== 'open') continue;
    if (started === MOST) {
      ci.say(`More than ${MOST} pull requests are open: the rest is left for the next run.`);
      break;
    }
    started += 1;
    if (!(await host.makePlanAgain(request))) {
      ci.say(`The plan of pull request ${number} could not be started again: push to it.`);
    }
  }
  return DONE;
}
