/** What undoing a run did to the files, or would do, and what a sync would do then. */
import type { Plan } from '../../plan/plan.ts';
import type { Undoing } from '../undoing.ts';
import { count } from './count.ts';
import { planJson } from './plan-json.ts';
import { planText } from './plan.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Style } from './style.ts';

export interface ShownUndo extends Undoing {
  readonly plan: Plan;
  /** As one would type it. */
  readonly nameOfFile: (file: string) => string;
  readonly isDryRun: boolean;
}

export function undoJson({ run, before, commit, files, left, notes, plan, nameOfFile, isDryRun }: ShownUndo): object {
  return {
    run: run.id,
    back_to: { run: before.id, commit },
    dry_run: isDryRun,
    restored: [...files].filter(([, bytes]) => bytes !== undefined).map(([file]) => nameOfFile(file)),
    removed: [...files].filter(([, bytes]) => bytes === undefined).map(([file]) => nameOfFile(file)),
    left: left.map(({ file, reason }) => ({ file: nameOfFile(file), reason })),
    notes,
    plan: planJson(plan),
  };
}

export function undoText(undo: ShownUndo, style: Style): string {
  const { run, before, files, left, notes, plan, nameOfFile, isDryRun } = undo;
  const { colours } = style;
  const lines = [
    ...[...files].map(([file, bytes]) => {
      const mark = bytes === undefined ? colours.red('-') : colours.yellow('~');
      return `${mark} ${printable(nameOfFile(file))}`;
    }),
    ...left.map(({ file, reason }) => `${colours.yellow('!')} ${printable(nameOfFile(file))}: ${reason}`),
    ...notes.map((note) => colours.dim(`· ${note}`)),
  ];
  if (files.size === 0 && left.length === 0) {
    return [...lines, `${colours.green('✓')} Nothing to put back: the files are as before run ${run.id}.`, ''].join(
      '\n',
    );
  }
  const done = isDryRun ? 'would be put back' : 'put back';
  const verdict = [
    `${count(files.size, 'file')} ${done} to the content of run ${before.id}, before ${run.id}`,
    ...(left.length > 0 ? [`${left.length} left alone (--force puts them back too)`] : []),
  ].join(', ');
  const mark = left.length > 0 ? colours.yellow('!') : colours.green('✓');
  const next = isDryRun
    ? 'a dry run: nothing was written'
    : 'look at them with `git diff`, commit, and run gitcast sync';
  return [...lines, '', planText(plan, style), `${mark} ${verdict}`, colours.dim(`  ${next}`), ''].join('\n');
}
