/** The embedded service in its own process, which creates a new broadcast on request. */
import { join } from 'node:path';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import { listen } from '../../src/service/listen.ts';
import { createService } from '../../src/service/service.ts';
import { SERVICE_OPTIONS } from '../service-options.ts';

export interface Card extends Credentials {
  readonly url: string;
}

/** The number and duration of the POSTs since the last message. */
export interface Span {
  readonly posts: number;
  readonly milliseconds: number;
}

const service = await createService(join(process.argv[2]!, 'service.db'), SERVICE_OPTIONS);
const { url } = await listen(service);

let [posts, first, last] = [0, 0, 0];
service.log.onRequest(({ method, durationMs }) => {
  if (method !== 'POST') return;
  last = performance.now();
  if (posts === 0) first = last - durationMs;
  posts += 1;
});

process.on('message', async (question: 'broadcast' | 'span') => {
  if (question === 'broadcast') {
    process.send!({ url, ...(await createBroadcast(service, { name: 'Bench' })) } satisfies Card);
  } else {
    process.send!({ posts, milliseconds: last - first } satisfies Span);
    posts = 0;
  }
});
process.send!('ready');
