import { assertNever } from '../../diagnostics/errors.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { CiHost, CiNeeds, CiOriginal, Initialised, InitReport, LockProblem, Pulled } from '../../project/index.ts';
import { LOCK_COMMAND, SHRINKWRAP } from '../../start/pinned-package.ts';
import { columns } from './text/columns.ts';
import { count } from '../../diagnostics/count.ts';
import { firstOf } from './text/excerpts.ts';
import { diffLines } from './text/word-diff.ts';
import { importText } from './import-view.ts';
import { conflictLines, countsOf, skippedLines } from './pull-view.ts';
import type { Style } from './text/style.ts';

type Started = Extract<Initialised, { type: 'started' }>;
type Added = Extract<Initialised, { type: 'added' }>;
type Step = readonly [line: string, about: string];

/** CI runs nothing until these problems are solved. */
function lockStep(problem: LockProblem): Step {
  switch (problem.type) {
    case 'shrinkwrap':
      return [
        `rm ${SHRINKWRAP} && ${LOCK_COMMAND}`,
        `lock gitcast for CI, which refuses to install from ${SHRINKWRAP}`,
      ];
    case 'not-locked':
      return [LOCK_COMMAND, `lock gitcast for CI, which npm could not do now: ${printable(problem.reason)}`];
    case 'no-package':
      return [
        `gitcast init --ci ${problem.host} --package FILE`,
        'lock gitcast for CI: FILE is what npm pack writes, since this gitcast runs from its sources',
      ];
    default:
      return assertNever(problem);
  }
}

