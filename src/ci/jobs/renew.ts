/** Has the plans of open pull requests made again: after the default branch moved, what they show would differ. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { withoutHost } from '../runner/without-host.ts';
import { foldersNotDeployed } from '../deployment.ts';
import { foldersOf, recordedReviews } from '../review/reviews.ts';
import { settingsOf } from '../runner/settings.ts';
import type { ListedReview } from '../work.ts';

const MOST = 50;

export async function renew(ci: Ci): Promise<JobEnding> {
  const { target } = await settingsOf(ci);
  if (target === undefined) return DONE;
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const reviews = await recordedReviews(ci, target);
  // A plan that is made now would contain what nobody has approved yet, and its review would cover it.
  const missing = reviews.length > 0 ? await foldersNotDeployed(ci, target) : [];
  const isWaiting = (review: ListedReview): boolean => foldersOf(review).some((folder) => missing.includes(folder));
  if (reviews.some(isWaiting)) {
    ci.say(
      `${target} does not have all changes of the default branch yet, so no plan that contains them is made again.`,
    );
  }
  let started = 0;
  for (const { number } of reviews.filter((review) => !isWaiting(review))) {
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
