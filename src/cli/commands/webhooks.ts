import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { assertBranchName, currentBranch, pathInRepository, remoteOf } from '../../git/branch-names.ts';
import { gitIn } from '../../git/git.ts';
import { startReceiver, type Delivery } from '../../webhooks/receiver.ts';
import { fileSeen, type SeenDeliveries } from '../../webhooks/seen.ts';
import { SERVICE_SIGNATURE, WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP } from '../../webhooks/sign.ts';
import { verify } from '../../webhooks/verify.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { listenAndPull } from '../listen-pull.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption, oneOfOption } from '../option-values.ts';
import { pullIntoBranch } from '../pull-into-branch.ts';
import { targetNamed } from '../named-target.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { pullEventText } from '../views/pull-event.ts';
import { listeningText, receiptText } from '../views/receipt.ts';
import { styleFor } from '../views/style.ts';

const REMOTE_EDITS = 'gitcast/remote-edits';

const OPTIONS = {
  secret: { value: 'TEXT', about: 'The secret of the webhook; otherwise that of the variable GITCAST_WEBHOOK_SECRET' },
  scheme: { value: 'S', about: 'service (X-Service-Signature, the default) or standard (Standard Webhooks)' },
  port: { value: 'N', about: 'listen: the port on 127.0.0.1; 0 for any free one. Otherwise 4190' },
  pull: { about: 'listen: take what was edited on the target into a commit of a branch, within seconds' },
  branch: { value: 'NAME', about: `--pull: the branch; otherwise ${REMOTE_EDITS}` },
  base: { value: 'NAME', about: '--pull: the branch that people merge into; otherwise the one that is checked out' },
  push: { about: '--pull: begin from the base at the remote, and push the branch there' },
  target: { value: 'NAME', about: '--pull: the target of the configuration; otherwise its defaultTarget' },
  trace: { value: 'FILE', about: '--pull: write a line of JSON for each request, without keys and bodies' },
  signature: { value: 'TEXT', about: 'verify: the value of the signature header' },
  id: { value: 'TEXT', about: 'verify, standard: the value of webhook-id' },
  timestamp: { value: 'N', about: 'verify, standard: the value of webhook-timestamp' },
} as const;

type Webhooks = Invocation<typeof OPTIONS>;

export const webhooks = defineCommand({
  arguments: [{ name: 'ACTION', about: 'listen, or verify with the body on the standard input', required: true }],
  options: OPTIONS,
  examples: [
    { line: 'gitcast webhooks listen --secret s3cret', about: 'Receives deliveries, verifies and prints them' },
    {
      line: 'gitcast webhooks listen --pull --push',
      about: `Brings what is edited on the target into git, on the branch ${REMOTE_EDITS}`,
    },
    { line: 'gitcast webhooks verify --signature sha256=… < body', about: 'Checks one delivery' },
  ],
  run(invocation) {
    const [action] = invocation.arguments;
    switch (oneOfOption('webhooks', action, ['listen', 'verify'])) {
      case 'listen':
        return invocation.options.pull ? pulling(invocation) : listen(refusePullOptions(invocation));
      default:
        return verifyOne(invocation);
    }
  },
});

async function listen(invocation: Webhooks): Promise<Outcome> {
  return receiving(invocation, { secret: secretOf(invocation), about: {}, onValid: () => {} });
}

async function pulling(invocation: Webhooks): Promise<Outcome> {
  const { context, options } = invocation;
  const { cwd, env } = context;
  const load = (): Config => loadConfig({ configFile: options.config, cwd, env });
  const config = load();
  const target = targetNamed(config, options.target ?? config.defaultTarget).name;
  const places = await branchesOf(config, invocation);
  const listener = listenAndPull({
    branch: places.branch,
    // Read anew: a key that was replaced, or a mistake that was mended, should not need another start.
    pull: (deliveries) =>
      pullIntoBranch({
        config: load(),
        target,
        cwd,
        trace: options.trace,
        stderr: context.stderr,
        deliveries,
        ...places,
      }),
    tell: (event) =>
      context.stdout.write(
        options.json ? `${JSON.stringify(event)}\n` : pullEventText(event, styleFor(context.stdout, env, options)),
      ),
  });
  const { base, branch, remote = null } = places;
  try {
    return await receiving(invocation, {
      secret: secretOf(invocation, config.variable),
      about: { target, base, branch, remote },
      seen: fileSeen(join(config.root, '.gitcast', 'webhooks', `${target}.jsonl`), context.now().getTime()),
      onValid: listener.onDelivery,
      onListening: listener.catchUp,
      ending: { what: 'a pull under way', end: listener.stop },
    });
  } finally {
    await listener.stop();
  }
}

