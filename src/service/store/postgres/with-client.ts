import pg from 'pg';
import { clientConfig } from './connections.ts';
import { unusableServer } from './unusable-server.ts';

/** Uses a connection of its own, without the limits of those that serve requests. */
export async function withClient<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    const client = new pg.Client(clientConfig(url));
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
  }
}
