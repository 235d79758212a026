/** Opens the outside of a job: its host, its repository, its outputs. */
import { appendFileSync } from 'node:fs';
import { UserError } from '../diagnostics/errors.ts';
import { gitIn } from '../git/git.ts';
import { asAuthor } from '../git/objects.ts';
import type { Environment } from '../project/index.ts';
import { connect } from '../remote/http/connection.ts';
import type { Ci } from './ci.ts';
import type { CodeHost } from './hosts/code-host.ts';
import { githubHost } from './hosts/github.ts';
import { gitlabHost } from './hosts/gitlab.ts';
import { gitCredentials, tokenIn } from './keys.ts';
import { runnerIn, type Runner } from './runner.ts';
import type { Work } from './work.ts';

interface Outside extends Pick<Ci, 'folder' | 'now' | 'say' | 'warn'> {
  readonly env: Environment;
  readonly work: Work;
  /** The job runs the code of a pull request, or templates: then it gets no token. */
  readonly runsAny: boolean;
}

export function openCi({ folder, env, work, now, say, warn, runsAny }: Outside): Ci {
  const runner = runnerIn(env, folder);
  const isTrusted = !runsAny && !runner.isOfRequest;
  const variables = { ...authorIn(env), ...(isTrusted && gitCredentials(runner)) };
  return {
    folder,
    runner,
    host: isTrusted ? hostOf(runner) : undefined,
    git: gitIn(folder, { ...env, ...variables }),
    work: work.with(variables),
    now,
    say,
    warn,
    notify: (message) => notify(runner, message, say),
    output: (name, value) => {
      const file = runner.variable('GITHUB_OUTPUT');
      if (file !== undefined) appendFileSync(file, `${name}=${value}\n`);
    },
  };
}

/** The author of commits, such as `Festival bot <bot@orchard.example>`. */
function authorIn(env: Environment): Readonly<Record<string, string>> {
  const [, name, email] = /^(.*?) *<([^<>]*)>$/.exec(env['GITCAST_BOT'] ?? '') ?? [];
  return asAuthor({
    name: name || env['GITCAST_BOT'] || env['GIT_AUTHOR_NAME'] || 'gitcast',
    email: email || env['GIT_AUTHOR_EMAIL'] || 'gitcast@localhost',
  });
}

function hostOf(runner: Runner): CodeHost | undefined {
  const { host, variable } = runner;
  const token = tokenIn(runner);
  if (host === 'none' || token === undefined) return undefined;
  const needed = (name: string): string => {
    const value = variable(name);
    if (value !== undefined) return value;
    throw new UserError(`${name} is missing, and this job needs the API of its host`, {
      suggestion: 'set it: every job of a workflow on GitHub, or of a pipeline on GitLab, has it',
    });
  };
  if (host === 'github')
    return githubHost({ api: variable('GITHUB_API_URL'), repository: needed('GITHUB_REPOSITORY'), token, variable });
  const [api, page, projectId] = [needed('CI_API_V4_URL'), needed('CI_PROJECT_URL'), Number(needed('CI_PROJECT_ID'))];
  return gitlabHost({ api, page, projectId, token, variable });
}

const SOON = { connect: 10_000, headers: 10_000, body: 10_000 };

/** In the form that Slack, Mattermost and Teams accept. The address is a secret, and the reason of a failure may name it. */
async function notify({ variable, page }: Runner, message: string, say: Ci['say']): Promise<void> {
  const address = variable('GITCAST_NOTIFY_URL');
  if (address === undefined) return;
  try {
    const { origin, pathname, search } = new URL(address);
    const connection = connect({ baseUrl: origin, environment: variable, most: 1, timeouts: SOON });
    const sent = await connection.exchange({
      method: 'POST',
      path: pathname + search,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: page === undefined ? message : `${message} ${page}` }),
    });
    await connection.close();
    if (sent.type === 'failure') say(NOT_SENT);
    else if (sent.status >= 300) say(`The notification was answered with ${sent.status}.`);
  } catch {
    say(NOT_SENT);
  }
}

const NOT_SENT = 'The notification could not be sent.';
