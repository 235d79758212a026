/** The options and the actions of `gitcast serve`. */
import { resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { oneOf, wordOf } from '../project/calls/option.ts';
import { administerOptions } from '../project/service/administer.ts';
import { serve } from '../project/service/serve.ts';
import { serviceSettings } from '../project/service/service-settings.ts';
import { writeFile } from '../machine/write-files.ts';
import type { RowCounts, ServiceAdministration } from '../project/index.ts';
import { confirmed, type Invocation, type Outcome } from './command.ts';
import type { Environment } from './context.ts';
import { givenTo, projectOf } from './open-project.ts';
import { changedQuota } from './quota-words.ts';
import { LOG_FORMATS, quotaText, serviceChecksText, type LogFormat } from './views/service.ts';
import { tableText } from './views/text/columns.ts';

export const SERVE = {
  ...serve.options,
  log: oneOf(
    'FORMAT',
    LOG_FORMATS,
    'Log as text or as lines of JSON (default: LOG_FORMAT, else text; with --json: json)',
  ),
  ...administerOptions,
};

export type Serve = Invocation<typeof SERVE>;

/** The flag wins over the variable, so that one that is meant for another program can be overridden. */
export function logFormat({ log, json }: Serve['options'], env: Environment): LogFormat {
  if (log !== undefined) return log;
  const variable = env['LOG_FORMAT'];
  if (variable === undefined || variable === '') return json ? 'json' : 'text';
  const format = LOG_FORMATS.find((each) => each === variable.toLowerCase());
  if (format !== undefined) return format;
  throw new UserError(`LOG_FORMAT is ${variable}, which gitcast does not support`, {
    suggestion: 'set it to text or json, or pass --log text',
  });
}

type Action = (service: ServiceAdministration, invocation: Serve) => Promise<Outcome>;

const ACTIONS: Readonly<Record<string, Action>> = {
  'keys create': async (service, { options }) => {
    const { broadcast, label, expiresAt, readOnly } = options;
    const json = await service.createKey({ broadcast, label, expiresAt, readOnly });
    return { exitCode: 0, json, human: () => `${json.key}\n` };
  },
  'keys list': async (service) => listing('keys', await service.listKeys()),
  'keys rotate': async (service, invocation) => {
    const { context, options, arguments: words } = invocation;
    const { overlap, expiresAt } = options;
    const json = await service.rotateKey(words[2] ?? '', { overlap, expiresAt });
    const { replaces, replacedExpiresAt, key } = json;
    if (!options.json && !options.quiet) context.stderr.write(`${replaces} is valid until ${replacedExpiresAt}\n`);
    return { exitCode: 0, json, human: () => `${key}\n` };
  },
  'keys revoke': async (service, { arguments: [, , id = ''] }) => {
    await service.revokeKey(id);
    return confirmed({ revoked: id }, `revoked ${id}`);
  },
  'broadcasts create': async (service, { arguments: [, , name] }) => {
    if (name === undefined)
      throw new UserError('a broadcast needs a name', { suggestion: 'gitcast serve broadcasts create NAME' });
    const json = await service.createBroadcast(name);
    return { exitCode: 0, json, human: () => tableText([json]) };
  },
  'broadcasts list': async (service) => listing('broadcasts', await service.listBroadcasts()),
  'broadcasts plan': async (service, { arguments: [, , id = '', word] }) => {
    const plan = word === undefined ? 'pro' : wordOf(`the plan cannot be ${word}`, word, ['pro', 'free']);
    await service.setPlan(id, plan);
    return confirmed({ id, plan }, `${id} has the ${plan} plan`);
  },
  /** Without limits it shows those that there are, and what is used of them. */
  'broadcasts quota': async (service, { arguments: [, , id = '', ...words] }) => {
    if (words.length > 0) await service.setQuota(id, changedQuota(words, (await service.quota(id)).quota));
    const json = await service.quota(id);
    return { exitCode: 0, json, human: () => quotaText(json) };
  },
  export: async (service, { context, arguments: [, file] }) => {
    const lines = await service.exportLines();
    const text = `${lines.join('\n')}\n`;
    if (file === undefined) return { exitCode: 0, json: { lines }, human: () => text };
    writeFile(resolve(context.cwd, file), text, { mode: 0o600 });
    return confirmed({ file, lines: lines.length }, `wrote ${file}`);
  },
  /** The older name of `restore`. */
  import: async (service, { options, arguments: [, file] }) => {
    if (file === undefined)
      throw new UserError('import needs a file', { suggestion: 'gitcast serve import FILE --database NEW' });
    const { rows: each } = await service.restore({ file, force: options.force });
    const rows = Object.values(each).reduce((sum, count) => sum + count, 0);
    return confirmed({ rows }, `imported ${rows} rows`);
  },
  migrate: async (service, { options: { check } }) => {
    const json = await service.migrate({ check });
    const { from, to, needed } = json;
    if (!needed)
      return confirmed(json, from > to ? `format ${from} is newer, and usable` : `format ${from} is up to date`);
    if (!check) return confirmed(json, `migrated from format ${from} to ${to}`);
    return { exitCode: 2, json, human: () => `format ${from} has to be migrated to ${to}: gitcast serve migrate\n` };
  },
  backup: async (service, { options, arguments: [, file] }) => {
    if (file === undefined) throw new UserError('backup needs a file', { suggestion: 'gitcast serve backup FILE' });
    const json = await service.backup({ file, force: options.force });
    return confirmed(json, `wrote ${file}: ${rowsText(json.rows)}; rate limits and injected faults are left out`);
  },
  restore: async (service, { options, arguments: [, file] }) => {
    if (file === undefined)
      throw new UserError('restore needs a file', { suggestion: 'gitcast serve restore FILE --database NEW' });
    const json = await service.restore({ file, force: options.force });
    const { rows, replaced, pending } = json;
    const notes = [
      `restored ${rowsText(rows)}`,
      ...(replaced === 0 ? [] : [`deleted ${counted(replaced, ['row', 'rows'])} that the database contained`]),
      ...(pending === 0
        ? []
        : [
            `the next gitcast serve sends ${counted(pending, DELIVERIES)} that ${pending === 1 ? 'was' : 'were'} pending`,
          ]),
    ];
    return confirmed(json, notes.join('; '));
  },
  doctor: async (service) => {
    const checks = await service.doctor();
    const hasErrors = checks.some(({ level }) => level === 'error');
    return { exitCode: hasErrors ? 1 : 0, json: { checks }, human: (style) => serviceChecksText(checks, style) };
  },
};

/** As they are typed. */
export const ACTION_WORDS = Object.keys(ACTIONS);

export async function serviceAction(invocation: Serve): Promise<Outcome> {
  const words = invocation.arguments;
  const action = ACTIONS[words.slice(0, 2).join(' ')] ?? ACTIONS[words[0]!];
  if (!action) {
    throw new UserError(`unknown action ${words.join(' ')} for serve`, {
      suggestion: `use one of ${ACTION_WORDS.join(', ')}`,
    });
  }
  return action(await projectOf(invocation).service(givenTo(serviceSettings, invocation.options)), invocation);
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

const listing = (name: string, rows: readonly object[]): Outcome => {
  return { exitCode: 0, json: { [name]: rows }, human: () => tableText(rows) };
};
