/** What reviewers see in a pull request, and the labels by which they answer. */
import { allOf, firstOf, isNotFound, unlessRefused, type Api } from '../api.ts';
import { isMarked, LABEL, type CodeHost, type GivenLabel } from '../code-host.ts';
import * as answers from './answers.ts';

type Reviews = Pick<
  CodeHost,
  'longestComment' | 'request' | 'comment' | 'remark' | 'labels' | 'offerLabels' | 'removeLabel' | 'setStatus'
>;

const STATUS_CONTEXT = 'gitcast review';
const LONGEST_STATUS = 140;
const LABEL_COLOR = 'd93f0b';

export function githubReviews({ api, at }: { readonly api: Api; readonly at: string }): Reviews {
  const remark: Reviews['remark'] = (number, text) =>
    api.write('POST', `${at}/issues/${number}/comments`, { body: text });

  const canPush = async (user: string): Promise<boolean> => {
    const path = `${at}/collaborators/${encodeURIComponent(user)}/permission`;
    const found = await unlessRefused(api.read(path, answers.permission), isNotFound);
    return found?.permission === 'admin' || found?.permission === 'write';
  };

  return {
    longestComment: 65_536,

    request: async (number) => {
      const found = await api.read(`${at}/pulls/${number}`, answers.pullRequest);
      const isMerged = found.merged_at !== null;
      return {
        number,
        state: isMerged ? 'merged' : found.state,
        head: found.head.sha,
        base: found.base.ref,
        mergeCommit: (isMerged && found.merge_commit_sha) || undefined,
      };
    },

    comment: async (number, text) => {
      const comments = api.readAll(`${at}/issues/${number}/comments?per_page=100`, answers.comment);
      // Update only our own comment: others may contain the marker too.
      const own = await firstOf(comments, ({ user, body }) => user?.login === answers.BOT && isMarked(body ?? ''));
      if (!own) await remark(number, text);
      else if (own.body !== text) await api.write('PATCH', `${at}/issues/comments/${own.id}`, { body: text });
    },
    remark,

    labels: async (number) => {
      const issue = `${at}/issues/${number}`;
      const present = await allOf(api.readAll(`${issue}/labels?per_page=100`, answers.label));
      const names = present.map(({ name }) => name).filter((name) => LABEL.test(name));
      if (names.length === 0) return [];
      const events = await allOf(api.readAll(`${issue}/events?per_page=100`, answers.issueEvent));
      return Promise.all(
        names.map(async (name): Promise<GivenLabel> => {
          const last = events.findLast(({ event, label }) => event === 'labeled' && label?.name === name);
          const by = last?.actor?.login;
          const at = last && new Date(last.created_at);
          return { name, by, at, byWriter: by !== undefined && (await canPush(by)) };
        }),
      );
    },
    offerLabels: async (names) => {
      for (const name of names) {
        const offered = api.write('POST', `${at}/labels`, { name, color: LABEL_COLOR });
        // The repository has it already.
        await unlessRefused(offered, ({ status }) => status === 422);
      }
    },
    removeLabel: async (number, name) => {
      const removed = api.write('DELETE', `${at}/issues/${number}/labels/${encodeURIComponent(name)}`);
      await unlessRefused(removed, isNotFound);
    },
    setStatus: (commit, { isApproved, about }) =>
      api.write('POST', `${at}/statuses/${commit}`, {
        state: isApproved ? 'success' : 'pending',
        context: STATUS_CONTEXT,
        description: about.slice(0, LONGEST_STATUS),
      }),
  };
}