export function initText(started: Started, style: Style): string {
  const { colours, width } = style;
  const { report, folder, paths, host: ciHost, git, workspace, isExample, imported, pulled, isZoneOpen } = started;
  const where = folder === '' ? 'this folder' : `${folder}/`;
  const steps: readonly Step[] = [
    ...(folder === '' ? [] : [[`cd ${folder}`, 'go there'] as const]),
    ...(git.type === 'missing'
      ? [['git init', 'keep it in git: gitcast could not create a repository without git'] as const]
      : []),
    ['gitcast dev', 'preview the site with live reload'],
    ['gitcast validate', 'check every file'],
    ...(isExample || !(imported ?? pulled)
      ? ([
          ['gitcast new event late-show', 'write a starter file'],
          ['gitcast explain event', 'see the fields of an event'],
        ] as const)
      : []),
    ...(imported ? [[`gitcast import ${imported.report.name}`, 'bring in what changed in the source'] as const] : []),
    ...(pulled ? [['gitcast plan', 'compare the files with the service'] as const] : []),
    ...(workspace === undefined ? [] : [['gitcast validate --all', `check every broadcast in ${workspace}`] as const]),
    ...(report.problems ?? []).map(lockStep),
    ...(ciHost === 'none' ? [] : [laterStep(ciHost)]),
  ];
  const parts = [
    [
      `${colours.green('✓')} created a broadcast in ${colours.bold(where)}: ${count(paths.length, 'file')}`,
      ...(git.type === 'created'
        ? [`${colours.green('✓')} created a git repository for it, with the branch ${git.branch}`]
        : []),
    ].join('\n'),
    ...(imported ? [importText({ ...imported, isDryRun: false }, style).trim()] : []),
    ...(pulled ? [pulledSummary(pulled, style)] : []),
    columns(
      groups(paths).map(([name, number]) => [colours.bold(name), number]),
      { width },
    ),
    ...(report.shortened ? [`${colours.yellow('!')} ${SHORTENED} ${printable(report.shortened)}`] : []),
    ...(isZoneOpen ? [`${colours.yellow('!')} ${ZONE_OPEN}`] : []),
    ...(report.unchanged ? [colours.dim(`· kept as they are: ${report.unchanged.join(', ')}`)] : []),
    ...leftText(report, style),
    ...nextText(steps, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The files are counted below. */
const pulledSummary = (pulled: Pulled, style: Style): string =>
  [
    ...conflictLines(pulled.conflicts, style),
    ...skippedLines(pulled.skipped, style),
    ...pulled.notes.map((note) => style.colours.dim(`· ${printable(note)}`)),
    `${style.colours.green('✓')} ${countsOf(pulled) || 'the broadcast is empty'}`,
  ].join('\n');

const ZONE_OPEN =
  'the source names no time zone, so the site shows times in UTC: set `site.timezone` in gitcast.config.yaml, such as Europe/Paris';

const SHORTENED = 'the service allows 30 characters in a name: content/broadcast.yaml has';

/** CI can sync once the configuration has a real target. */
const laterStep = (ciHost: CiHost): Step => [
  `gitcast init --ci ${ciHost}`,
  'let CI sync, once defaultTarget in gitcast.config.yaml is a real target',
];

/** The additions to an existing repository, and the settings that are left to a person. */
export function addedText({ report, renewed, host: ciHost, needs }: Added, style: Style): string {
  const { colours } = style;
  const { files, problems } = report;
  const added = files.length - renewed;
  const done = [
    ...(added > 0 ? [`added ${count(added, 'file')}`] : []),
    ...(renewed > 0 ? [`updated ${count(renewed, 'file')}`] : []),
  ];
  const verdict = done.length === 0 ? 'nothing to add: everything already exists' : done.join(', ');
  const parts = [
    [`${colours.green('✓')} ${verdict}`, ...files.map((file) => `  ${file}`)].join('\n'),
    ...leftText(report, style),
    ...nextText([...(problems ?? []).map(lockStep), ...stepsFor(ciHost, needs)], style),
  ];
  return `${parts.join('\n\n')}\n`;
}

function stepsFor(ciHost: CiHost | undefined, needs: CiNeeds): readonly Step[] {
  if (ciHost === undefined || ciHost === 'none') return [];
  return [
    ...(needs.hasTarget ? [] : [laterStep(ciHost)]),
    ...(needs.commitsState
      ? [['state: git', 'set it in gitcast.config.yaml if CI may not push to the branch'] as const]
      : []),
    ...HOST_STEPS[ciHost](needs),
  ];
}

const secretSteps = (names: readonly string[], about: string, environment?: string): readonly Step[] =>
  names.map((name) => [`gh secret set ${name}${environment === undefined ? '' : ` --env ${environment}`}`, about]);

function githubSteps(needs: CiNeeds): readonly Step[] {
  const { keys, planKeys, environment, secrets, importKeys, website, promotion, publish, branch } = needs;
  const approval = `${environment}-approval`;
  const restricted = [
    environment,
    approval,
    ...(promotion ? [promotion.environment] : []),
    ...(website.secret.length > 0 ? ['website'] : []),
  ];
  return [
    ...secretSteps(planKeys, 'give pull requests KEY@HOST, with a key that can only read'),
    ...secretSteps(keys, 'give the sync KEY@HOST, with the key that can write', environment),
    ...secretSteps(secrets, 'give the sync a secret that documents use', environment),
    ...secretSteps(importKeys, 'give the nightly job the key of a source that is imported'),
    ...secretSteps([...keys, ...secrets], 'the same, for plans that a person approves by their digest', approval),
    ['Settings > Environments', `require reviewers for ${approval}: they approve such plans`],
    ['Settings > Environments', `let only ${branch} deploy to ${restricted.join(' and ')}`],
    ...(promotion ? promotionSteps(promotion, needs) : []),
    ...(publish === 'pages'
      ? ([['Settings > Pages > Source', 'choose GitHub Actions']] as const)
      : [
          ...secretSteps(website.secret, 'give CI the key of the website', 'website'),
          ...website.open.map((name): Step => [`gh variable set ${name}`, 'name the place of the website']),
        ]),
    ['Settings > Rules > Rulesets', `for ${branch}, require a pull request, an approval and the check \`check\``],
    ['Settings > Actions > General', 'allow Actions to open pull requests'],
  ];
}

/** A second target: its keys, and who approves. */
function promotionSteps(promotion: NonNullable<CiNeeds['promotion']>, { keys, secrets }: CiNeeds): readonly Step[] {
  const { environment, planKeys } = promotion;
  const ownPlanKeys = planKeys.filter((_, index) => !keys.includes(promotion.keys[index]!));
  return [
    ...secretSteps(ownPlanKeys, `give pull requests a key of ${environment} that can only read`),
    ...secretSteps(promotion.keys, 'give the promotion the key that can write', environment),
    ...secretSteps(secrets, 'give it the secret that documents use', environment),
    ['Settings > Environments', `require reviewers for ${environment}: they approve what is promoted`],
  ];
}

function gitlabSteps(needs: CiNeeds): readonly Step[] {
  const { keys, planKeys, environment, secrets, importKeys, website, promotion, branch } = needs;
  const variables = (names: readonly string[], how = ''): Step => [
    'Settings > CI/CD > Variables',
    `set ${names.join(', ')}${how}`,
  ];
  const protect = (what: string): Step => ['Settings > CI/CD > Protected environments', `choose who may ${what}`];
  return [
    variables([...new Set([...planKeys, ...(promotion?.planKeys ?? [])])], ', masked: a key that can only read'),
    variables([...new Set([...keys, ...secrets])], `, masked, protected and for the environments ${environment}* only`),
    variables(
      [...new Set([...importKeys, ...website.secret, 'GITCAST_TOKEN'])],
      ', masked and protected: no merge request may see them',
    ),
    ['Settings > CI/CD > Variables', 'let only maintainers start pipelines with variables'],
    ...(promotion
      ? [
          variables(
            [...promotion.keys, ...secrets],
            `, masked, protected, for the environment ${promotion.environment}`,
          ),
          protect(`promote to ${promotion.environment}`),
        ]
      : []),
    ...(website.open.length === 0 ? [] : [variables(website.open)]),
    protect(`deploy to ${environment}-approval: they approve plans by their digest`),
    ['Build > Pipeline schedules', `for ${branch}, every night: pulls edits from the web editor`],
    [
      'Build > Pipeline schedules',
      `for ${branch}, every 15 minutes, with the variable GITCAST_OFTEN = yes: writes plans into merge requests`,
    ],
    ['Settings > Merge requests', 'turn on Pipelines must succeed'],
  ];
}

const HOST_STEPS: Readonly<Record<Exclude<CiHost, 'none'>, (needs: CiNeeds) => readonly Step[]>> = {
  github: githubSteps,
  gitlab: gitlabSteps,
  script: () => [['sh ci/gitcast.sh', 'call it with check, publish or sync']],
};

function nextText(steps: readonly Step[], { colours, width }: Style): readonly string[] {
  const rows = steps.map(([line, about]) => [colours.cyan(line), about]);
  return rows.length === 0 ? [] : [`${colours.bold('Next')}\n${columns(rows, { width })}`];
}

/** The files at the top, and the number of files in each folder. */
function groups(paths: readonly string[]): readonly [string, string][] {
  const tops = Map.groupBy(paths, (path) => path.replace(/\/.*/, '/'));
  return [...tops].map(([top, inside]) => [top, top.endsWith('/') ? count(inside.length, 'file') : '']);
}

/** The files of CI that a person should look at. */
function leftText({ kept = [], originals = [] }: InitReport, style: Style): readonly string[] {
  const sentences = kept.map(
    (file) =>
      `${style.colours.yellow('!')} kept ${file}, because gitcast did not write it; --force replaces it and keeps yours as ${file}.orig`,
  );
  return [
    ...(sentences.length === 0 ? [] : [sentences.join('\n')]),
    ...originals.map((each) => originalText(each, style)),
  ];
}

const MOST_LINES = 40;

function originalText({ file, original, diff }: CiOriginal, style: Style): string {
  const lines = diffLines(diff, style);
  return [
    `${style.colours.yellow('!')} ${file} was edited, and is kept as ${original}; compared with the new text:`,
    ...firstOf(lines, MOST_LINES, (left) => style.colours.dim(`    … ${count(left, 'more line')}`)),
  ].join('\n');
}
