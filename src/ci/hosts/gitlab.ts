/** GitLab, for the jobs of the default branch: no other job sees GITCAST_TOKEN. */
import { UserError } from '../../diagnostics/errors.ts';
import { isNotFound, unlessRefused } from './api.ts';
import type { CodeHost } from './code-host.ts';
import * as answers from './gitlab/answers.ts';
import { openGitLabApi } from './gitlab/gitlab-api.ts';
import { gitlabPlans } from './gitlab/plans.ts';
import { gitlabProposals } from './gitlab/proposals.ts';
import { gitlabReviews } from './gitlab/reviews.ts';

export interface GitLabOptions {
  /** The value of CI_API_V4_URL. */
  readonly api: string;
  readonly projectId: number;
  /** The value of GITCAST_TOKEN. */
  readonly token: string;
  /** The branch whose pipeline publishes the website. */
  readonly branch: string;
  /** The variables with the proxies to use. */
  readonly variable: (name: string) => string | undefined;
  /** Takes sentences for the log. */
  readonly say?: (sentence: string) => void;
}

export function gitlabHost(options: GitLabOptions): CodeHost {
  const { api: url, projectId, token, branch, variable, say = () => undefined } = options;
  const api = openGitLabApi({ url, token, variable });
  const at = `/projects/${projectId}`;
  let own: Promise<{ readonly id: number }> | undefined;
  const self = () => (own ??= api.read('/user', answers.user));
  return {
    ...gitlabPlans({ api, at, projectId, say }),
    ...gitlabReviews({ api, at, self }),
    ...gitlabProposals({ api, at, projectId, self }),
    rebuild: async () => {
      // Only a job named `pages` publishes on GitLab Pages, and it would publish nothing if it found nothing to build.
      const variables = [{ key: 'GITCAST_JOB', value: 'site' }];
      const started = api.write('POST', `${at}/pipeline`, { ref: branch, variables }).then(() => true);
      // A project may forbid variables: then the pipeline also syncs, which has nothing to do.
      if (await unlessRefused(started, ({ status }) => status === 400 || status === 403)) return;
      await api.write('POST', `${at}/pipeline`, { ref: branch });
    },
    requireApprovers: async (name) => {
      const path = `${at}/protected_environments/${encodeURIComponent(name)}`;
      if (await unlessRefused(api.read(path, answers.protectedEnvironment), isNotFound)) return;
      // Everyone who can run pipelines of the default branch could start the job.
      throw new UserError(
        `The environment ${name} is not protected, so nobody in particular approved this plan: nothing was sent`,
        { suggestion: 'protect it in Settings > CI/CD > Protected environments, and start this job again' },
      );
    },
  };
}
