import { UserError } from '../../diagnostics/errors.ts';
import type { ListenOptions, PullEdits } from '../../project/index.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { targetFlag } from '../flags.ts';
import { projectOf } from '../open-project.ts';
import { actionOf, oneOfOption, portOption } from '../option-values.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { styleFor } from '../views/text/style.ts';
import { pullEventText, listeningText, receiptText } from '../views/webhooks.ts';

const REMOTE_EDITS = 'gitcast/remote-edits';

const ACTIONS = ['listen', 'verify'] as const;

const OPTIONS = {
  secret: { value: 'TEXT', about: "The webhook's secret (default: the variable GITCAST_WEBHOOK_SECRET)" },
  scheme: {
    value: 'S',
    completes: ['service', 'standard'],
    about: 'service (X-Service-Signature, the default) or standard (Standard Webhooks)',
  },
  port: { value: 'N', about: 'listen: the port on 127.0.0.1; 0 picks a free one (default: 4190)' },
  pull: { about: 'listen: commit edits made on the target to a branch, within seconds' },
  branch: { value: 'NAME', about: `--pull: the branch to commit to; default: ${REMOTE_EDITS}` },
  base: { value: 'NAME', about: '--pull: the branch that people merge into (default: the one checked out)' },
  push: { about: "--pull: start from the remote's base branch, and push the branch" },
  target: targetFlag('--pull: the target to use'),
  trace: { value: 'FILE', about: '--pull: log each request to this file as a line of JSON, without keys and bodies' },
  signature: { value: 'TEXT', about: 'verify: the value of the signature header' },
  id: { value: 'TEXT', about: 'verify, standard: the value of webhook-id' },
  timestamp: { value: 'N', about: 'verify, standard: the value of webhook-timestamp' },
} as const;

type Webhooks = Invocation<typeof OPTIONS>;

export const webhooks = defineCommand({
  arguments: [
    { name: 'ACTION', required: true, completes: ACTIONS, about: 'listen, or verify with the body on standard input' },
  ],
  options: OPTIONS,
  examples: [
    { line: 'gitcast webhooks listen --secret s3cret', about: 'Receives deliveries, verifies and prints them' },
    { line: 'gitcast webhooks listen --pull --push', about: `Commits edits on the target to ${REMOTE_EDITS}` },
    { line: 'gitcast webhooks verify --signature sha256=… < body', about: 'Checks one delivery' },
  ],
  run(invocation) {
    const [action = ''] = invocation.arguments;
    return actionOf('webhooks', action, ACTIONS) === 'listen' ? listen(invocation) : verify(invocation);
  },
});

async function listen(invocation: Webhooks): Promise<Outcome> {
  const { context, options } = invocation;
  const { stdout, env } = context;
  const style = styleFor(stdout, env, options);
  const print = (json: object, text: string): void => stdout.write(options.json ? `${JSON.stringify(json)}\n` : text);
  const project = projectOf(invocation, {
    onEvent: (event) => {
      if (event.type === 'delivery') print(event.receipt, receiptText(event.receipt, style));
      if (event.type === 'remote-edits') print(event.event, pullEventText(event.event, style));
    },
  });
  const wanted = { ...signing(options), port: portOption(options.port), pull: pullOption(options) };
  const { card, close } = await project.webhooks.listen(wanted);
  if (!options.quiet || options.json) print(card, listeningText(card, style));
  await untilStoppedThen(context, options.pull ? 'a pull in progress' : 'deliveries in progress', close);
  return { exitCode: 0, said: true, json: card, human: () => '' };
}

const signing = ({ secret, scheme }: Webhooks['options']): Pick<ListenOptions, 'secret' | 'scheme'> => ({
  secret,
  scheme: oneOfOption('--scheme', scheme, ['service', 'standard']),
});

function pullOption({ pull, branch, base, push, target, trace }: Webhooks['options']): PullEdits | undefined {
  const asked = { branch, base, push, target, trace };
  if (pull) return asked;
  const given = Object.entries(asked).find(([, value]) => value);
  if (!given) return undefined;
  throw new UserError(`--${given[0]} requires --pull`, { suggestion: 'add --pull' });
}

async function verify(invocation: Webhooks): Promise<Outcome> {
  const { context, options } = invocation;
  const { signature, id, timestamp } = options;
  if (signature === undefined) {
    const suggestion = "pass the value of the delivery's signature header";
    throw new UserError('verify needs --signature', { suggestion });
  }
  const body = await context.readInput();
  const delivery = { ...signing(options), body, signature, id, timestamp };
  const verdict = await projectOf(invocation).webhooks.verify(delivery);
  return {
    exitCode: verdict.valid ? 0 : 1,
    confirms: true,
    json: verdict,
    human: ({ colours }) =>
      verdict.valid ? `${colours.green('✓')} the signature is valid\n` : `${colours.red('✗')} ${verdict.reason}\n`,
  };
}
