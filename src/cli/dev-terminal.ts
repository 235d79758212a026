/** The output of `dev`: a growing log and, in a terminal, a status line below it. */
import { assertNever } from '../diagnostics/errors.ts';
import { count } from '../diagnostics/count.ts';
import { gather } from '../diagnostics/diagnostic.ts';
import { printable } from '../diagnostics/printable.ts';
import type { DevStanding, ProjectEvent, SyncView, DevStarted } from '../project/index.ts';
import type { Context } from './context.ts';
import { diagnosticText } from './views/problems/diagnostic-view.ts';
import { statusLine } from './views/text/status-line.ts';
import { qrText } from './views/text/qr-text.ts';
import type { Colours, Style } from './views/text/style.ts';

type Terminal = ReturnType<typeof createTerminal>;

export function createTerminal({ stderr, now }: Context, style: Style, { silent }: { silent: boolean }) {
  const { colours } = style;
  const isTerminal = stderr.columns !== undefined;
  const status = statusLine(stderr);
  let line = '';
  return {
    log(text: string): void {
      if (silent) return;
      const stamped = `${colours.dim(clockTime(now()))}  ${text}\n`;
      if (isTerminal) status.draw(line, stamped);
      else stderr.write(stamped);
    },
    stand(standing: DevStanding): void {
      const next = standingText(standing, style);
      if (silent || !isTerminal || next === line) return;
      line = next;
      status.draw(line);
    },
    /** Removes the line, because something else prints next. */
    clear(): void {
      status.erase();
      line = '';
    },
  };
}

function standingText({ documents, errors, warnings, sync, clients }: DevStanding, { colours }: Style): string {
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
  const open = `${decisions === 0 ? '' : `, ${decisions} for you to decide`}${isIncomplete ? ', not read completely' : ''}`;
  switch (status) {
    case 'off':
      return 'not synced';
    case 'waiting':
    case 'syncing':
      return `syncing to ${target}…`;
    case 'held':
      return `${target}: saves wait for Send in the editor`;
    case 'stopped':
      return `${target}: sync stopped`;
    case 'idle':
      return last ? `${target} synced ${clockTime(new Date(last.at))}${open}` : `${target}: not synced yet`;
    default:
      return assertNever(status);
  }
}

const clockTime = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');

const SHOWN_ONE_BY_ONE = 8;
const MOST_NAMED = 3;

const named = (files: readonly string[]): string =>
  files.length > MOST_NAMED ? count(files.length, 'file') : files.join(', ');

export function showDevEvent(event: ProjectEvent, { log, stand }: Terminal, style: Style): void {
  const { green, yellow, red } = style.colours;
  switch (event.type) {
    case 'dev-standing':
      return stand(event);
    case 'files-saved':
      return log(named(event.files));
    case 'problems':
      for (const problem of gather(event.diagnostics)) log(`\n${diagnosticText(problem, style)}\n`);
      return;
    case 'content-gone':
      return log(`${event.folder} is missing or empty: the site and the target stay as they are until it has files`);
    case 'configuration-read':
      log(`reloaded ${named(event.files)}`);
      if (event.isRestartNeeded)
        log(yellow('dev keeps the targets and the guard that it started with: restart it to change them'));
      return;
    case 'configuration-refused':
      return log(red(event.message));
    case 'watch-problem':
      return log(yellow(event.message));
    case 'follow-failed':
      return log(red(`could not process a change: ${String(event.error)}`));
    case 'saves-pushed': {
      const { target, changes } = event;
      const shown =
        changes.length > SHOWN_ONE_BY_ONE
          ? [`${changes.length} changes`]
          : changes.map(({ action, address }) => `${action} ${address}`);
      for (const change of shown) log(`${green('↑')} ${target}: ${change}`);
      return;
    }
    case 'sync-notice': {
      const { address, kind, message } = event.notice;
      const text = printable(address === '' ? message : `${address}: ${message}`);
      return log(`${yellow('!')} ${event.target}: ${kind} ${text}`);
    }
    case 'deletions-declined':
      return log(`${yellow('!')} ${event.target}: kept ${event.addresses.join(', ')}; gitcast sync deletes them`);
    default: // The other events belong to single runs, which the status line summarises.
  }
}

export function welcomeText({ url, link, taken, name, target, isHeld }: DevStarted, { colours }: Style): string {
  const where =
    target === undefined
      ? 'saves are not synced'
      : isHeld
        ? `edits wait for ${colours.bold(target)}: look at their plan and send it under Changes in the editor`
        : `every save is synced to ${colours.bold(target)}`;
  return [
    '',
    `  ${colours.bold('gitcast dev')} ${colours.dim('·')} ${name}`,
    '',
    `  ${colours.green('➜')} ${colours.cyan(url)}${taken === undefined ? '' : colours.dim(` (port ${taken} is in use)`)}`,
    `  ${colours.green('➜')} ${where}`,
    ...(link === undefined ? [] : linkLines(link, colours)),
    `  ${colours.dim('Ctrl-C stops it.')}`,
    '',
    '',
  ].join('\n');
}

const linkLines = (link: string, colours: Colours): readonly string[] => [
  `  ${colours.green('➜')} ${colours.cyan(link)}`,
  '    For a phone on this network; it works once. Over plain http, others on the network can read along.',
  '',
  qrText(link, colours),
  '',
];
