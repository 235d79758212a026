import { expect, it } from 'vitest';
import type { Profile } from '../../src/kinds/profile.ts';
import { SEED } from '../seed.ts';
import { SERVICES, tellStories } from '../sync/random.ts';

/** Two thousand of the stories of which `npm test` tells two hundred, with kills in all of them. */
const RUNS = 2000 / SERVICES.length;

export function itTellsStories(profile: Profile): void {
  const services = SERVICES.filter((service) => (service.profile ?? 'extended') === profile);
  it(`agree in the end or stop with a named conflict (${RUNS * services.length} of them)`, async () => {
    const started = Date.now();
    const told = await Promise.all(
      services.map((service) =>
        tellStories({ service: { ...service, seed: service.seed + SEED }, runs: RUNS, kills: true }),
      ),
    );
    expect(told).toEqual(services.map(() => []));
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    process.stdout.write(`${profile}: ${RUNS * services.length} stories in ${minutes} minutes\n`);
  });
}
