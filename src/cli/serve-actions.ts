/** The actions of `gitcast serve`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { SERVICE_PLANS } from '../project/calls/limits.ts';
import { writeFile } from '../project/files/write-files.ts';
import type { ServiceAdministration } from '../project/index.ts';
import { confirmed, type Outcome } from './command.ts';
import { projectOf } from './open-project.ts';
import { oneOfOption } from './option-values.ts';
import { serviceSettings, type Serve } from './service-flags.ts';
import { tableText } from './views/text/columns.ts';

type Action = (service: ServiceAdministration, invocation: Serve) => Promise<Outcome>;

const ACTIONS: Readonly<Record<string, Action>> = {
  'keys create': createKey,
  'keys list': async (service) => listing('keys', await service.listKeys()),
  'keys revoke': revokeKey,
  'broadcasts create': newBroadcast,
  'broadcasts list': async (service) => listing('broadcasts', await service.listBroadcasts()),
  'broadcasts plan': setPlan,
  export: exportStore,
  import: importStore,
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
  return action(await projectOf(invocation).service(serviceSettings(invocation.options)), invocation);
}

async function createKey(service: ServiceAdministration, { options }: Serve): Promise<Outcome> {
  const { broadcast, label, expires: expiresAt } = options;
  const json = await service.createKey({ broadcast, label, expiresAt });
  return { exitCode: 0, json, human: () => `${json.key}\n` };
}

async function revokeKey(service: ServiceAdministration, { arguments: [, , id = ''] }: Serve): Promise<Outcome> {
  await service.revokeKey(id);
  return confirmed({ revoked: id }, `revoked ${id}`);
}

async function newBroadcast(service: ServiceAdministration, { arguments: [, , name] }: Serve): Promise<Outcome> {
  if (name === undefined)
    throw new UserError('a broadcast needs a name', { suggestion: 'gitcast serve broadcasts create NAME' });
  const json = await service.createBroadcast(name);
  return { exitCode: 0, json, human: () => tableText([json]) };
}

async function setPlan(service: ServiceAdministration, { arguments: [, , id = '', word] }: Serve): Promise<Outcome> {
  const plan = oneOfOption('the plan', word, SERVICE_PLANS) ?? 'pro';
  await service.setPlan(id, plan);
  return confirmed({ id, plan }, `${id} has the ${plan} plan`);
}

async function exportStore(service: ServiceAdministration, { context, arguments: [, file] }: Serve): Promise<Outcome> {
  const lines = await service.exportLines();
  const text = `${lines.join('\n')}\n`;
  if (file === undefined) return { exitCode: 0, json: { lines }, human: () => text };
  writeFile(resolve(context.cwd, file), text, { mode: 0o600 });
  return confirmed({ file, lines: lines.length }, `wrote ${file}`);
}

async function importStore(service: ServiceAdministration, { context, arguments: [, file] }: Serve): Promise<Outcome> {
  if (file === undefined)
    throw new UserError('import needs a file', { suggestion: 'gitcast serve import FILE --database NEW' });
  const rows = await service.importLines(readLines(resolve(context.cwd, file), file));
  return confirmed({ rows }, `imported ${rows} rows`);
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

const listing = (name: string, rows: readonly object[]): Outcome => {
  return { exitCode: 0, json: { [name]: rows }, human: () => tableText(rows) };
};
