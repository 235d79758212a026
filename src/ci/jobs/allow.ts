/** Records what a label on a pull request allows, for the plan that its comment shows, or forgets a closed one. */
import { DONE, type Ci, type JobEnding } from '../ci.ts';
import { withoutHost } from '../runner/without-host.ts';
import { refuseLabel, settleLabels, statusOf } from '../review/labels.ts';
import { recordedReview } from '../review/reviews.ts';
import { settingsOf } from '../runner/settings.ts';

export async function allow(ci: Ci): Promise<JobEnding> {
  const number = ci.runner.about;
  const { target } = await settingsOf(ci);
  if (target === undefined || number === undefined) return DONE;
  const { host } = ci;
  if (!host) return withoutHost(ci);
  const request = await host.request(number);
  const review = await recordedReview(ci, target, number);
  if (request.state === 'closed') {
    if (review) await ci.work.reviews.close({ target, number });
    return DONE;
  }
  // After the merge too: the sync that stopped for want of a label can be started again.
  if (review?.commit === request.head) {
    await host.setStatus(request.head, statusOf(await settleLabels(ci, { target, host, review })));
    return DONE;
  }
  if (request.state === 'merged') return DONE;
  const reason = review
    ? 'the plan was made or changed in the meantime. Look at the comment, and add the label again.'
    : 'no plan of this pull request is recorded yet. Add the label again when the comment shows one.';
  for (const { name } of await host.labels(number)) await refuseLabel(host, number, name, reason);
  return DONE;
}
