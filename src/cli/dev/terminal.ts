/** What `dev` says: a log that grows, and in a terminal one line below it that tells how things stand. */
import type { Context } from '../context.ts';
import type { Style } from '../views/style.ts';
import { count } from '../views/count.ts';
import { statusLine } from '../views/status-line.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { SyncView } from '../../preview/preview-site.ts';

export interface Standing {
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  readonly sync: SyncView;
  /** How many pages are open in a browser. */
  readonly clients: number;
}

export interface Terminal {
  readonly log: (text: string) => void;
  readonly stand: (standing: Standing) => void;
  /** Without the line, for what comes next is said by somebody else. */
  readonly clear: () => void;
}

export function createTerminal({ stderr, now }: Context, style: Style, { silent }: { silent: boolean }): Terminal {
  if (silent) return { log: () => {}, stand: () => {}, clear: () => {} };
  const { colours } = style;
  const isTerminal = stderr.columns !== undefined;
  const status = statusLine(stderr);
  let line = '';
  return {
    log(text) {
      const stamped = `${colours.dim(clockTime(now()))}  ${text}\n`;
      if (isTerminal) status.draw(line, stamped);
      else stderr.write(stamped);
    },
    stand(standing) {
      const next = standingText(standing, style);
      if (!isTerminal || next === line) return;
      line = next;
      status.draw(line);
    },
    clear() {
      status.erase();
      line = '';
    },
  };
}

export function standingText({ documents, errors, warnings, sync, clients }: Standing, { colours }: Style): string {
  const problems =
    errors > 0
      ? colours.red(count(errors, 'error'))
      : warnings > 0
        ? colours.yellow(count(warnings, 'warning'))
        : 'no problems';
  const dot = errors > 0 || sync.status === 'stopped' ? colours.red('●') : colours.green('●');
  const parts = [count(documents, 'document'), problems, syncText(sync), `${count(clients, 'page')} open`];
  return `${dot} ${parts.join(colours.dim(' · '))}`;
}

function syncText({ status, target, last, notices }: SyncView): string {
  const isIncomplete = notices.some(({ kind }) => kind === 'incomplete');
  const decisions = notices.length - Number(isIncomplete);
  const open = `${decisions === 0 ? '' : `, ${decisions} for you to decide`}${isIncomplete ? ', not read whole' : ''}`;
  switch (status) {
    case 'off':
      return 'not synced';
    case 'waiting':
    case 'syncing':
      return `syncing to ${target}…`;
    case 'stopped':
      return `${target}: sync stopped`;
    case 'idle':
      return last ? `${target} synced ${clockTime(new Date(last.at))}${open}` : `${target}: not synced yet`;
  }
}

export const clockTime = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');

/** A notice as one line. */
export const noticeText = (address: string, message: string): string =>
  printable(address === '' ? message : `${address}: ${message}`);
