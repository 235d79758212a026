import { request, type ClientRequest, type OutgoingHttpHeaders } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { Answer } from './answer.ts';

interface Raw {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  /** Sends the body, or part of it; the connection is closed when the answer has arrived. */
  readonly write: (sent: ClientRequest) => unknown;
}

/** A request that no well-behaved client would make. */
export function rawRequest(url: string, { method, path, headers, write }: Raw): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent: false });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      // Errors in the rest of the body after the answer are ignored.
      sent.off('error', reject).on('error', () => {});
      const text = await readText(response);
      resolve(new Answer(response.statusCode!, new Headers(response.headers as Record<string, string>), text));
      sent.destroy();
    });
    Promise.resolve(write(sent)).catch(reject);
  });
}
