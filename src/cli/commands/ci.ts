import { JOB_NAMES, JOBS } from '../../ci/jobs.ts';
import { refuseRequest } from '../../ci/keys.ts';
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
    const warn = (sentence: string): void => {
      say(`warning: ${sentence}`);
      report.warn(sentence);
    };
    const { runs, load } = JOBS[name];
    const work = workOf(invocation, stopSignal(context));
    const opened = openCi({ folder, env, now, say, warn, work, runsAny: runs === 'any' });
    const configs = ifPossible(() => opened.work.configs(), UserError) ?? new Map<string, Config>();
    report.mask([...configs.values()].flatMap(keysIn));
    if (runs === 'merged') refuseRequest(opened, name);
    const job = await load();
    return { ...SAID, exitCode: exitCodeOf(await job(opened)) };
  },
});

function aboutJob(name: (typeof JOB_NAMES)[number]): string {
  const { about, runs, sees } = JOBS[name];
  const code = runs === 'any' ? 'the code of a pull request too' : 'merged code only';
  return `${about}. Runs ${code}; sees ${sees}.`;
}
