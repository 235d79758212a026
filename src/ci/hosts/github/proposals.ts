/** Pull requests and issues that gitcast opens by itself. */
import { UserError } from '../../../diagnostics/errors.ts';
import { allOf, firstOf, unlessRefused, type Api } from '../api.ts';
import type { CodeHost } from '../code-host.ts';
import * as answers from './answers.ts';

interface Options {
  readonly api: Api;
  /** The path of the repository in the API. */
  readonly at: string;
  readonly repository: string;
}

type Proposals = Pick<CodeHost, 'propose' | 'withdraw' | 'reportIssue' | 'closeIssue'>;

export function githubProposals({ api, at, repository }: Options): Proposals {
  /** Newest first. A fork of the same owner can have a branch of the same name. */
  const requestsOf = async (state: 'open' | 'closed', branch: string, base: string) => {
    const [owner = ''] = repository.split('/');
    const query = new URLSearchParams({ state, head: `${owner}:${branch}`, base, per_page: '100' });
    const found = await allOf(api.readAll(`${at}/pulls?${query}`, answers.pullRequest));
    return found.filter(({ head }) => head.repo?.full_name === repository);
  };

  const openIssue = (title: string): Promise<answers.Issue | undefined> => {
    const query = new URLSearchParams({ state: 'open', creator: answers.BOT, per_page: '100' });
    const isOwn = ({ user, pull_request: request }: answers.Issue): boolean =>
      user?.login === answers.BOT && request === undefined;
    return firstOf(api.readAll(`${at}/issues?${query}`, answers.issue), (each) => each.title === title && isOwn(each));
  };

  return {
    propose: async ({ branch, base, title, text, commit }) => {
      // GitHub does not start workflows for a pull request that Actions opened.
      const body = `${text}\nThe checks start when somebody approves them here, or closes and reopens this pull request.\n`;
      const [open] = await requestsOf('open', branch, base);
      if (open) {
        await api.write('PATCH', `${at}/pulls/${open.number}`, { body });
        return 'updated';
      }
      // Somebody closed it as it is: that is an answer, until there are new edits.
      const [last] = await requestsOf('closed', branch, base);
      if (last?.merged_at === null && last.head.sha === commit) return 'stays-closed';
      const opening = api.write('POST', `${at}/pulls`, { title, head: branch, base, body });
      const opened = await unlessRefused(
        opening.then(() => 'opened' as const),
        ({ status, said }) => status === 403 && said.startsWith('GitHub Actions is not permitted'),
      );
      if (opened) return opened;
      throw new UserError(`The branch ${branch} is pushed, but GitHub did not open a pull request`, {
        suggestion: "allow Actions to open pull requests in the repository's settings, and run this job again",
      });
    },
    withdraw: async (branch, base) => {
      const [open] = await requestsOf('open', branch, base);
      if (!open) return;
      const body = 'All edits were withdrawn, or are in the base branch already.';
      await api.write('POST', `${at}/issues/${open.number}/comments`, { body });
      await api.write('PATCH', `${at}/pulls/${open.number}`, { state: 'closed' });
    },
    reportIssue: async (title, body) => {
      const open = await openIssue(title);
      if (open) await api.write('PATCH', `${at}/issues/${open.number}`, { body });
      else await api.write('POST', `${at}/issues`, { title, body });
    },
    closeIssue: async (title) => {
      const open = await openIssue(title);
      if (open) await api.write('PATCH', `${at}/issues/${open.number}`, { state: 'closed' });
    },
  };
}
