/** GitHub, for the jobs of its workflows. */
import { UserError } from '../../diagnostics/errors.ts';
import { isNotFound, unlessRefused } from './api.ts';
import type { CodeHost } from './code-host.ts';
import * as answers from './github/answers.ts';
import { openGitHubApi } from './github/github-api.ts';
import type { FinishedRun } from '../runner/runner.ts';
import { githubPlans } from './github/plans.ts';
import { githubProposals } from './github/proposals.ts';
import { githubReviews } from './github/reviews.ts';

export interface GitHubOptions {
  /** The value of GITHUB_API_URL. */
  readonly api?: string | undefined;
  /** The value of GITHUB_SERVER_URL. */
  readonly server?: string | undefined;
  /** `owner/name` */
  readonly repository: string;
  readonly token: string;
  /** The run that a workflow_run event names. */
  readonly run?: FinishedRun | undefined;
  /** The variables with the proxies to use. */
  readonly variable: (name: string) => string | undefined;
  /** Takes sentences for the log. */
  readonly say?: (sentence: string) => void;
}

export function githubHost(options: GitHubOptions): CodeHost {
  const { api: url = 'https://api.github.com', server = 'https://github.com', repository, token, variable } = options;
  const { run, say = () => undefined } = options;
  const api = openGitHubApi({ url, token, variable });
  const at = `/repos/${repository}`;
  return {
    ...githubPlans({ api, at, repository, page: `${server}/${repository}`, run, say }),
    ...githubReviews({ api, at }),
    ...githubProposals({ api, at, repository }),
    // The job that runs this can publish by itself.
    rebuild: () => Promise.resolve(),
    requireApprovers: async (name) => {
      // GitHub creates an environment that does not exist, without any rule: then nobody would have approved anything.
      const path = `${at}/environments/${encodeURIComponent(name)}`;
      const found = await unlessRefused(api.read(path, answers.environment), isNotFound);
      if (found?.protection_rules?.some(({ type }) => type === 'required_reviewers')) return;
      throw new UserError(
        `The environment ${name} requires no reviewers, so nobody approved this plan: nothing was sent`,
        { suggestion: 'add required reviewers to it in the settings of the repository, and run this workflow again' },
      );
    },
  };
}
