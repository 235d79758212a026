import { UserError } from '../../diagnostics/errors.ts';
import { startReceiver, type Receipt } from '../../webhooks/receiver.ts';
import { SERVICE_SIGNATURE, WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP } from '../../webhooks/sign.ts';
import { verify } from '../../webhooks/verify.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { integerOption, oneOfOption } from '../option-values.ts';
import { receiptText } from '../views/receipt.ts';
import { styleFor } from '../views/style.ts';

const OPTIONS = {
  secret: { value: 'TEXT', about: 'The secret of the webhook; otherwise that of the variable GITCAST_WEBHOOK_SECRET' },
  scheme: { value: 'S', about: 'service (X-Service-Signature, the default) or standard (Standard Webhooks)' },
  port: { value: 'N', about: 'listen: the port on 127.0.0.1; 0 for any free one. Otherwise 4190' },
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
    { line: 'gitcast webhooks verify --signature sha256=… < body', about: 'Checks one delivery' },
  ],
  run(invocation) {
    const [action] = invocation.arguments;
    switch (oneOfOption('webhooks', action, ['listen', 'verify'])) {
      case 'listen':
        return listen(invocation);
      default:
        return verifyOne(invocation);
    }
  },
});

async function listen(invocation: Webhooks): Promise<Outcome> {
  const { context, options } = invocation;
  const style = styleFor(context.stdout, context.env, options);
  const say = (receipt: Receipt): void =>
    context.stdout.write(options.json ? `${JSON.stringify(receipt)}\n` : receiptText(receipt, style));
  const receiver = await startReceiver({
    port: integerOption('port', options.port, { least: 0, most: 65_535 }) ?? 4190,
    secret: secretOf(invocation),
    scheme: schemeOf(options.scheme),
    onDelivery: say,
  });
  const { url, close } = receiver;
  context.stdout.write(
    options.json
      ? `${JSON.stringify({ url })}\n`
      : `${style.colours.green('●')} listening at ${style.colours.bold(url)}\n\n`,
  );
  await context.untilStopped();
  await close();
  return { exitCode: 0, said: true, json: { url }, human: () => '' };
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

function secretOf({ options, context }: Webhooks): string {
  const secret = options.secret ?? context.env['GITCAST_WEBHOOK_SECRET'];
  if (secret !== undefined && secret !== '') return secret;
  throw new UserError('the secret of the webhook is needed', {
    suggestion: 'give it with --secret, or in the environment variable GITCAST_WEBHOOK_SECRET',
  });
}

const schemeOf = (text: string | undefined) => oneOfOption('--scheme', text, ['service', 'standard']) ?? 'service';
