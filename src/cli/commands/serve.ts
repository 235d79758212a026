import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import { createBroadcast } from '../../service/administration.ts';
import { writeCard } from '../../service/local/card.ts';
import { keeperName } from '../../service/local/claim.ts';
import { startLocalService } from '../../service/local/local-service.ts';
import { createService, type Service } from '../../service/service.ts';
import { makeFolder } from '../../service/store/private-file.ts';
import { exportLines, importLines } from '../../service/transfer.ts';
import { defineCommand, type Invocation, type Outcome } from '../command.ts';
import { loadConfig } from '../load-config.ts';
import { integerOption, oneOfOption } from '../option-values.ts';
import { databaseFile, serviceOptions, SERVICE_FLAGS } from '../service-options.ts';
import { untilStoppedThen } from '../stop-signal.ts';
import { servingText, tableText } from '../views/serve.ts';
import { writeFile } from '../write-files.ts';

const OPTIONS = {
  port: { value: 'N', about: 'The port on 127.0.0.1; 0 for any free one. Otherwise 4180' },
  ...SERVICE_FLAGS,
  broadcast: { value: 'ID', about: 'keys create: the broadcast that the key opens; otherwise the first' },
  label: { value: 'TEXT', about: 'keys create: what the key is for' },
  expires: { value: 'INSTANT', about: 'keys create: when the key ends' },
} as const;

type Serve = Invocation<typeof OPTIONS>;

/** What the words after `serve` ask for. */
type Action = (service: Service, invocation: Serve, newName: string) => Outcome;
const ACTIONS: Readonly<Record<string, Action>> = {
  'keys create': createKey,
  'keys list': ({ tenants }) => listing('keys', tenants.listKeys()),
  'keys revoke': revokeKey,
  'broadcasts create': newBroadcast,
  'broadcasts list': ({ tenants }) => listing('broadcasts', tenants.listBroadcasts()),
  'broadcasts plan': setPlan,
  export: exportStore,
  import: importStore,
};

/** Those that begin a database where there is none; the others have nothing to show or change there. */
const BEGINNINGS: ReadonlySet<Action> = new Set<Action>([createKey, newBroadcast, importStore]);

export const serve = defineCommand({
  arguments: [
    {
      name: 'ACTION',
      about: 'keys create|list|revoke ID, broadcasts create NAME|list|plan ID pro|free, export [FILE], import FILE',
      many: true,
    },
  ],
  options: OPTIONS,
  examples: [
    { line: 'gitcast serve', about: 'Serves the whole interface on this machine, until Ctrl-C' },
    { line: 'gitcast serve --json --port 0', about: 'Prints url, userId, broadcastId and key as one line of JSON' },
    { line: 'gitcast serve keys create --label ci', about: 'Makes a key; it is shown once' },
    { line: 'gitcast serve export backup.jsonl', about: 'Writes all that is stored as lines of JSON' },
  ],
  async run(invocation) {
    const words = invocation.arguments;
    if (words.length === 0) return run(invocation);
    const action = ACTIONS[words.slice(0, 2).join(' ')] ?? ACTIONS[words[0]!];
    if (!action) {
      throw new UserError(`serve has no action ${words.join(' ')}`, {
        suggestion: `it takes ${Object.keys(ACTIONS).join(', ')}`,
      });
    }
    const newName = await nameOfNew(invocation);
    const service = await openService(invocation, action);
    try {
      return action(service, invocation, newName);
    } finally {
      service.close();
    }
  },
});

/** The broadcast of a new database is called as the files call it, so that the first sync finds no conflict. */
async function nameOfNew(invocation: Serve): Promise<string> {
  const { context, options } = invocation;
  const isOfRepository = options.database === undefined && !existsSync(databaseFile(invocation));
  if (!isOfRepository) return 'My broadcast';
  const config = loadConfig({ configFile: options.config, cwd: context.cwd, env: context.env });
  const [{ environmentFor }, { nameOf }] = await Promise.all([
    import('../present-content.ts'),
    import('../broadcast-name.ts'),
  ]);
  return nameOf(environmentFor(config, context.cwd, config.defaultTarget).checked.broadcast);
}

async function openService(invocation: Serve, action: Action): Promise<Service> {
  const database = databaseFile(invocation);
  if (!existsSync(database)) {
    if (!BEGINNINGS.has(action)) {
      throw new UserError(`there is no database ${database} yet`, {
        suggestion: 'create it with `gitcast serve`, or name another file with --database',
      });
    }
    folderFor(dirname(database));
  }
  return createService(database, serviceOptions(invocation));
}

function folderFor(folder: string): void {
  try {
    makeFolder(folder);
  } catch {
    // Opening the database says why.
  }
}

