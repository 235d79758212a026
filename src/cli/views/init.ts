import type { CiHost } from '../ci-files.ts';
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

interface Added {
  readonly files: readonly string[];
  readonly host: CiHost | undefined;
  /** The variables that CI has to be given. */
  readonly keys: readonly string[];
}

/** What was added to a repository that is there, and what is left for a person to set. */
export function addedText({ files, host, keys }: Added, { colours, width, quiet }: Style): string {
  if (quiet) return '';
  const verdict = files.length === 0 ? 'nothing to add: all of it is there' : `added ${count(files.length, 'file')}`;
  const steps = stepsFor(host, keys).map(([line, about]) => [colours.cyan(line), about]);
  return [
    [`${colours.green('✓')} ${verdict}`, ...files.map((file) => `  ${file}`)].join('\n'),
    ...(steps.length === 0 ? [] : [`${colours.bold('Next')}\n${columns(steps, { width })}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

function stepsFor(host: CiHost | undefined, keys: readonly string[]): readonly (readonly [string, string])[] {
  switch (host) {
    case 'github':
      return [
        ...keys.map((key) => [`gh secret set ${key}`, 'give CI the key of the target'] as const),
        ['Settings > Pages > Source', 'choose GitHub Actions'],
        ['Settings > Actions > General', 'allow Actions to open pull requests'],
      ];
    case 'gitlab':
      return [
        ['Settings > CI/CD > Variables', `set ${[...keys, 'GITCAST_TOKEN'].join(', ')}; .gitlab-ci.yml says more`],
      ];
    case 'script':
      return [['sh ci/gitcast.sh', 'call it with pull-request, merge or nightly']];
    default:
      return [];
  }
}

/** The files at the top, and how many there are in each folder. */
function groups(paths: readonly string[]): readonly [string, string][] {
  const tops = Map.groupBy(paths, (path) => path.replace(/\/.*/, '/'));
  return [...tops].map(([top, inside]) => [top, top.endsWith('/') ? count(inside.length, 'file') : '']);
}
