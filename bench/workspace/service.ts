/** The service of the benchmark: as many broadcasts as asked for, in one process. */
import { join } from 'node:path';
import { createBroadcast } from '../../src/service/administration.ts';
import { listen } from '../../src/service/listen.ts';
import { createService } from '../../src/service/service.ts';
import { systemClock } from '../../src/service/options.ts';

const [folder = '', count = ''] = process.argv.slice(2);
const service = await createService(join(folder, 'service.db'), {
  profile: 'extended',
  rateLimit: 0,
  clock: systemClock,
  faults: false,
  allowPrivateWebhooks: false,
  variants: new Set(),
});
const { url } = await listen(service);
const broadcasts = await Promise.all(
  Array.from({ length: Number(count) }, (_, index) => createBroadcast(service, { name: `Festival ${index}` })),
);
process.send!({ url, broadcasts });
process.once('disconnect', () => process.exit());
