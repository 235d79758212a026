/** Programs as somebody runs them who has no settings on this machine. */
import { execFileSync, spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import type { Program } from '../programs.ts';

/** Without the settings of this machine's git, of a CI host that runs these tests, and of colours. */
export function environment(path: readonly string[] = []): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:GIT_|GITHUB_|GITCAST_|CI$|CI_|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: [...path, process.env['PATH']].join(delimiter),
    // Installed packages are in the repository.
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
}

export function git(cwd: string, ...words: readonly string[]): string {
  return execFileSync('git', words, { cwd, env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Does not block this process, which may have to answer. */
export function run(cwd: string, started: Program, words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(started, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...said }));
  });
}
