import { assertNever } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { CiHost, CiNeeds, Initialised, LockProblem } from '../../project/index.ts';
import { LOCK_COMMAND } from '../../project/start/pinned-package.ts';
import { columns } from './text/columns.ts';
import { count } from '../../diagnostics/count.ts';
import type { Style } from './text/style.ts';

type Started = Extract<Initialised, { type: 'started' }>;
type Added = Extract<Initialised, { type: 'added' }>;

/** CI runs nothing until it is solved. */
function lockSteps(problem: LockProblem | undefined): readonly Step[] {
  switch (problem?.type) {
    case undefined:
      return [];
    case 'not-locked':
      return [[LOCK_COMMAND, `lock gitcast for CI, which npm could not do now: ${printable(problem.reason)}`]];
    case 'no-package':
      return [
        [
          `gitcast init --ci ${problem.host} --package FILE`,
          'lock gitcast for CI: FILE is what npm pack writes, since this gitcast runs from its sources',
        ],
      ];
    default:
      return assertNever(problem);
  }
}

export function initText({ report, folder, paths, host, isInGit }: Started, { colours, width, quiet }: Style): string {
  if (quiet) return '';
  const where = folder === '' ? 'this folder' : `${folder}/`;
  const steps = [
    ...(folder === '' ? [] : [[`cd ${folder}`, 'go there']]),
    ...(isInGit ? [] : [['git init', 'keep it in git']]),
    ['gitcast dev', 'see the website, which follows every save'],
    ['gitcast validate', 'check every file'],
    ['gitcast new event late-show', 'write a starter file'],
    ['gitcast explain event', 'see what an event may hold'],
    ...lockSteps(report.problem),
    ...(host === 'none' ? [] : [laterStep(host)]),
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

/** CI can be told its target once there is one. */
const laterStep = (host: CiHost): readonly [string, string] => [
  `gitcast init --ci ${host}`,
  'let CI sync, once defaultTarget in gitcast.config.yaml is a real target',
];

/** What was added to a repository that is there, and what is left for a person to set. */
export function addedText({ report, renewed, host, needs }: Added, { colours, width, quiet }: Style): string {
  if (quiet) return '';
  const { files, problem } = report;
  const added = files.length - renewed;
  const done = [
    ...(added > 0 ? [`added ${count(added, 'file')}`] : []),
    ...(renewed > 0 ? [`renewed ${count(renewed, 'file')}`] : []),
  ];
  const verdict = done.length === 0 ? 'nothing to add: all of it is there' : done.join(', ');
  const steps = [...lockSteps(problem), ...stepsFor(host, needs)].map(([line, about]) => [colours.cyan(line), about]);
  return [
    [`${colours.green('✓')} ${verdict}`, ...files.map((file) => `  ${file}`)].join('\n'),
    ...(steps.length === 0 ? [] : [`${colours.bold('Next')}\n${columns(steps, { width })}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

type Step = readonly [string, string];

function stepsFor(host: CiHost | undefined, needs: CiNeeds): readonly Step[] {
  if (host === undefined || host === 'none') return [];
  return [
    ...(needs.hasTarget ? [] : [laterStep(host)]),
    ...(needs.commitsState
      ? [['state: git', 'set it in gitcast.config.yaml where CI may not push to the branch itself'] as const]
      : []),
    ...hostSteps(host, needs),
  ];
}

function hostSteps(host: Exclude<CiHost, 'none'>, { keys, secrets }: CiNeeds): readonly Step[] {
  switch (host) {
    case 'github':
      return [
        ...keys.map((key) => [`gh secret set ${key}`, 'give CI the key of the target'] as const),
        ...secrets.map((name) => [`gh secret set ${name}`, 'give CI the secret that documents name'] as const),
        ['Settings > Pages > Source', 'choose GitHub Actions'],
        ['Settings > Actions > General', 'allow Actions to open pull requests'],
      ];
    case 'gitlab':
      return [
        ['Settings > CI/CD > Variables', `set ${[...keys, ...secrets].join(', ')}, masked; .gitlab-ci.yml says more`],
        ['Settings > CI/CD > Variables', 'set GITCAST_TOKEN, masked and protected: no merge request may see it'],
      ];
    case 'script':
      return [['sh ci/gitcast.sh', 'call it with pull-request, merge or nightly']];
    default:
      return assertNever(host);
  }
}

/** The files at the top, and how many there are in each folder. */
function groups(paths: readonly string[]): readonly [string, string][] {
  const tops = Map.groupBy(paths, (path) => path.replace(/\/.*/, '/'));
  return [...tops].map(([top, inside]) => [top, top.endsWith('/') ? count(inside.length, 'file') : '']);
}