async function run(invocation: Serve): Promise<Outcome> {
  const { context, options } = invocation;
  const database = databaseFile(invocation);
  const port = integerOption('port', options.port, { least: 0, most: 65_535 }) ?? 4180;
  const started = await startLocalService({
    database,
    port,
    name: await nameOfNew(invocation),
    service: serviceOptions(invocation),
  });
  if (started.type === 'running') {
    throw new UserError(`${keeperName(started.by)} serves ${database} already`, {
      suggestion: 'stop it, or name another file with --database',
    });
  }
  const { url, userId, broadcastId, key, own, close } = started.service;
  const card = { url, userId, broadcastId, key };
  context.stdout.write(options.json ? `${JSON.stringify(card)}\n` : servingText(card, invocation));
  const log = options.quiet
    ? () => {}
    : own!.log.onRequest((request) => context.stderr.write(`${JSON.stringify(request)}\n`));
  await untilStoppedThen(context, 'the commands that use this service, and deliveries under way', async () => {
    log();
    await close();
  });
  return { exitCode: 0, said: true, json: card, human: () => '' };
}

function createKey(service: Service, invocation: Serve, newName: string): Outcome {
  const { options } = invocation;
  const { database, tenants } = service;
  const { clock } = service.options;
  // A new database begins with a broadcast, whose first key is kept for `gitcast serve`.
  if (options.broadcast === undefined && tenants.listBroadcasts().length === 0)
    writeCard(databaseFile(invocation), createBroadcast(service, { name: newName }));
  const broadcasts = tenants.listBroadcasts();
  const broadcast =
    options.broadcast === undefined ? broadcasts[0] : broadcasts.find(({ id }) => id === options.broadcast);
  if (!broadcast)
    throw new UserError(`there is no broadcast ${options.broadcast}`, {
      suggestion: 'gitcast serve broadcasts list shows them',
    });
  if (options.expires !== undefined && Number.isNaN(Date.parse(options.expires))) {
    throw new UserError(`${options.expires} is not a moment`, { suggestion: 'write it like 2027-06-18T20:30:00Z' });
  }
  const expires = options.expires === undefined ? {} : { expiresAt: new Date(options.expires).toISOString() };
  const created = database.writeNow(() =>
    tenants.createKey(broadcast.id, { label: options.label ?? 'key', now: clock.now(), ...expires }),
  );
  const json = { ...created, broadcastId: broadcast.id, userId: broadcast.userId };
  return { exitCode: 0, json, human: () => `${created.key}\n` };
}

function revokeKey({ tenants, options: { clock } }: Service, { arguments: [, , id] }: Serve): Outcome {
  if (id === undefined || !tenants.revokeKey(id, clock.now())) {
    throw new UserError(`there is no key ${id ?? ''} in use`, { suggestion: 'gitcast serve keys list shows them' });
  }
  return { exitCode: 0, json: { revoked: id }, human: ({ colours }) => `${colours.green('✓')} revoked ${id}\n` };
}

function newBroadcast(service: Service, { arguments: [, , name] }: Serve): Outcome {
  if (name === undefined)
    throw new UserError('a broadcast needs a name', { suggestion: 'gitcast serve broadcasts create NAME' });
  const json = createBroadcast(service, { name });
  return { exitCode: 0, json, human: () => tableText([json]) };
}

function setPlan({ tenants }: Service, { arguments: [, , id, plan] }: Serve): Outcome {
  const wanted = oneOfOption('the plan', plan, ['pro', 'free'] as const) ?? 'pro';
  if (id === undefined || !tenants.setPlan(id, wanted)) {
    throw new UserError(`there is no broadcast ${id ?? ''}`.trim(), {
      suggestion: 'gitcast serve broadcasts list shows them',
    });
  }
  return {
    exitCode: 0,
    json: { id, plan: wanted },
    human: ({ colours }) => `${colours.green('✓')} ${id} has the ${wanted} plan\n`,
  };
}

function exportStore(service: Service, { context, arguments: [, file] }: Serve): Outcome {
  const lines = [...exportLines(service)];
  const text = `${lines.join('\n')}\n`;
  if (file === undefined) return { exitCode: 0, json: { lines }, human: () => text };
  writeFile(resolve(context.cwd, file), text, { mode: 0o600 });
  return {
    exitCode: 0,
    json: { file, lines: lines.length },
    human: ({ colours }) => `${colours.green('✓')} wrote ${file}\n`,
  };
}

function importStore(service: Service, { context, arguments: [, file] }: Serve): Outcome {
  if (file === undefined)
    throw new UserError('import needs a file', { suggestion: 'gitcast serve import FILE --database NEW' });
  const path = resolve(context.cwd, file);
  const rows = importLines(service, readLines(path, file));
  return { exitCode: 0, json: { rows }, human: ({ colours }) => `${colours.green('✓')} imported ${rows} rows\n` };
}

function readLines(path: string, shown: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    throw new UserError(`${shown} cannot be read`, { suggestion: 'check the path' });
  }
}

function listing(name: string, rows: readonly object[]): Outcome {
  return { exitCode: 0, json: { [name]: rows }, human: () => tableText(rows) };
}
