/**
 * A service in a separate process, for tests that kill it: `node serve-child.ts FILE KEY`. Prints one line of JSON when
 * it is ready, and creates a broadcast if the file has none. SIGTERM closes it as Ctrl-C closes `gitcast service`.
 */
import { flushCompileCache } from 'node:module';
import { ensureBroadcast } from '../../src/service/administration.ts';
import { listen } from '../../src/service/service-listener.ts';
import { systemClock } from '../../src/service/options.ts';
import { createService } from '../../src/service/service.ts';

const [file = '', key = ''] = process.argv.slice(2);
const service = await createService(file, {
  profile: 'extended',
  rateLimit: 0,
  allowPrivateWebhooks: true,
  clock: systemClock,
});
const { userId, broadcastId } = await ensureBroadcast(service, { name: 'Harbour', key });
const { url, close } = await listen(service);
process.once('SIGTERM', () => void close().then(() => process.exit()));
process.stdout.write(`${JSON.stringify({ url, userId, broadcastId })}\n`);
// A process that will be killed has to save its compile cache now.
flushCompileCache();
