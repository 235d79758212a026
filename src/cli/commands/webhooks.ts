import { assertNever, UserError } from '../../diagnostics/errors.ts';
import type { PullEdits, PullEvent, Listening, Receipt } from '../../project/index.ts';
import { flag, text } from '../../project/calls/option.ts';
import { trace } from '../../project/calls/shared-options.ts';
import { pullEditsOptions, REMOTE_EDITS } from '../../project/pull/pull-into-branch.ts';
import { listen as listenCall } from '../../project/webhooks/listen.ts';
import { verifyDelivery } from '../../project/webhooks/verify-delivery.ts';
import { printable } from '../../diagnostics/printable.ts';
import { actionOf, defineCommand, SAID, type Invocation, type Outcome } from '../command.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { styleFor, type Style } from '../views/text/style.ts';
import { pulledLines } from '../views/pull-view.ts';

const ACTIONS = ['listen', 'verify'] as const;

const OPTIONS = {
  ...listenCall.options,
  pull: flag('listen: commit edits made on the target to a branch, within seconds'),
  branch: text('NAME', `--pull: the branch to commit to; default: ${REMOTE_EDITS}`),
  base: text('NAME', '--pull: the branch that people merge into (default: the one checked out)'),
  push: flag("--pull: start from the remote's base branch, and push the branch"),
  target: pullEditsOptions.target,
  trace: trace('--pull: log each request to this file as a line of JSON, without keys and bodies'),
  ...verifyDelivery.options,
};

type Webhooks = Invocation<typeof OPTIONS>;

export const command = defineCommand({
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
  const { secret, scheme, port } = options;
  const wanted = { secret, scheme, port, pull: pullOption(options) };
  const { card, close } = await project.webhooks.listen(wanted);
  if (!options.quiet || options.json) print(card, listeningText(card, style));
  await untilStoppedThen(context, options.pull ? 'a pull in progress' : 'deliveries in progress', close);
  return SAID;
}

function pullOption({ pull, branch, base, push, target, trace }: Webhooks['options']): PullEdits | undefined {
  const asked = { branch, base, push, target, trace };
  if (pull) return asked;
  const given = Object.entries(asked).find(([, value]) => value);
  if (!given) return undefined;
  throw new UserError(`--${given[0]} requires --pull`, { suggestion: 'add --pull' });
}

async function verify(invocation: Webhooks): Promise<Outcome> {
  const { context, options } = invocation;
  const { signature } = options;
  if (signature === undefined) {
    const suggestion = "pass the value of the delivery's signature header";
    throw new UserError('verify needs --signature', { suggestion });
  }
  const body = await context.readInput();
  const delivery = { ...givenTo(verifyDelivery.options, options), body, signature };
  const verdict = await projectOf(invocation).webhooks.verify(delivery);
  return {
    exitCode: verdict.valid ? 0 : 1,
    confirms: true,
    json: verdict,
    human: ({ colours }) =>
      verdict.valid ? `${colours.green('✓')} the signature is valid\n` : `${colours.red('✗')} ${verdict.reason}\n`,
  };
}

/** A delivery as it was received. */
function receiptText(receipt: Receipt, { colours }: Style): string {
  if (receipt.kind === 'invalid') return `${colours.red('✗')} refused: ${receipt.reason}\n\n`;
  const { id, type, timestamp, data } = receipt.delivery;
  const again = receipt.kind === 'duplicate' ? colours.dim(' (seen before)') : '';
  const body = JSON.stringify(data, null, 2)
    .split('\n')
    .map((line) => `  ${printable(line)}`)
    .join('\n');
  return `${colours.green('✓')} ${colours.bold(printable(type))}${again} ${colours.dim(`${printable(timestamp)} ${printable(id)}`)}\n${body}\n\n`;
}

function listeningText({ url, target, base, branch, remote }: Listening['card'], { colours }: Style): string {
  const listening = `${colours.green('●')} listening at ${colours.bold(url)}\n`;
  if (branch === undefined) return `${listening}\n`;
  const where = remote === null ? 'in this repository (--push pushes it)' : `pushed to ${remote}`;
  const about = `edits on ${target} become commits on ${branch}, on top of ${base}, ${where}`;
  return `${listening}  ${printable(about)}\n\n`;
}

/** The result of a delivery while `webhooks listen --pull` runs. */
function pullEventText(event: PullEvent, style: Style): string {
  const { colours } = style;
  switch (event.kind) {
    case 'waiting':
      return `${colours.dim(`· waiting: ${printable(event.reason)}`)}\n\n`;
    case 'failed': {
      const help = event.suggestion === null ? '' : `\n  ${printable(event.suggestion)}`;
      return `${colours.red('✗')} not pulled: ${printable(event.error)}${help}\n  ${colours.dim('the next delivery tries again')}\n\n`;
    }
    case 'pulled':
      return `${pulledLines(event, style).join('\n')}\n\n`;
    default:
      return assertNever(event);
  }
}
