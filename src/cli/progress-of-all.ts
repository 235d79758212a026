/**
 * The progress of a command for many broadcasts: a count in a terminal, elsewhere one line for each broadcast when it ends.
 * The changes of broadcasts that run at the same time would mix, and the end of the log shows each result anyway.
 */
import { printable } from '../diagnostics/printable.ts';
import type { WorkspaceEvent } from '../project/index.ts';
import type { Outcome, SharedInvocation } from './command.ts';
import { isKeyEvent, noticeOfKey } from './open-project.ts';
import { runNoticesOf } from './progress.ts';
import { statusLine } from './views/text/status-line.ts';

interface Progress {
  readonly onEvent: (event: WorkspaceEvent) => void;
  /** Shows how the work on a broadcast ended. */
  readonly ending: (folder: string, work: Promise<Outcome>) => Promise<Outcome>;
  readonly end: () => void;
}

/** `hasLines`: the command also shows its progress in a single broadcast. */
export function progressOfAll(
  { context, options }: SharedInvocation,
  { hasLines }: { readonly hasLines: boolean },
): Progress {
  const { stderr } = context;
  const isSilent = options.json || options.quiet;
  const status = !isSilent && stderr.columns !== undefined ? statusLine(stderr) : undefined;
  const noticesOf = (folder: string) =>
    runNoticesOf({ ...context, stderr: { write: (text) => stderr.write(`${folder}: ${text}`) } }, options);
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
      if (event.type !== 'in-broadcast') return;
      if (isKeyEvent(event.event)) stderr.write(`${event.folder}: ${noticeOfKey(event.event)}`);
      else if (!status) noticesOf(event.folder)(event.event);
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
