/** What reviewers see in a merge request, and the labels by which they answer. */
import { allOf, firstOf, isNotFound, unlessRefused, type Api } from '../api.ts';
import { isMarked, LABEL, type CodeHost, type GivenLabel } from '../code-host.ts';
import * as answers from './answers.ts';
import { plainText } from './plain-text.ts';

interface Options {
  readonly api: Api;
  /** The path of the project in the API. */
  readonly at: string;
  /** The user whom the token belongs to. */
  readonly self: () => Promise<{ readonly id: number }>;
}

type Reviews = Pick<
  CodeHost,
  'longestComment' | 'request' | 'comment' | 'remark' | 'labels' | 'offerLabels' | 'removeLabel' | 'setStatus'
>;

const LABEL_COLOR = '#d93f0b';
/** Developers and above can push, so they can approve. */
const DEVELOPER = 30;

const STATES = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

export function gitlabReviews({ api, at, self }: Options): Reviews {
  const pathOf = (number: number): string => `${at}/merge_requests/${number}`;

  const remark: Reviews['remark'] = (number, text) =>
    api.write('POST', `${pathOf(number)}/notes`, { body: plainText(text) });

  const canPush = async (user: number): Promise<boolean> => {
    const found = await unlessRefused(api.read(`${at}/members/all/${user}`, answers.member), isNotFound);
    return found !== undefined && found.access_level >= DEVELOPER;
  };

  return {
    // GitLab takes a million; `plainText` makes some texts longer.
    longestComment: 900_000,

    request: async (number) => {
      const found = await api.read(pathOf(number), answers.mergeRequest);
      // A fast-forward makes no commit of its own.
      const mergeCommit = found.merge_commit_sha ?? found.squash_commit_sha ?? found.sha;
      return {
        number,
        state: STATES[found.state],
        head: found.sha,
        base: found.target_branch,
        mergeCommit: found.state === 'merged' ? mergeCommit : undefined,
      };
    },

    comment: async (number, text) => {
      const { id: author } = await self();
      const notes = api.readAll(`${pathOf(number)}/notes?per_page=100`, answers.note);
      // Update only our own note: others may contain the marker too.
      const own = await firstOf(notes, (each) => each.author.id === author && isMarked(each.body));
      if (!own) await remark(number, text);
      else if (own.body !== plainText(text))
        await api.write('PUT', `${pathOf(number)}/notes/${own.id}`, { body: plainText(text) });
    },
    remark,

    labels: async (number) => {
      const { labels } = await api.read(pathOf(number), answers.mergeRequest);
      const names = labels.filter((name) => LABEL.test(name));
      if (names.length === 0) return [];
      const path = `${pathOf(number)}/resource_label_events?per_page=100`;
      const events = await allOf(api.readAll(path, answers.labelEvent));
      return Promise.all(
        names.map(async (name): Promise<GivenLabel> => {
          const last = events.findLast(({ action, label }) => action === 'add' && label?.name === name);
          const at = last && new Date(last.created_at);
          return { name, by: last?.user?.username, at, byWriter: last?.user ? await canPush(last.user.id) : false };
        }),
      );
    },
    offerLabels: async (names) => {
      for (const name of names) {
        const offered = api.write('POST', `${at}/labels`, { name, color: LABEL_COLOR });
        // The project has it already.
        await unlessRefused(offered, ({ status }) => status === 409);
      }
    },
    removeLabel: (number, name) => api.write('PUT', pathOf(number), { remove_labels: name }),
    // A status of a commit would add a job to its pipeline, and no merge can require it by name.
    setStatus: () => Promise.resolve(),
  };
}
