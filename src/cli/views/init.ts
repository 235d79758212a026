import { columns } from './columns.ts';
import { count } from './count.ts';
import type { Style } from './style.ts';

interface Started {
  /** Empty when it is the folder one is in. */
  readonly folder: string;
  /** Below the folder. */
  readonly paths: readonly string[];
}

export function initText({ folder, paths }: Started, { colours, width, quiet }: Style): string {
  if (quiet) return '';
  const where = folder === '' ? 'this folder' : `${folder}/`;
  const steps = [
    ...(folder === '' ? [] : [[`cd ${folder}`, 'go there']]),
    ['gitcast validate', 'check every file'],
    ['gitcast new event late-show', 'write a starter file'],
    ['gitcast explain event', 'see what an event may hold'],
  ].map(([line = '', about = '']) => [colours.cyan(line), about]);
  return [
    `${colours.green('✓')} started a broadcast in ${colours.bold(where)}: ${count(paths.length, 'file')}`,
    columns(
      groups(paths).map(([name, number]) => [colours.bold(name), number]),
      { width },
    ),
    `${colours.bold('Next')}\n${columns(steps, { width })}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** The files at the top, and how many there are in each folder. */
function groups(paths: readonly string[]): readonly [string, string][] {
  const tops = Map.groupBy(paths, (path) => path.replace(/\/.*/, '/'));
  return [...tops].map(([top, inside]) => [top, top.endsWith('/') ? count(inside.length, 'file') : '']);
}
