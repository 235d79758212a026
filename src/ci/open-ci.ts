/** Opens the outside of a job: its host, its repository, its outputs. */
import { appendFileSync } from 'node:fs';
import { request } from 'undici';
import { UserError } from '../diagnostics/errors.ts';
import { gitIn } from '../git/git.ts';
import { asAuthor } from '../git/objects.ts';
import type { Environment } from '../project/index.ts';
import type { Ci } from './ci.ts';
import type { CodeHost } from './hosts/code-host.ts';
import { githubHost } from './hosts/github.ts';
import { gitlabHost } from './hosts/gitlab.ts';
import { runnerIn, type Runner } from './runner.ts';
import type { Work } from './work.ts';

interface Outside extends Pick<Ci, 'folder' | 'now' | 'say'> {
  readonly env: Environment;
  readonly work: Work;
}

export function openCi({ folder, env: given, work, now, say }: Outside): Ci {
  const author = authorIn(given);
  const env = { ...given, ...author };
  const runner = runnerIn(env, folder);
  return {
    folder,
    runner,
    host: hostOf(runner),
    git: gitIn(folder, env),
    work: work.with(author),
    now,
    say,
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

/** A job that runs the code of a pull request never gets a host. */
function hostOf({ host, isOfRequest, variable }: Runner): CodeHost | undefined {
  const token = host === 'github' ? (variable('GH_TOKEN') ?? variable('GITHUB_TOKEN')) : variable('GITCAST_TOKEN');
  if (isOfRequest || host === 'none' || token === undefined) return undefined;
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

/** In the form that Slack, Mattermost and Teams accept. */
async function notify({ variable, page }: Runner, message: string, say: Ci['say']): Promise<void> {
  const url = variable('GITCAST_NOTIFY_URL');
  if (url === undefined) return;
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: page === undefined ? message : `${message} ${page}` }),
      signal: AbortSignal.timeout(10_000),
    });
    await body.dump();
    if (statusCode >= 300) say(`The notification was answered with ${statusCode}.`);
  } catch {
    // The address is a secret, and an error may name it.
    say('The notification could not be sent.');
  }
}
