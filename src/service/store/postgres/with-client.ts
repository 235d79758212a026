import pg from 'pg';
import { clientConfig } from './connections.ts';
import { OpenSockets } from './open-sockets.ts';
import { unusableServer } from './unusable-server.ts';

/** Uses a connection of its own, without the limits of those that serve requests. The signal closes it. */
export async function withClient<T>(
  url: string,
  act: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const sockets = new OpenSockets();
  const close = (): void => sockets.destroy();
  signal?.addEventListener('abort', close);
  try {
    const client = new pg.Client(clientConfig(url, sockets));
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query('SET search_path = gitcast');
      return await act(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    throw unusableServer(url, error);
  } finally {
    signal?.removeEventListener('abort', close);
  }
}
