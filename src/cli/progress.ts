/** The progress of a run: a bar in a terminal, elsewhere one line per change, nothing with --json or --quiet. */
import { count } from '../diagnostics/count.ts';
import { printable } from '../diagnostics/printable.ts';
import type { ProjectEvent, WorkspaceEvent } from '../project/index.ts';
import type { Outcome, SharedInvocation } from './command.ts';
import type { Context } from './context.ts';
import { statusLine } from './views/text/status-line.ts';
import { styleFor } from './views/text/style.ts';

type SharedOptions = SharedInvocation['options'];
type Show = (event: ProjectEvent) => void;

const NOTHING: Show = () => {};

export function progressOf(context: Context, options: SharedOptions): Show {
  if (options.json || options.quiet) return NOTHING;
  const { stderr } = context;
  const draw = stderr.columns === undefined ? NOTHING : bar(context, options);
  return (event) => {
    const line = noticeText(event) ?? (draw === NOTHING ? progressText(event) : undefined);
    if (line !== undefined) stderr.write(`${line}\n`);
    draw(event);
  };
}

/** Shows only for which run the command waits, for commands without other progress. */
export const lockWaitOf =
  ({ stderr }: Context, { json, quiet }: SharedOptions): Show =>
  (event) => {
    if (event.type === 'lock-waited-for' && !json && !quiet) stderr.write(`${noticeText(event)}\n`);
  };

/** A run waits for something, or took over a lock. */
function noticeText(event: ProjectEvent): string | undefined {
  if (event.type === 'lock-waited-for')
    return `waiting up to ${seconds(event.milliseconds)} for ${event.holder}, which holds the lock`;
  if (event.type === 'lock-taken-over') return event.note;
  return event.type === 'settling' ? settlingText(event) : undefined;
}

/** The progress where there is no bar. */
function progressText(event: ProjectEvent): string | undefined {
  if (event.type === 'rate-limited') return `waiting ${seconds(event.milliseconds)} for the rate limit`;
  if (event.type !== 'change-done') return undefined;
  const { address, action, outcome, error, halted } = event.result;
  // The end of the log shows how to resolve what is left, and shows the reason of a stopped run once.
  if (outcome === 'open' || halted) return undefined;
  return `${outcome} ${action} ${address}${error === undefined ? '' : `: ${error}`}`;
}

function bar({ stderr, env, now }: Context, options: SharedOptions): Show {
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

function settlingText({ changes, until }: Extract<ProjectEvent, { type: 'settling' }>): string {
  const latest = new Date(until).toISOString().replace(/\.\d+Z$/, 'Z');
  const them = changes === 1 ? 'it' : 'them';
  return `waiting until ${latest} at the latest for ${count(changes, 'change')}: the target may not show an earlier request yet (Ctrl-C leaves ${them} open)`;
}

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;

interface ProgressOfAll {
  readonly onEvent: (event: WorkspaceEvent) => void;
  /** Shows how the work on a broadcast ended. */
  readonly ending: (folder: string, work: Promise<Outcome>) => Promise<Outcome>;
  readonly end: () => void;
}

/**
 * The progress of a command for many broadcasts: a count in a terminal, elsewhere one line for each broadcast when it ends.
 * The changes of broadcasts that run at the same time would mix, and the end of the log shows each result anyway.
 *
 * `hasLines`: the command also shows its progress in a single broadcast.
 */
export function progressOfAll(
  { context, options }: SharedInvocation,
  { hasLines }: { readonly hasLines: boolean },
): ProgressOfAll {
  const { stderr } = context;
  const isSilent = options.json || options.quiet;
  const status = !isSilent && stderr.columns !== undefined ? statusLine(stderr) : undefined;
  const showNotice = (folder: string, event: ProjectEvent): void => {
    const notice = isSilent || status ? undefined : noticeText(event);
    if (notice !== undefined) stderr.write(`${folder}: ${notice}\n`);
  };
  let [ended, selected] = [0, 0];
  const showEnd = (folder: string, headline: string): void => {
    ended += 1;
    if (status) status.draw(`${ended}/${selected} · ${folder}`);
    else if (hasLines && !isSilent) stderr.write(`${printable(`${folder}: ${headline}`)} (${ended} of ${selected})\n`);
  };
  return {
    onEvent: (event) => {
      if (event.type === 'broadcasts-selected') selected = event.broadcasts.length;
      if (event.type === 'broadcast-started') status?.draw(`${ended}/${selected} · ${event.folder}`);
      if (event.type === 'in-broadcast') showNotice(event.folder, event.event);
    },
    ending: async (folder, work) => {
      try {
        const outcome = await work;
        showEnd(folder, outcome.headline ?? 'done');
        return outcome;
      } catch (error) {
        showEnd(folder, 'failed');
        throw error;
      }
    },
    end: () => status?.erase(),
  };
}
