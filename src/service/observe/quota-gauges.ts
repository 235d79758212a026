/**
 * The quotas of broadcasts and how much of them is used. Each limit is a series that Prometheus keeps, so only those are
 * shown that are nearest to being reached. They are read at most twice a minute, however often somebody asks.
 */
import { Gauge } from 'prom-client';
import { quotaUse, type QuotaUse } from '../store/quotas.ts';
import type { Measurable } from './store-gauges.ts';
import { within } from './within.ts';

const MOST = 200;
const KEPT_MS = 30_000;
const PATIENCE_MS = 2000;

export function quotaGauges({ engine, options }: Measurable): readonly Gauge[] {
  let kept: { readonly until: number; readonly uses: Promise<readonly QuotaUse[] | undefined> } | undefined;
  const look = (): Promise<readonly QuotaUse[] | undefined> => {
    const now = performance.now();
    if (!kept || kept.until <= now) {
      const uses = within(
        PATIENCE_MS,
        engine.read('everything', () => quotaUse(options.clock.now())).catch(() => undefined),
      );
      kept = { until: now + KEPT_MS, uses };
      void uses.then((found) => found ?? (kept = undefined));
    }
    return kept.uses;
  };
  const gauge = (name: string, help: string, value: (use: QuotaUse) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['broadcast', 'resource'],
      registers: [],
      async collect() {
        const uses = await look();
        this.reset();
        for (const use of nearest(uses ?? []))
          this.set({ broadcast: use.broadcastId, resource: use.resource }, value(use));
      },
    });
  const number = new Gauge({
    name: 'gitcast_quota_limits',
    help: `Limits that are set. Of more than ${MOST}, those that are used the most are shown. The same for all copies`,
    registers: [],
    async collect() {
      const uses = await look();
      if (uses) this.set(uses.length);
      else this.remove();
    },
  });
  return [
    gauge('gitcast_quota_limit', 'What a broadcast may store or send. The same for all copies', ({ limit }) => limit),
    gauge('gitcast_quota_used', 'What it stores or sent in 24 hours. The same for all copies', ({ used }) => used),
    number,
  ];
}

const nearest = (uses: readonly QuotaUse[]): readonly QuotaUse[] =>
  uses.length <= MOST ? uses : uses.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, MOST);

/** A limit of 0 is reached. */
const shareOf = ({ used, limit }: QuotaUse): number => (limit === 0 ? Infinity : used / limit);
