/** The embedded service in its own process, which creates a new broadcast for each message. */
import { join } from 'node:path';
import { createBroadcast } from '../../src/service/administration.ts';
import { listen } from '../../src/service/service-listener.ts';
import { createService } from '../../src/service/service.ts';
import { SERVICE_OPTIONS } from './service-options.ts';
import type { Card } from './target.ts';

const service = await createService(join(process.argv[2]!, 'service.db'), SERVICE_OPTIONS);
const { url } = await listen(service);
process.on('message', async () =>
  process.send!({ url, ...(await createBroadcast(service, { name: 'Bench' })) } satisfies Card),
);
process.send!('ready');
