import type { PullEvent } from '../../project/index.ts';
import { count } from '../../diagnostics/count.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Style } from './text/style.ts';

/** The result of a delivery while `webhooks listen --pull` runs. */
export function pullEventText(event: PullEvent, { colours }: Style): string {
  switch (event.kind) {
    case 'waiting':
      return `${colours.dim(`· waiting: ${printable(event.reason)}`)}\n\n`;
    case 'failed': {
      const help = event.suggestion === null ? '' : `\n  ${printable(event.suggestion)}`;
      return `${colours.red('✗')} not pulled: ${printable(event.error)}${help}\n  ${colours.dim('the next delivery tries again')}\n\n`;
    }
    case 'pulled':
      return `${pulledLines(event, colours).join('\n')}\n\n`;
  }
}

type Pulled = Extract<PullEvent, { kind: 'pulled' }>;

function pulledLines(event: Pulled, colours: Style['colours']): readonly string[] {
  const { branch, commit, files, conflicts, skipped, notes, pushed, notPushed } = event;
  const marks = { added: colours.green('+'), changed: colours.yellow('~'), deleted: colours.red('-') };
  const where = `${colours.bold(printable(branch))}${pushed ? ', pushed' : ''}`;
  const heading =
    commit === undefined
      ? `${colours.dim('· nothing to commit')}${pushed ? ` (${where})` : ''}`
      : `${colours.green('✓')} ${count(files.length, 'file')} committed as ${commit.slice(0, 10)} on ${where}`;
  return [
    heading,
    ...files.map(({ change, path }) => `  ${marks[change]} ${printable(path)}`),
    ...conflicts.map(
      ({ address, fields, reason }) =>
        `  ${colours.red('✗')} ${printable(address + named(fields))}: ${printable(reason)}`,
    ),
    ...skipped.map(
      ({ file, fields, reason }) => `  ${colours.yellow('!')} ${printable(file + named(fields))}: ${printable(reason)}`,
    ),
    ...notes.map((note) => `  ${colours.dim(`· ${printable(note)}`)}`),
    ...(conflicts.length > 0
      ? [`  ${colours.dim('to resolve a conflict: gitcast pull --theirs, or gitcast sync --ours')}`]
      : []),
    ...(notPushed === undefined ? [] : [`  ${colours.yellow('!')} not pushed: ${printable(notPushed)}`]),
  ];
}

const named = (fields: readonly string[]): string => (fields.length === 0 ? '' : ` (${fields.join(', ')})`);
