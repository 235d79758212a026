/**
 * Makes one target what another is. Content is never copied from service to service: both come from the files. So a
 * target can be promoted when it equals the files, and then it is they that are synced to the other target, with that
 * target's own overlay and `$targets` in force.
 */
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { NO_CHOICES } from '../../plan/context.ts';
import type { Plan } from '../../plan/plan.ts';
import { nameOf } from '../broadcast-name.ts';
import { defineCommand, SHARED_OPTIONS, type Command, type Invocation, type Outcome } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { ABOUT_PATTERNS } from '../known-patterns.ts';
import { parseArguments } from '../parse-arguments.ts';
import { chosenOnly, preparePlan, readBroadcast } from '../planning.ts';
import { targetNamed } from '../named-target.ts';
import { openTarget, TARGET_FLAGS } from '../target.ts';
import { count } from '../views/count.ts';
import { plan } from './plan.ts';
import { sync } from './sync.ts';

const OPTIONS = {
  concurrency: TARGET_FLAGS.concurrency,
  trace: { value: 'FILE', about: 'Write a line of JSON for each request to TO, without keys and bodies' },
  only: { value: 'ADDRESS,…', about: ABOUT_PATTERNS },
  'dry-run': { about: 'Show the plan and change nothing' },
  markdown: { about: 'Show the plan as Markdown, for a comment in a review, and change nothing' },
  yes: { short: 'y', about: 'Do not ask; needed where there is no terminal' },
  ours: { about: 'Push over what was changed both here and on TO' },
  'overwrite-drift': { about: 'Push over what was changed on TO only' },
  'allow-deletes': { value: 'N', about: 'Allow up to this many deletions, more than the guard does' },
  'allow-replace': { about: 'Replace what cannot be updated: create anew, delete the old one' },
  'allow-rollback': { about: 'Also from a checkout that lacks what was last synced to TO, and take that back' },
  force: { about: 'Although FROM does not equal the files, or the service is still making the broadcast' },
} as const;

type Promote = Invocation<typeof OPTIONS>;

export const promote = defineCommand({
  arguments: [
    { name: 'FROM', required: true, about: 'The target that is as it should be' },
    { name: 'TO', required: true, about: 'The target that is to become like it' },
  ],
  options: OPTIONS,
  examples: [
    { line: 'gitcast promote staging production', about: 'Shows what changes on production, asks, and does it' },
    { line: 'gitcast promote staging production --dry-run', about: 'Only shows it' },
    { line: 'gitcast promote staging production --yes', about: 'Does it without asking, for CI' },
  ],
  async run(invocation) {
    const { context, options } = invocation;
    const config = loadConfig({ configFile: options.config, cwd: context.cwd, env: context.env });
    const [from, to] = invocation.arguments.map((name) => targetNamed(config, name).name) as [string, string];
    if (from === to) throw new UserError(`${from} cannot be promoted to itself`);

    const standing = await standingOf(from, config, invocation);
    if (!options.force) refuseUnlessEqual(standing);
    const shows = options['dry-run'] || options.markdown;
    const { json, human, ...outcome } = await runAs(shows ? plan : sync, to, invocation);
    return {
      ...outcome,
      json: { from, ...json },
      human: (style) => (options.markdown || style.quiet ? '' : standingText(standing)) + human(style),
    };
  },
});

/** The plan of a target, which is empty when it equals the files. */
async function standingOf(name: string, config: Config, { context, options }: Promote): Promise<Plan> {
  const { cwd } = context;
  const broadcast = readBroadcast(config, cwd, name);
  const target = await openTarget(config, {
    target: name,
    concurrency: options.concurrency,
    trace: undefined,
    cwd,
    broadcastName: nameOf(broadcast),
    context,
  });
  try {
    const only = chosenOnly(options.only?.split(',') ?? [], undefined);
    return (await preparePlan(config, broadcast, target, { ...NO_CHOICES, only })).plan;
  } finally {
    await target.close();
  }
}

/** What only a person can do there is no difference that a sync could make. */
const differences = ({ changes }: Plan): Plan['changes'] => changes.filter(({ action }) => action !== 'manual');

const MOST_NAMED = 10;

function refuseUnlessEqual(standing: Plan): void {
  const { target, complete } = standing;
  const different = differences(standing);
  if (different.length > 0) {
    const named = different.slice(0, MOST_NAMED).map(({ address, action }) => `${address} (${action})`);
    const rest = different.length > MOST_NAMED ? ` and ${different.length - MOST_NAMED} more` : '';
    const isChangedThere = different.some(({ action }) => action === 'drift' || action === 'conflict');
    const first = isChangedThere ? `gitcast pull --target ${target} takes what was changed there into the files; ` : '';
    throw new UserError(
      `${target} does not equal the files, so nobody has seen what would be promoted: ${named.join(', ')}${rest}`,
      {
        suggestion: `${first}gitcast sync --target ${target} makes it equal; --force promotes the files as they are`,
      },
    );
  }
  if (complete) return;
  throw new UserError(`${target} could not be read whole, so nobody knows whether it equals the files`, {
    suggestion: `gitcast plan --target ${target} tells why; --force promotes the files as they are`,
  });
}

function standingText(standing: Plan): string {
  const number = differences(standing).length;
  const differs = number === 0 ? 'equals the files' : `differs from the files in ${count(number, 'change')}`;
  const said = standing.complete ? differs : 'could not be read whole';
  return `${standing.target}: ${said}\n\n`;
}

/** The rest is a plan or a sync of the other target, with those of our options that it knows. */
async function runAs(command: Command, to: string, { context, options }: Promote): Promise<Outcome> {
  const known = { ...SHARED_OPTIONS, ...command.options };
  const words = Object.entries(options).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name) || value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}=${value}`];
  });
  return command.run({ context, ...parseArguments([...words, `--target=${to}`], command.options) });
}