async function branchesOf(config: Config, { options }: Webhooks) {
  const git = gitIn(config.root);
  await pathInRepository(git);
  const base = options.base ?? (await currentBranch(git));
  const branch = options.branch ?? REMOTE_EDITS;
  for (const name of [base, branch]) await assertBranchName(git, name);
  if (base === branch) {
    throw new UserError(`${branch} cannot be both the base and the branch of the edits`, {
      suggestion: 'check out the branch that people merge into, or name it with --base NAME',
    });
  }
  return { base, branch, remote: options.push ? await remoteOf(git, base) : undefined };
}

function refusePullOptions(invocation: Webhooks): Webhooks {
  const { branch, base, push, target, trace } = invocation.options;
  const given = Object.entries({ branch, base, push, target, trace }).find(([, value]) => value);
  if (!given) return invocation;
  throw new UserError(`--${given[0]} says how to pull, and --pull is not given`, { suggestion: 'add --pull' });
}

interface Receiving {
  readonly secret: string;
  /** What is said at the beginning, besides the URL. */
  readonly about: Readonly<Record<string, string | null>>;
  readonly onValid: (delivery: Delivery) => void;
  readonly onListening?: () => void;
  /** Those of earlier runs. */
  readonly seen?: SeenDeliveries;
  /** What has to end besides, and what it is called. */
  readonly ending?: { readonly what: string; readonly end: () => Promise<void> };
}

async function receiving(invocation: Webhooks, wanted: Receiving): Promise<Outcome> {
  const { context, options } = invocation;
  const style = styleFor(context.stdout, context.env, options);
  const { url, close } = await startReceiver({
    port: integerOption('port', options.port, { least: 0, most: 65_535 }) ?? 4190,
    secret: wanted.secret,
    scheme: schemeOf(options.scheme),
    ...(wanted.seen && { seen: wanted.seen }),
    onDelivery: (receipt) => {
      context.stdout.write(options.json ? `${JSON.stringify(receipt)}\n` : receiptText(receipt, style));
      if (receipt.kind === 'valid') wanted.onValid(receipt.delivery);
    },
  });
  const card = { url, ...wanted.about };
  context.stdout.write(options.json ? `${JSON.stringify(card)}\n` : listeningText(card, style));
  wanted.onListening?.();
  await untilStoppedThen(context, wanted.ending?.what ?? 'deliveries under way', async () => {
    await close();
    await wanted.ending?.end();
  });
  return { exitCode: 0, said: true, json: card, human: () => '' };
}

async function verifyOne(invocation: Webhooks): Promise<Outcome> {
  const { context, options } = invocation;
  if (options.signature === undefined) {
    throw new UserError('verify needs --signature', {
      suggestion: 'give the value of the signature header of the delivery',
    });
  }
  const scheme = schemeOf(options.scheme);
  const headers =
    scheme === 'service'
      ? { [SERVICE_SIGNATURE]: options.signature }
      : { [WEBHOOK_SIGNATURE]: options.signature, [WEBHOOK_ID]: options.id, [WEBHOOK_TIMESTAMP]: options.timestamp };
  const body = await context.readInput();
  const verdict = verify({ scheme, secret: secretOf(invocation), headers, body, now: context.now().getTime() });
  return {
    exitCode: verdict.valid ? 0 : 1,
    json: verdict,
    human: ({ colours }) =>
      verdict.valid ? `${colours.green('✓')} the signature is right\n` : `${colours.red('✗')} ${verdict.reason}\n`,
  };
}

function secretOf({ options, context }: Webhooks, variable = (name: string) => context.env[name]): string {
  const secret = options.secret ?? variable('GITCAST_WEBHOOK_SECRET');
  if (secret !== undefined && secret !== '') return secret;
  throw new UserError('the secret of the webhook is needed', {
    suggestion: 'give it with --secret, or in the environment variable GITCAST_WEBHOOK_SECRET',
  });
}

const schemeOf = (text: string | undefined) => oneOfOption('--scheme', text, ['service', 'standard']) ?? 'service';
