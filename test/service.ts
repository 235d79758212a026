/**
 * The embedded service as tests need it: it can inject faults, and decide differently where the interface leaves something
 * open. `node test/service.ts [--variant NAME]… [--faults]` starts it like `gitcast service --json` and prints the same
 * first line; with `--faults`, `PUT /faults` replaces the rules.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createService as createPlainService, type Service } from '../src/service/service.ts';
import { startLocalService } from '../src/service/local/local-service.ts';
import { systemClock, type ServiceOptions } from '../src/service/options.ts';
import { readJson } from '../src/service/http/request-body.ts';
import { startSharedService } from '../src/service/shared-service.ts';
import { isServer } from '../src/service/store/database.ts';
import { systemClock as clock } from '../src/machine/clock.ts';
import { Faults, withFaults, type FaultRule } from './service/faults.ts';
import { isVariant, uuidOnSurfaceA, withVariants, type Variant, type Variants } from './service/variants.ts';

export interface TestService extends Service {
  readonly faults: Faults;
}

export interface TestOptions extends ServiceOptions {
  readonly variants?: Variants;
}

export async function createService(database: string, options: TestOptions): Promise<TestService> {
  const { variants = new Set<Variant>(), tests, ...plain } = options;
  const faults = new Faults();
  const service = await createPlainService(database, {
    ...plain,
    tests: { ...tests, ...(variants.has('uuid-ids') && { newId: uuidOnSurfaceA }) },
  });
  const respond = withFaults(
    { ...service, respond: variants.size > 0 ? withVariants(service, variants) : service.respond },
    faults,
  );
  return { ...service, respond, faults };
}

/** `PUT /faults` replaces the rules. */
const armed = ({ respond, faults, ...service }: TestService): TestService => ({
  ...service,
  faults,
  respond: async (request) => {
    if (`${request.method} ${request.path}` !== 'PUT /faults') return respond(request);
    faults.arm((await readJson(request)) as readonly FaultRule[]);
    return { status: 204, headers: {}, body: null };
  },
});

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      variant: { type: 'string', multiple: true, default: [] },
      faults: { type: 'boolean', default: false },
      database: { type: 'string', default: join('.gitcast', 'service.db') },
      port: { type: 'string', default: '4180' },
      host: { type: 'string' },
      profile: { type: 'string', default: 'extended' },
      'rate-limit': { type: 'string', default: '600' },
      'allow-private-webhooks': { type: 'boolean', default: false },
      json: { type: 'boolean' },
      quiet: { type: 'boolean', short: 'q' },
    },
  });
  const variants = new Set(values.variant.flatMap((name) => name.split(',')));
  const unknown = [...variants].filter((name) => !isVariant(name));
  if (unknown.length > 0) throw new Error(`there is no variant ${unknown.join(', ')}`);
  const settings = {
    database: isServer(values.database) ? values.database : resolve(values.database),
    port: Number(values.port),
    hostname: values.host,
    name: 'My broadcast',
    service: {
      profile: values.profile as ServiceOptions['profile'],
      rateLimit: Number(values['rate-limit']),
      allowPrivateWebhooks: values['allow-private-webhooks'],
      clock: systemClock,
      onFailure: (message: string) => process.stderr.write(`error: ${message}\n`),
    },
    create: async (database: string, options: ServiceOptions) => {
      const service = await createService(database, { ...options, variants: variants as Variants });
      return values.faults ? armed(service) : service;
    },
  };
  const { url, userId, broadcastId, key, close } = await started(settings);
  process.stdout.write(`${JSON.stringify({ url, userId, broadcastId, ...(key !== undefined && { key }) })}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit()));
}

async function started(settings: Parameters<typeof startSharedService>[0]) {
  if (isServer(settings.database)) return startSharedService(settings, { clock, onWait: () => {} });
  const service = await startLocalService(settings);
  if (service.type === 'started') return service.service;
  throw new Error(`another process serves ${settings.database}`);
}

if (import.meta.main) await main();
