/** Merge requests and issues that gitcast opens by itself. */
import { allOf, firstOf, type Api } from '../api.ts';
import type { CodeHost } from '../code-host.ts';
import * as answers from './answers.ts';
import { plainText } from './plain-text.ts';

interface Options {
  readonly api: Api;
  /** The path of the project in the API. */
  readonly at: string;
  readonly projectId: number;
  /** The user whom the token belongs to. */
  readonly self: () => Promise<{ readonly id: number }>;
}

type Proposals = Pick<CodeHost, 'propose' | 'withdraw' | 'reportIssue' | 'closeIssue'>;

export function gitlabProposals({ api, at, projectId, self }: Options): Proposals {
  const requests = `${at}/merge_requests`;

  /** Newest first. A fork can have a branch of the same name. */
  const requestsOf = async (state: 'opened' | 'closed', branch: string, base: string) => {
    const query = new URLSearchParams({ state, source_branch: branch, target_branch: base, per_page: '100' });
    const found = await allOf(api.readAll(`${requests}?${query}`, answers.mergeRequest));
    return found.filter(({ source_project_id: source }) => source === projectId);
  };

  const openIssue = async (title: string): Promise<answers.Issue | undefined> => {
    const { id: author } = await self();
    const query = new URLSearchParams({ state: 'opened', in: 'title', search: title, per_page: '100' });
    const issues = api.readAll(`${at}/issues?${query}`, answers.issue);
    return firstOf(issues, (each) => each.title === title && each.author.id === author);
  };

  return {
    propose: async ({ branch, base, title, text, commit }) => {
      const description = plainText(text);
      const [open] = await requestsOf('opened', branch, base);
      if (open) {
        await api.write('PUT', `${requests}/${open.iid}`, { description });
        return 'updated';
      }
      // Somebody closed it as it is: that is an answer, until there are new edits.
      const [last] = await requestsOf('closed', branch, base);
      if (last?.sha === commit) return 'stays-closed';
      const added = { source_branch: branch, target_branch: base, title, description, remove_source_branch: true };
      await api.write('POST', requests, added);
      return 'opened';
    },
    withdraw: async (branch, base) => {
      const [open] = await requestsOf('opened', branch, base);
      if (open) await api.write('PUT', `${requests}/${open.iid}`, { state_event: 'close' });
    },
    reportIssue: async (title, text) => {
      const description = plainText(text);
      const open = await openIssue(title);
      if (open) await api.write('PUT', `${at}/issues/${open.iid}`, { description });
      else await api.write('POST', `${at}/issues`, { title, description });
    },
    closeIssue: async (title) => {
      const open = await openIssue(title);
      if (open) await api.write('PUT', `${at}/issues/${open.iid}`, { state_event: 'close' });
    },
  };
}
