import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { isError } from '../../diagnostics/diagnostic.ts';
import { diskFailure } from '../../diagnostics/disk-failure.ts';
import { RemoteError, UserError } from '../../diagnostics/errors.ts';
import { gitIn } from '../../git/git.ts';
import { checkContent } from '../../model/check-content.ts';
import { clockProblem } from '../../remote/notices.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand, type Invocation } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { environmentFor } from '../present-content.ts';
import { modelSettings, readRepository } from '../repository.ts';
import { targetNamed } from '../named-target.ts';
import { openStore, openTarget, TARGET_FLAGS } from '../target.ts';
import { checksText, type Check } from '../views/checks.ts';
import { count } from '../views/count.ts';

type Doctor = Invocation<typeof TARGET_FLAGS>;

export const doctor = defineCommand({
  arguments: [],
  options: TARGET_FLAGS,
  examples: [
    { line: 'gitcast doctor', about: 'Looks at everything a sync needs, and says how to mend what is wrong' },
    { line: 'gitcast doctor --target production', about: 'The same for another target' },
  ],
  async run(invocation) {
    const checks = await examine(invocation);
    return {
      exitCode: checks.every(({ ok }) => ok) ? 0 : 1,
      json: { checks },
      human: (style) => checksText(checks, style),
    };
  },
});

async function examine(invocation: Doctor): Promise<readonly Check[]> {
  const { cwd, env } = invocation.context;
  let config: Config;
  try {
    config = loadConfig({ configFile: invocation.options.config, cwd, env });
  } catch (error) {
    return [failed('configuration', error)];
  }
  return [
    well('configuration', `${config.root}`),
    check('content', () => contentState(config, invocation)),
    await checkLater('git', () => gitVersion(config)),
    check('permissions', () => writable(config)),
    await checkLater('state', () => stateOf(config, invocation)),
    ...(await targetChecks(config, invocation)),
  ];
}

const well = (name: string, message: string): Check => ({ name, ok: true, message, fix: null });

function failed(name: string, error: unknown): Check {
  const known = error instanceof UserError || error instanceof RemoteError ? error : diskFailure(error);
  if (!known) throw error;
  return { name, ok: false, message: known.message, fix: known.suggestion ?? null };
}

function check(name: string, look: () => string): Check {
  try {
    return well(name, look());
  } catch (error) {
    return failed(name, error);
  }
}

async function checkLater(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return well(name, await look());
  } catch (error) {
    return failed(name, error);
  }
}

function contentState(config: Config, { context: { cwd }, options }: Doctor): string {
  const { name } = targetNamed(config, options.target ?? config.defaultTarget);
  const content = readRepository(config, cwd, name);
  const { diagnostics } = checkContent(content, modelSettings(config));
  const errors = diagnostics.filter(isError).length;
  if (errors > 0) throw new UserError(`${count(errors, 'error')}`, { suggestion: 'gitcast validate shows them' });
  return `${count(content.documents.length, 'document')}, no errors`;
}

/** The first that can fetch without leaving a trace. */
const OLDEST_GIT = [2, 29] as const;

async function gitVersion({ state, root }: Config): Promise<string> {
  const git = gitIn(root);
  const said = await git.run(['--version']);
  const [major, minor] = (/(\d+)\.(\d+)/.exec(said)?.slice(1) ?? []).map(Number) as [number, number];
  const isOld = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1]);
  if (state === 'git' && isOld) {
    throw new UserError(`${said} is too old for \`state: git\``, {
      suggestion: `update git to ${OLDEST_GIT.join('.')} or newer`,
    });
  }
  // A folder in no repository is fine, unless the state is kept in one: the next check finds that.
  const { ok, isOutside, reason, suggestion } = await git.attempt(['rev-parse', '--git-dir']);
  if (!ok && !isOutside) throw new UserError(reason, { suggestion });
  return said;
}

function writable({ root }: Config): string {
  for (const path of [root, join(root, '.gitcast')]) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw new UserError(`${path} cannot be written to`, { suggestion: 'check who owns it' });
    }
  }
  return 'the repository can be written to';
}

async function stateOf(config: Config, { options }: Doctor): Promise<string> {
  const target = targetNamed(config, options.target ?? config.defaultTarget);
  const store = openStore(config, target);
  const { base, interrupted } = await store.load();
  const where = config.state === 'git' && target.type === 'remote' ? `, kept ${await store.where()}` : '';
  return `${count(base.entries.size, 'document')} managed${where}${interrupted ? '; a run was interrupted, the next sync goes on' : ''}`;
}

/** The key, the way to the service, the broadcast that the key opens, and both clocks: one request tells all four. */
async function targetChecks(config: Config, { context, options }: Doctor): Promise<readonly Check[]> {
  const { cwd } = context;
  const opened = await attempt(async () => {
    const { checked } = environmentFor(config, cwd, options.target ?? config.defaultTarget);
    return openTarget(config, { ...options, cwd, broadcastName: nameOf(checked.broadcast), context });
  });
  if ('check' in opened) return [{ ...opened.check, name: 'target' }];
  const target = opened.value;
  try {
    const reached = await checkLater(`target ${target.name}`, async () => {
      const record = await target.client.read('broadcast');
      if (!record) {
        throw new UserError('the key does not open this broadcast: wrong broadcast or plan', {
          suggestion: 'check userId and broadcastId of the target, and that the key was made for this broadcast',
        });
      }
      return `${target.profile} profile, broadcast “${String(record.fields['name'])}” answers`;
    });
    const skew = target.clockSkew();
    const problem = skew === undefined ? undefined : clockProblem(skew);
    const clock =
      problem === undefined
        ? well('clock', 'agrees with the service')
        : failed('clock', new UserError(problem, { suggestion: 'set the clock of this machine' }));
    return reached.ok ? [reached, clock] : [reached];
  } finally {
    await target.close();
  }
}

async function attempt<T>(act: () => Promise<T>): Promise<{ readonly value: T } | { readonly check: Check }> {
  try {
    return { value: await act() };
  } catch (error) {
    return { check: failed('target', error) };
  }
}
