/**
 * A service in a separate process, for tests that kill it: `node serve-child.ts FILE KEY`. Prints one line of JSON when
 * it is ready, and creates a broadcast if the file has none.
 */
import { flushCompileCache } from 'node:module';
import { createBroadcast } from '../../src/service/administration.ts';
import { listen } from '../../src/service/listen.ts';
import { systemClock } from '../../src/service/options.ts';
import { createService } from '../../src/service/service.ts';
import { listBroadcasts } from '../../src/service/store/tenants.ts';

const [file = '', key = ''] = process.argv.slice(2);
const service = await createService(file, {
  profile: 'extended',
  rateLimit: 0,
  allowPrivateWebhooks: true,
  faults: false,
  variants: new Set(),
  clock: systemClock,
});
const broadcasts = await service.engine.read('everything', listBroadcasts);
if (broadcasts.length === 0) await createBroadcast(service, { name: 'Harbour', key });
const { url } = await listen(service);
process.stdout.write(`${JSON.stringify({ url })}\n`);
// A process that will be killed has to save its compile cache now.
flushCompileCache();
