/**
 * One copy of the service in its own process: `node copy.ts DATABASE`. It sends its URL to its parent when it is ready, and
 * its memory on request.
 */
import { createService } from '../../src/service/service.ts';
import { listen } from '../../src/service/service-listener.ts';
import { SERVICE_OPTIONS } from '../suite/service-options.ts';

export interface Ready {
  readonly url: string;
}

const service = await createService(process.argv[2]!, SERVICE_OPTIONS);
const { url } = await listen(service);
process.send!({ url } satisfies Ready);
process.on('message', () => process.send!({ bytes: process.memoryUsage.rss() }));
