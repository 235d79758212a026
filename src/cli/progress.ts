/** What a run says while it goes on: a bar in a terminal, a line a change elsewhere, nothing with --json or --quiet. */
import type { Result } from '../apply/run.ts';
import type { Context } from './context.ts';
import { statusLine } from './views/status-line.ts';
import { styleFor } from './views/style.ts';

export interface Reporter {
  readonly begin: (total: number) => void;
  readonly done: (result: Result) => void;
  readonly waiting: (milliseconds: number) => void;
  readonly end: () => void;
  /** Something that a person should know. */
  readonly remark: (text: string) => void;
}

interface Asked {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly 'no-color': boolean;
}

export function createReporter({ stderr, env, now }: Context, options: Asked): Reporter {
  if (options.json || options.quiet) return SILENT;
  const { colours } = styleFor(stderr, env, options);
  const remark = (text: string): void => stderr.write(`${text}\n`);
  if (stderr.columns === undefined) {
    return {
      ...SILENT,
      remark,
      done: ({ address, action, outcome, error, halted }) => {
        // The end of the log shows what is left to a person with what to do, and why a run stopped once for all changes.
        if (outcome === 'open' || halted) return;
        stderr.write(`${outcome} ${action} ${address}${error === undefined ? '' : `: ${error}`}\n`);
      },
      waiting: (milliseconds) => stderr.write(`waiting ${seconds(milliseconds)} for the rate limit\n`),
    };
  }
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
    const bar = colours.green('━'.repeat(filled)) + colours.dim('━'.repeat(width - filled));
    status.draw(`${bar} ${finished}/${total} · ${rate.toFixed(0)}/s${left}${aside}`);
  };
  return {
    begin: (count) => {
      total = count;
      started = now().getTime();
      draw();
    },
    done: () => {
      finished += 1;
      draw();
    },
    waiting: (milliseconds) => draw(colours.yellow(` · waiting ${seconds(milliseconds)} for the rate limit`)),
    end: status.erase,
    remark,
  };
}

const SILENT: Reporter = { begin: () => {}, done: () => {}, waiting: () => {}, end: () => {}, remark: () => {} };

const seconds = (milliseconds: number): string => `${Math.max(1, Math.round(milliseconds / 1000))} s`;
