import { assertNever } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { CiHost, CiNeeds, Initialised, LockProblem } from '../../project/index.ts';
import { LOCK_COMMAND, SHRINKWRAP } from '../../project/start/pinned-package.ts';
import { columns } from './text/columns.ts';
import { count } from '../../diagnostics/count.ts';
import { leftText } from './init-left.ts';
import type { Style } from './text/style.ts';

type Started = Extract<Initialised, { type: 'started' }>;
type Added = Extract<Initialised, { type: 'added' }>;

/** CI runs nothing until the problem is solved. */
const lockSteps = (problems: readonly LockProblem[] = []): readonly Step[] => problems.flatMap(lockStep);

const into = (folder: string): string => (folder === '' ? '' : `cd ${folder} && `);

function lockStep(problem: LockProblem): readonly Step[] {
  switch (problem.type) {
    case 'shrinkwrap':
      return [
        [
          `${into(problem.folder)}rm ${SHRINKWRAP} && ${LOCK_COMMAND}`,
          `lock ${problem.folder === '' ? 'gitcast' : 'the upload tool'} for CI, which refuses to install from ${SHRINKWRAP}`,
        ],
      ];
    case 'not-locked':
      return [
        [
          `${into(problem.folder)}${LOCK_COMMAND}`,
          `lock ${problem.folder === '' ? 'gitcast' : 'the upload tool'} for CI, which npm could not do now: ${printable(problem.reason)}`,
        ],
      ];
    case 'other-version':
      return [
        [
          `gitcast init --ci ${problem.host} --package ${problem.wanted}`,
          `lock the gitcast that these files are for: package-lock.json pins ${printable(problem.locked)}`,
        ],
      ];
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

export function initText(started: Started, style: Style): string {
  const { colours, width } = style;
  const { report, folder, paths, host, git, workspace } = started;
  const where = folder === '' ? 'this folder' : `${folder}/`;
  const steps = [
    ...(folder === '' ? [] : [[`cd ${folder}`, 'go there']]),
    ...(git.type === 'missing'
      ? [['git init', 'keep it in git: gitcast could not create a repository without git']]
      : []),
    ['gitcast dev', 'preview the site with live reload'],
    ['gitcast validate', 'check every file'],
    ['gitcast new event late-show', 'write a starter file'],
    ['gitcast explain event', 'see the fields of an event'],
    ...(workspace === undefined ? [] : [['gitcast validate --all', `check every broadcast in ${workspace}`]]),
    ...lockSteps(report.problems),
    ...(host === 'none' ? [] : [laterStep(host)]),
  ].map(([line = '', about = '']) => [colours.cyan(line), about]);
  const parts = [
    [
      `${colours.green('✓')} created a broadcast in ${colours.bold(where)}: ${count(paths.length, 'file')}`,
      ...(git.type === 'created'
        ? [`${colours.green('✓')} created a git repository for it, with the branch ${git.branch}`]
        : []),
    ].join('\n'),
    columns(
      groups(paths).map(([name, number]) => [colours.bold(name), number]),
      { width },
    ),
    ...leftText(report, style),
    `${colours.bold('Next')}\n${columns(steps, { width })}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** CI can sync once the configuration has a real target. */
const laterStep = (host: CiHost): readonly [string, string] => [
  `gitcast init --ci ${host}`,
  'let CI sync, once defaultTarget in gitcast.config.yaml is a real target',
];

/** The additions to an existing repository, and the settings that are left to a person. */
export function addedText({ report, renewed, host, needs }: Added, style: Style): string {
  const { colours, width } = style;
  const { files, removed = [], problems } = report;
  const added = files.length - renewed;
  const done = [
    ...(added > 0 ? [`added ${count(added, 'file')}`] : []),
    ...(renewed > 0 ? [`updated ${count(renewed, 'file')}`] : []),
    ...(removed.length > 0 ? [`removed ${count(removed.length, 'file')} of an earlier version`] : []),
  ];
  const verdict = done.length === 0 ? 'nothing to add: everything already exists' : done.join(', ');
  const steps = [...lockSteps(problems), ...stepsFor(host, needs)].map(([line, about]) => [colours.cyan(line), about]);
  const parts = [
    [
      `${colours.green('✓')} ${verdict}`,
      ...files.map((file) => `  ${file}`),
      ...removed.map((file) => colours.dim(`  ${file} (removed)`)),
    ].join('\n'),
    ...leftText(report, style),
    ...(steps.length === 0 ? [] : [`${colours.bold('Next')}\n${columns(steps, { width })}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

type Step = readonly [string, string];

function stepsFor(host: CiHost | undefined, needs: CiNeeds): readonly Step[] {
  if (host === undefined || host === 'none') return [];
  return [
    ...(needs.hasTarget ? [] : [laterStep(host)]),
    ...(needs.commitsState
      ? [['state: git', 'set it in gitcast.config.yaml if CI may not push to the branch'] as const]
      : []),
    ...hostSteps(host, needs),
  ];
}

/** A second target: its keys, and who approves. */
function promotionSteps({ promotion, keys }: CiNeeds): readonly Step[] {
  if (!promotion) return [];
  const { environment } = promotion;
  return [
    ...promotion.planKeys
      .filter((_, index) => !keys.includes(promotion.keys[index]!))
      .map((key) => [`gh secret set ${key}`, `give pull requests a key of ${environment} that can only read`] as const),
    ...promotion.keys.map(
      (key) => [`gh secret set ${key} --env ${environment}`, 'give the promotion the key that can write'] as const,
    ),
    ['Settings > Environments', `require reviewers for ${environment}: they approve what is promoted`],
  ];
}

/** The secrets and variables that publishing the website needs. */
const websiteSteps = ({ publish, website: { secret } }: CiNeeds, open: readonly string[]): readonly Step[] =>
  publish === 'pages'
    ? [['Settings > Pages > Source', 'choose GitHub Actions']]
    : [
        ...secret.map((name) => [`gh secret set ${name} --env website`, 'give CI the key of the website'] as const),
        ...open.map((name) => [`gh variable set ${name}`, 'name the place of the website'] as const),
      ];

const OPTIONAL = ['GITCAST_PUBLISH_DELETES', 'CLOUDFLARE_BRANCH'];

function hostSteps(host: Exclude<CiHost, 'none'>, needs: CiNeeds): readonly Step[] {
  const { keys, planKeys, environment, secrets, website, promotion, branch, check } = needs;
  const unreviewed = `${environment}-unreviewed`;
  const restricted = [
    environment,
    unreviewed,
    ...(promotion ? [promotion.environment] : []),
    ...(website.secret.length > 0 ? ['website'] : []),
  ];
  const open = website.open.filter((name) => !OPTIONAL.includes(name));
  switch (host) {
    case 'github':
      return [
        ...planKeys.map((key) => [`gh secret set ${key}`, 'give pull requests a key that can only read'] as const),
        ...keys.map(
          (key) => [`gh secret set ${key} --env ${environment}`, 'give the sync the key that can write'] as const,
        ),
        ...secrets.map((name) => [`gh secret set ${name}`, 'give CI a secret that documents use'] as const),
        ...keys.map(
          (key) =>
            [`gh secret set ${key} --env ${unreviewed}`, 'the same key, for changes that no review covers'] as const,
        ),
        ['Settings > Environments', `require reviewers for ${unreviewed}: they approve such changes`],
        ['Settings > Environments', `let only ${branch} deploy to ${restricted.join(' and ')}`],
        ...promotionSteps(needs),
        ...websiteSteps(needs, open),
        [
          'Settings > Rules > Rulesets',
          `for ${branch}, require a pull request, the check ${check} and the status gitcast review`,
        ],
        ['Settings > Actions > General', 'allow Actions to open pull requests'],
      ];
    case 'gitlab':
      return [
        [
          'Settings > CI/CD > Variables',
          `set ${[...new Set([...planKeys, ...(promotion?.planKeys ?? [])])].join(', ')}, masked: a key that can only read`,
        ],
        [
          'Settings > CI/CD > Variables',
          `set ${[...keys, ...secrets, ...website.secret, 'GITCAST_TOKEN'].join(', ')}, masked and protected: no merge request may see them`,
        ],
        ...(promotion
          ? [
              [
                'Settings > CI/CD > Variables',
                `set ${promotion.keys.join(', ')}, masked, protected and for the environment ${promotion.environment} only`,
              ] as const,
              [
                'Settings > CI/CD > Protected environments',
                `choose who may promote to ${promotion.environment}`,
              ] as const,
            ]
          : []),
        ...(open.length === 0 ? [] : [['Settings > CI/CD > Variables', `set ${open.join(', ')}`] as const]),
        [
          'Settings > CI/CD > Protected environments',
          `choose who may deploy to ${unreviewed}: they approve changes that no review covers`,
        ],
        ['Build > Pipeline schedules', `for ${branch}, every night: pulls edits from the web editor`],
        [
          'Build > Pipeline schedules',
          `for ${branch}, every 15 minutes, with the variable GITCAST_JOB = notes: writes plans into merge requests`,
        ],
        ['Settings > Merge requests', 'turn on Pipelines must succeed'],
      ];
    case 'script':
      return [['sh ci/gitcast.sh', 'call it with pull-request, merge or nightly']];
    default:
      return assertNever(host);
  }
}

/** The files at the top, and the number of files in each folder. */
function groups(paths: readonly string[]): readonly [string, string][] {
  const tops = Map.groupBy(paths, (path) => path.replace(/\/.*/, '/'));
  return [...tops].map(([top, inside]) => [top, top.endsWith('/') ? count(inside.length, 'file') : '']);
}
