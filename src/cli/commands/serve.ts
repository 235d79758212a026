import { UserError } from '../../diagnostics/errors.ts';
import { oneOf, wordOf } from '../../project/calls/option.ts';
import type { RowCounts, ServiceAdministration, Serving } from '../../project/index.ts';
import { administerOptions } from '../../project/service/administer.ts';
import { serve as call } from '../../project/service/serve.ts';
import { serviceSettings } from '../../project/service/service-settings.ts';
import { confirmed, defineCommand, SAID, shown, type Invocation, type Outcome } from '../command.ts';
import type { Environment } from '../context.ts';
import { givenTo, projectOf } from '../open-project.ts';
import { changedQuota } from '../quota-words.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { levelOf, LOG_FORMATS, logLine, quotaText, type Logged } from '../views/service-view.ts';
import { checksText, tableText } from '../views/text/columns.ts';
import { styleFor, type Style } from '../views/text/style.ts';

const OPTIONS = {
  ...call.options,
  log: oneOf(
    'FORMAT',
    LOG_FORMATS,
    'Log as text or as lines of JSON (default: LOG_FORMAT, else text; with --json: json)',
  ),
  ...administerOptions,
};

type Serve = Invocation<typeof OPTIONS>;

type Action = (service: ServiceAdministration, invocation: Serve) => Promise<Outcome>;

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
    const { overlap, expiresAt } = options;
    const json = await service.rotateKey(id, { overlap, expiresAt });
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
      throw new UserError('a broadcast needs a name', { suggestion: 'gitcast serve broadcasts create NAME' });
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
  /** Without limits it shows those that there are, and what is used of them. */
  'broadcasts quota': async (service, { arguments: [, , id = '', ...words] }) => {
    if (words.length > 0) await service.setQuota(id, changedQuota(words, (await service.quota(id)).quota));
    const json = await service.quota(id);
    return shown(json, () => quotaText(json));
  },
  migrate: async (service, { options: { check } }) => {
    const json = await service.migrate({ check });
    const { from, to, needed } = json;
    if (!needed)
      return confirmed(json, from > to ? `format ${from} is newer, and usable` : `format ${from} is up to date`);
    if (!check) return confirmed(json, `migrated from format ${from} to ${to}`);
    return shown(json, () => `format ${from} has to be migrated to ${to}: gitcast serve migrate\n`, 2);
  },
  backup: async (service, invocation) => {
    const named = fileOf('backup', 'FILE', invocation);
    const json = await service.backup(named);
    return confirmed(json, `wrote ${named.file}: ${rowsText(json.rows)}; rate limits and injected faults are left out`);
  },
  restore: async (service, invocation) => {
    const json = await service.restore(fileOf('restore', 'FILE --database NEW', invocation));
    const { rows, replaced, pending } = json;
    const was = pending === 1 ? 'was' : 'were';
    const notes = [
      `restored ${rowsText(rows)}`,
      ...(replaced === 0 ? [] : [`deleted ${counted(replaced, ['row', 'rows'])} that the database contained`]),
      ...(pending === 0 ? [] : [`the next gitcast serve sends ${counted(pending, DELIVERIES)} that ${was} pending`]),
    ];
    return confirmed(json, notes.join('; '));
  },
  doctor: async (service) => {
    const checks = await service.doctor();
    const hasErrors = checks.some(({ level }) => level === 'error');
    const text = (style: Style): string => {
      const shades = { ok: style.colours.green, warn: style.colours.yellow, error: style.colours.red };
      return checksText(checks, style, ({ level }) => ({ ok: level === 'ok', mark: shades[level](level.padEnd(5)) }));
    };
    return shown({ checks }, text, hasErrors ? 1 : 0);
  },
};

