import { UserError } from '../../diagnostics/errors.ts';
import { wordOf } from '../../project/calls/option.ts';
import type { ServiceAdministration } from '../../project/index.ts';
import { administerOptions } from '../../project/service/administer.ts';
import { runService } from '../../project/service/run-service.ts';
import { serviceSettings } from '../../project/service/service-settings.ts';
import { confirmed, defineCommand, SAID, shown, type Invocation, type Outcome } from '../command.ts';
import type { Environment } from '../context.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { levelOf, LOG_FORMATS, logLine, servingText, type Logged } from '../views/service-view.ts';
import { tableText } from '../views/text/columns.ts';
import { styleFor } from '../views/text/style.ts';

const OPTIONS = { ...runService.options, ...administerOptions };

type Asked = Invocation<typeof OPTIONS>;

type Action = (service: ServiceAdministration, invocation: Asked) => Promise<Outcome>;

/** By their words, as they are typed. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'keys create': async (service, { options }) => {
    const { broadcast, label, expiresAt, readOnly } = options;
    const json = await service.createKey({ broadcast, label, expiresAt, readOnly });
    return shown(json, () => `${json.key}\n`);
  },
  'keys list': async (service) => {
    const keys = await service.listKeys();
    return shown({ keys }, () => tableText(keys));
  },
  'keys rotate': async (service, { context, options, arguments: [, , id = ''] }) => {
    const json = await service.rotateKey(id, { expiresAt: options.expiresAt });
    const { replaces, replacedExpiresAt, key } = json;
    if (!options.json && !options.quiet) context.stderr.write(`${replaces} is valid until ${replacedExpiresAt}\n`);
    return shown(json, () => `${key}\n`);
  },
  'keys revoke': async (service, { arguments: [, , id = ''] }) => {
    await service.revokeKey(id);
    return confirmed({ revoked: id }, `revoked ${id}`);
  },
  'broadcasts create': async (service, { arguments: [, , name] }) => {
    if (name === undefined)
      throw new UserError('a broadcast needs a name', { suggestion: 'gitcast service broadcasts create NAME' });
    const json = await service.createBroadcast(name);
    return shown(json, () => tableText([json]));
  },
  'broadcasts list': async (service) => {
    const broadcasts = await service.listBroadcasts();
    return shown({ broadcasts }, () => tableText(broadcasts));
  },
  'broadcasts plan': async (service, { arguments: [, , id = '', word] }) => {
    const plan = word === undefined ? 'pro' : wordOf(`the plan cannot be ${word}`, word, ['pro', 'free']);
    await service.setPlan(id, plan);
    return confirmed({ id, plan }, `${id} has the ${plan} plan`);
  },
};

export const command = defineCommand({
  arguments: [
    {
      name: 'ACTION',
      about: 'keys create|list|rotate ID|revoke ID, broadcasts create NAME|list|plan ID pro|free',
      completes: Object.keys(ACTIONS),
      many: true,
    },
  ],
  options: OPTIONS,
  examples: [
    { line: 'gitcast service', about: 'Runs the embedded service until Ctrl-C' },
    {
      line: 'gitcast service --json --port 0',
      about: 'Prints url, userId, broadcastId and key as one line of JSON',
    },
    { line: 'gitcast service keys create --label ci', about: 'Creates a key and shows it once' },
    { line: 'gitcast service keys rotate ID', about: 'Creates its successor; both are valid for a day' },
    { line: 'gitcast service --database URL', about: 'Runs one of several copies that share a PostgreSQL database' },
  ],
  async run(invocation) {
    const words = invocation.arguments;
    if (words.length === 0) return serving(invocation);
    const action = ACTIONS[words.slice(0, 2).join(' ')];
    if (action)
      return action(
        await projectOf(invocation).administerService(givenTo(serviceSettings, invocation.options)),
        invocation,
      );
    throw new UserError(`unknown action ${words.join(' ')} for service`, {
      suggestion: `use one of ${Object.keys(ACTIONS).join(', ')}`,
    });
  },
});

async function serving(invocation: Asked): Promise<Outcome> {
  const { context, options } = invocation;
  const { stdout, stderr, env, now } = context;
  const format = logFormat(options, env);
  const log = (event: Logged): void => {
    if (!options.quiet || levelOf(event) !== 'info') stderr.write(logLine(event, { format, now: now() }));
  };
  // From the beginning: it may wait for its database, and the first process of a container has to handle the signal itself.
  const stopped = context.untilStopped();
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const starting = projectOf(invocation, { log, signal: stop.signal }).service(givenTo(runService.options, options));
  const serving = await starting.catch((error: unknown) => {
    if (error !== stop.signal.reason) throw error;
  });
  if (!serving) return SAID;
  stdout.write(
    options.json ? `${JSON.stringify(serving.card)}\n` : servingText(serving, styleFor(stdout, env, options)),
  );
  const waitedFor = 'requests and deliveries in progress, and the commands that use this service';
  const say = format === 'json' ? (message: string) => log({ type: 'stopping', message }) : undefined;
  await untilStoppedThen({ ...context, untilStopped: () => stopped }, waitedFor, serving.close, say);
  return SAID;
}

function logFormat({ json }: Asked['options'], env: Environment): (typeof LOG_FORMATS)[number] {
  const variable = env['LOG_FORMAT'];
  if (variable === undefined || variable === '') return json ? 'json' : 'text';
  const format = LOG_FORMATS.find((each) => each === variable.toLowerCase());
  if (format !== undefined) return format;
  throw new UserError(`LOG_FORMAT is ${variable}, which gitcast does not support`, {
    suggestion: 'set it to text or json, or leave it empty',
  });
}
