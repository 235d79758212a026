import { JOB_NAMES, JOBS } from '../../ci/jobs.ts';
import { refuseRequest, withPushToken } from '../../ci/keys.ts';
import { openCi } from '../../ci/open-ci.ts';
import type { Config } from '../../config/config.ts';
import { keysIn } from '../../config/credentials.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { workOf } from '../ci/job-work.ts';
import { actionOf, defineCommand, exitCodeOf, SAID } from '../command.ts';
import { stopSignal } from '../stop-signal.ts';

export const command = defineCommand({
  arguments: [{ name: 'JOB', completes: JOB_NAMES, about: 'One of the jobs below', required: true }],
  examples: [
    { line: 'gitcast ci check', about: 'Validates, builds the website and plans a pull request' },
    { line: 'gitcast ci sync', about: 'Applies a merge whose plan was shown in its pull request' },
  ],
  list: { title: 'Jobs', rows: JOB_NAMES.map((name) => [name, aboutJob(name)]) },
  async run(invocation) {
    const { context, job: report } = invocation;
    context.limitHeap?.('command');
    const name = actionOf('ci', invocation.arguments[0] ?? '', JOB_NAMES, 'job');
    const { cwd: folder, env, now, stderr } = context;
    const say = (sentence: string): void => stderr.write(`${sentence}\n`);
    const opened = openCi({ folder, env, now, say, work: workOf(invocation, stopSignal(context)) });
    const configs = ifPossible(() => opened.work.configs(), UserError) ?? new Map<string, Config>();
    report.mask([...configs.values()].flatMap(keysIn));
    const job = await JOBS[name].load();
    // Templates run in `check`, so no token is in its checkout.
    if (JOBS[name].runs === 'any') return { ...SAID, exitCode: exitCodeOf(await job(opened)) };
    refuseRequest(opened, name);
    return { ...SAID, exitCode: exitCodeOf(await withPushToken(opened, () => job(opened))) };
  },
});

function aboutJob(name: (typeof JOB_NAMES)[number]): string {
  const { about, runs, sees } = JOBS[name];
  const code = runs === 'any' ? 'the code of a pull request too' : 'merged code only';
  return `${about}. Runs ${code}; sees ${sees}.`;
}