export const command = defineCommand({
  arguments: [
    {
      name: 'ACTION',
      about:
        'keys create|list|rotate ID|revoke ID, broadcasts create NAME|list|plan ID pro|free|quota ID [KIND=N bytes=N deliveries=N|none], migrate, backup FILE, restore FILE, doctor',
      completes: Object.keys(ACTIONS),
      many: true,
    },
  ],
  options: OPTIONS,
  examples: [
    { line: 'gitcast serve', about: 'Runs the embedded service until Ctrl-C' },
    {
      line: 'gitcast serve --json --port 0',
      about: 'Prints url, userId, broadcastId, key and secret as one line of JSON',
    },
    { line: 'gitcast serve keys create --label ci', about: 'Creates a key and shows it once' },
    { line: 'gitcast serve keys rotate ID --overlap 48h', about: 'Creates its successor; both are valid for two days' },
    { line: 'gitcast serve --database URL', about: 'Runs one of several copies that share a PostgreSQL database' },
    { line: 'gitcast serve broadcasts quota ID event=5000', about: 'Limits what a broadcast stores' },
    { line: 'gitcast serve doctor', about: 'Checks the database, and shows what to do about problems' },
    { line: 'gitcast serve backup b.jsonl', about: 'Writes everything to a file, while the service may run' },
    { line: 'gitcast serve restore b.jsonl --database URL', about: 'Fills an empty database from a backup' },
  ],
  async run(invocation) {
    const words = invocation.arguments;
    if (words.length === 0) return serving(invocation);
    const action = ACTIONS[words.slice(0, 2).join(' ')] ?? ACTIONS[words[0]!];
    if (action)
      return action(await projectOf(invocation).service(givenTo(serviceSettings, invocation.options)), invocation);
    throw new UserError(`unknown action ${words.join(' ')} for serve`, {
      suggestion: `use one of ${Object.keys(ACTIONS).join(', ')}`,
    });
  },
});

async function serving(invocation: Serve): Promise<Outcome> {
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
  const starting = projectOf(invocation, { log, signal: stop.signal }).serve(givenTo(call.options, options));
  const serving = await starting.catch((error: unknown) => {
    if (error !== stop.signal.reason) throw error;
  });
  if (!serving) return SAID;
  const { card, secret, server, metrics, close } = serving;
  stdout.write(
    options.json
      ? `${JSON.stringify({ ...card, secret, metrics })}\n`
      : servingText({ card, secret, server, metrics }, styleFor(stdout, env, options)),
  );
  const waitedFor = 'requests and deliveries in progress, and the commands that use this service';
  const say = format === 'json' ? (message: string) => log({ type: 'stopping', message }) : undefined;
  await untilStoppedThen({ ...context, untilStopped: () => stopped }, waitedFor, close, say);
  return SAID;
}

/** The flag wins over the variable, so that one that is meant for another program can be overridden. */
function logFormat({ log, json }: Serve['options'], env: Environment): (typeof LOG_FORMATS)[number] {
  if (log !== undefined) return log;
  const variable = env['LOG_FORMAT'];
  if (variable === undefined || variable === '') return json ? 'json' : 'text';
  const format = LOG_FORMATS.find((each) => each === variable.toLowerCase());
  if (format !== undefined) return format;
  throw new UserError(`LOG_FORMAT is ${variable}, which gitcast does not support`, {
    suggestion: 'set it to text or json, or pass --log text',
  });
}

/** How to reach the service, for someone who tries it. A database server shows a key only once, at the first start. */
function servingText({ card, secret, server, metrics }: Omit<Serving, 'close'>, { colours }: Style): string {
  const { url, userId, broadcastId, key } = card;
  const row = (label: string, value: string): string => `  ${colours.dim(label.padEnd(10))} ${value}`;
  return [
    `${colours.green('●')} serving at ${colours.bold(url)}`,
    '',
    ...(server === undefined ? [] : [row('database', server)]),
    ...(metrics === undefined ? [] : [row('metrics', metrics)]),
    row('user', userId),
    row('broadcast', broadcastId),
    row('key', key ?? 'gitcast serve keys create makes one'),
    '',
    `  curl -H 'Authorization: Bearer ${key ?? 'KEY'}' ${url}/v1/events`,
    '',
    colours.dim(`  Stored objects and requests: ${url}/#${secret} · Ctrl-C stops it`),
    '',
    '',
  ].join('\n');
}

/** The file of a backup. */
function fileOf(action: string, usage: string, { options: { force }, arguments: [, file] }: Serve) {
  if (file !== undefined) return { file, force };
  throw new UserError(`${action} needs a file`, { suggestion: `gitcast serve ${action} ${usage}` });
}

/** `2 broadcasts, 31 records`; tables without rows are left out. */
function rowsText(rows: RowCounts): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0);
  return filled.length === 0
    ? 'no rows'
    : filled.map(([table, count]) => counted(count, TABLE_NAMES[table]!)).join(', ');
}

const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : many}`;

const DELIVERIES = ['delivery', 'deliveries'] as const;

const TABLE_NAMES: Readonly<Record<string, readonly [string, string]>> = {
  broadcasts: ['broadcast', 'broadcasts'],
  api_keys: ['key', 'keys'],
  records: ['record', 'records'],
  idempotency: ['kept answer', 'kept answers'],
  deliveries: DELIVERIES,
  attempts: ['attempt', 'attempts'],
};
