import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/**
 * A request with any path and headers, including those that `fetch` would fix or refuse. `url` has no trailing slash.
 */
export function ask(url: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers, agent: false }, async (response) => {
      const bytes = await buffer(response);
      resolve({ status: response.statusCode!, headers: response.headers, bytes, text: bytes.toString() });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
