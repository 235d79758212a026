/** A real service on the loopback interface, and gitcast's client for it. Time passes only during sleeps. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Profile } from '../../src/kinds/operation.ts';
import { Budget, type Wait } from '../../src/remote/http/budget.ts';
import { createClient, type Client } from '../../src/remote/client.ts';
import { connect, USUAL_TIMEOUTS, type ConnectionOptions } from '../../src/remote/http/connection.ts';
import { createHttp, type Http, type HttpOptions } from '../../src/remote/http/http.ts';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import { listen } from '../../src/service/service-listener.ts';
import type { LoggedRequest } from '../../src/service/request-log.ts';
import { createService, type TestOptions, type TestService } from '../service.ts';
import type { Variant } from '../service/variants.ts';

export class ManualClock {
  #now = Date.parse('2027-06-18T12:00:00Z');
  /** The length of each sleep. */
  readonly slept: number[] = [];

  readonly now = (): number => this.#now;

  readonly sleep = async (milliseconds: number): Promise<void> => {
    this.slept.push(milliseconds);
    this.#now += milliseconds;
  };
}

export interface Talking {
  readonly http: Http;
  readonly clock: ManualClock;
  readonly waits: readonly Wait[];
}

export type TalkingOptions = Partial<
  Pick<HttpOptions, 'trace' | 'signal' | 'sleep' | 'now'> & Pick<ConnectionOptions, 'timeouts'>
> & {
  readonly concurrency?: number;
  readonly clock?: ManualClock;
  /** The variables that name proxies. */
  readonly env?: Readonly<Record<string, string>>;
};

export function talkTo(baseUrl: string, options: TalkingOptions = {}): Talking {
  const { concurrency, clock = new ManualClock(), timeouts = USUAL_TIMEOUTS, env = {}, ...rest } = options;
  const waits: Wait[] = [];
  const time = { now: clock.now, sleep: clock.sleep, ...rest };
  const budget = new Budget({
    ...time,
    onWait: (wait) => void waits.push(wait),
    ...(concurrency !== undefined && { concurrency }),
  });
  const http = createHttp({
    connection: connect({ baseUrl, most: budget.concurrency, timeouts, environment: (name) => env[name] }),
    budget,
    random: () => 0.5,
    ...time,
  });
  onTestFinished(() => http.close());
  return { http, clock, waits };
}

/** A client for a server that is not a service. */
export function clientOf(
  url: string,
  { profile = 'extended', ...options }: TalkingOptions & { readonly profile?: Profile } = {},
) {
  const talk = talkTo(url, options);
  const ids = { userId: '64b7c0ffee64b7c0ffee0001', broadcastId: '64b7c0ffee64b7c0ffee0002' };
  return {
    ...talk,
    client: createClient({ http: talk.http, profile, sharedArticleIds: true, ...ids, key: 'canary-key' }),
  };
}

type ClientSettings = Pick<Credentials, 'broadcastId' | 'key'> & { readonly profile: Profile };

export interface Target extends Talking, Credentials {
  readonly url: string;
  readonly client: Client;
  /** A client of the same service with different settings. */
  readonly clientWith: (settings: Partial<ClientSettings>) => Client;
  readonly service: TestService;
  /** Every request that the service has received. */
  readonly seen: readonly LoggedRequest[];
}

export type TargetOptions = TalkingOptions & {
  readonly profile?: Profile;
  readonly variants?: readonly Variant[];
  readonly rateLimit?: number;
  readonly sharedArticleIds?: boolean;
  readonly key?: string;
  readonly plan?: 'free' | 'pro';
};

export async function startTarget(options: TargetOptions = {}): Promise<Target> {
  const {
    profile = 'extended',
    variants = [],
    rateLimit = 0,
    sharedArticleIds = true,
    key,
    plan,
    ...talking
  } = options;
  const clock = talking.clock ?? new ManualClock();
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-remote-'));
  const serviceOptions: TestOptions = {
    profile,
    rateLimit,
    variants: new Set(variants),
    allowPrivateWebhooks: false,
    clock,
  };
  const service = await createService(join(folder, 'service.db'), serviceOptions);
  const { url, close } = await listen(service);
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  const seen: LoggedRequest[] = [];
  service.log.onRequest((request) => void seen.push(request));
  const credentials = await createBroadcast(service, { name: 'Harbour', ...(key && { key }), ...(plan && { plan }) });
  const talk = talkTo(url, { ...talking, clock });
  const clientWith = (settings: Partial<ClientSettings>): Client => {
    return createClient({ http: talk.http, sharedArticleIds, profile, ...credentials, ...settings });
  };
  return { ...talk, ...credentials, url, client: clientWith({}), clientWith, service, seen };
}

let keys = 0;
export const newKey = (): { idempotencyKey: string } => ({ idempotencyKey: `key-${keys++}` });

export const someEvent = (title = 'Opening night') => ({
  title,
  start_time: '2027-06-18T20:30:00+02:00',
  end_time: '2027-06-18T23:00:00+02:00',
});
