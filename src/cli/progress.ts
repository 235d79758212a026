/** The progress of a run: a bar in a terminal, elsewhere one line per change, nothing with --json or --quiet. */
import type { ProjectEvent } from '../project/index.ts';
import type { SharedInvocation } from './command.ts';
import type { Context } from './context.ts';
import { statusLine } from './views/text/status-line.ts';
import { styleFor } from './views/text/style.ts';

type Asked = SharedInvocation['options'];
type Show = (event: ProjectEvent) => void;

export function progressOf(context: Context, options: Asked): Show {
  if (options.json || options.quiet) return () => {};
  const { stderr } = context;
  const show = stderr.columns === undefined ? lines(context) : bar(context, options);
  const notices = runNoticesOf(context, options);
  return (event) => {
    notices(event);
    show(event);
  };
}

/** Shows only what a run waits for, and the lock that it took over. */
export function runNoticesOf(context: Context, options: Asked): Show {
  if (options.json || options.quiet) return () => {};
  const { stderr } = context;
  const waiting = lockWaitOf(context, options);
  return (event) => {
    waiting(event);
    if (event.type === 'lock-taken-over') stderr.write(`${event.note}\n`);
    if (event.type === 'settling') stderr.write(`${settlingText(event)}\n`);
  };
}

/** Shows only for which run the command waits, for commands without other progress. */
export const lockWaitOf =
  ({ stderr }: Context, { json, quiet }: Asked): Show =>
  (event) => {
    if (event.type !== 'lock-waited-for' || json || quiet) return;
    stderr.write(`waiting up to ${seconds(event.milliseconds)} for ${event.holder}, which holds the lock\n`);
  };

const lines =
  ({ stderr }: Context): Show =>
  (event) => {
    if (event.type === 'rate-limited') stderr.write(`waiting ${seconds(event.milliseconds)} for the rate limit\n`);
    if (event.type === 'page-printed' && event.page !== undefined)
      stderr.write(`printed ${event.page} (${event.done} of ${event.total})\n`);
    if (event.type !== 'change-done') return;
    const { address, action, outcome, error, halted } = event.result;
    // The end of the log shows how to resolve what is left, and shows the reason of a stopped run once.
    if (outcome === 'open' || halted) return;
    stderr.write(`${outcome} ${action} ${address}${error === undefined ? '' : `: ${error}`}\n`);
  };

function bar({ stderr, env, now }: Context, options: Asked): Show {
  const { colours } = styleFor(stderr, env, options);
  const status = statusLine(stderr);
  let total = 0;
  let finished = 0;
  let started = 0;
  const draw = (aside = ''): void => {
    const elapsed = Math.max(1, now().getTime() - started) / 1000;
    const rate = finished / elapsed;
    const left = rate > 0 ? ` · ${seconds(((total - finished) / rate) * 1000)} left` : '';
    const width = 24;
    const filled = total === 0 ? 0 : Math.round((finished / total) * width);
    const drawn = colours.green('━'.repeat(filled)) + colours.dim('━'.repeat(width - filled));
    status.draw(`${drawn} ${finished}/${total} · ${rate.toFixed(0)}/s${left}${aside}`);
  };
  return (event) => {
    switch (event.type) {
      case 'run-started':
        total = event.changes;
        started = now().getTime();
        return draw();
      case 'change-done':
        finished += 1;
        return draw();
      case 'file-published':
      case 'page-printed':
        started ||= now().getTime();
        [finished, total] = [event.done, event.total];
        return draw();
      case 'rate-limited':
        return draw(colours.yellow(` · waiting ${seconds(event.milliseconds)} for the rate limit`));
      case 'run-ended':
        return status.erase();
      default: // Other events are no progress.
    }
  };
}

function settlingText({ creations, until }: Extract<ProjectEvent, { type: 'settling' }>): string {
  const [what, them] = creations === 1 ? ['a creation', 'it'] : [`${creations} creations`, 'them'];
  const latest = new Date(until).toISOString().replace(/\.\d+Z$/, 'Z');
  return `waiting until ${latest} at the latest: ${what} without an answer may still arrive (Ctrl-C leaves ${them} open)`;
}

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;
