import { BUILDING, JOB_NAMES, JOBS } from '../../ci/jobs.ts';
import { refuseRequest, refuseTokenOfWriter, withPushToken } from '../../ci/runner/ci-keys.ts';
import { openCi } from '../../ci/runner/open-ci.ts';
import type { Config } from '../../config/config.ts';
import { keysIn } from '../../config/credentials.ts';
import { expecting, UserError } from '../../diagnostics/errors.ts';
import { workOf } from '../ci/job-work.ts';
import { actionOf, defineCommand, exitCodeOf, SAID, WAITING } from '../command.ts';
import { stopSignal } from '../stop-signal.ts';

export const command = defineCommand({
  arguments: [{ name: 'JOB', completes: JOB_NAMES, about: 'One of the jobs below', required: true }],
  examples: [
    { line: 'gitcast ci pull-request', about: 'Checks a pull request, and saves the plan of its merge' },
    { line: 'gitcast ci merge', about: 'Deploys a merge in one job, on a host without files of its own' },
  ],
  list: { title: 'Jobs', rows: JOB_NAMES.map((name) => [name, aboutJob(name)]) },
  async run(invocation) {
    const { context, job: report } = invocation;
    context.limitHeap?.('command');
    const name = actionOf('ci', invocation.arguments[0] ?? '', JOB_NAMES, 'job');
    const { cwd: folder, env, now, stderr } = context;
    const say = (sentence: string): void => stderr.write(`${sentence}\n`);
    const opened = openCi({
      folder,
      env,
      now,
      say,
      isSecond: name === 'record',
      work: workOf(invocation, stopSignal(context)),
    });
    const configs = await opened.work.configs({}).catch(expecting(UserError, () => new Map<string, Config>()));
    report.mask([...configs.values()].flatMap(keysIn));
    if (JOBS[name].runs === 'request') {
      refuseTokenOfWriter(opened);
    } else {
      refuseRequest(opened, name);
    }
    const job = await JOBS[name].load();
    // The token is not in the checkout while templates run.
    const ending = await (BUILDING.has(name) ? job(opened) : withPushToken(opened, () => job(opened)));
    return { ...SAID, exitCode: ending.waits ? WAITING : exitCodeOf(ending) };
  },
});

function aboutJob(name: (typeof JOB_NAMES)[number]): string {
  const { about, runs, sees } = JOBS[name];
  const code = runs === 'request' ? 'the code of a pull request' : 'merged code only';
  return `${about}. Runs ${code}; sees ${sees}.`;
}
