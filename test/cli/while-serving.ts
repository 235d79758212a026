import type { Environment } from '../../src/cli/context.ts';
import { gitcast } from './in-memory.ts';

export interface Card {
  readonly url: string;
  readonly userId: string;
  readonly broadcastId: string;
  readonly key: string;
}

/** Runs `gitcast service` for as long as it takes to do something with it. */
export async function whileServing(
  cwd: string,
  words: string,
  act: (card: Card) => Promise<void>,
  env: Environment = {},
) {
  let end = (): void => {};
  const stopped = new Promise<void>((resolve) => (end = resolve));
  const told = Promise.withResolvers<Card>();
  const running = gitcast(
    `service --json --port 0 ${words.includes('--database') ? '' : '--database s.db '}${words}`.trim(),
    {
      cwd,
      env,
      stopped,
      onOutput: (text) => told.resolve(JSON.parse(text) as Card),
    },
  );
  try {
    await act(await Promise.race([told.promise, running.then(({ stderr }) => Promise.reject(new Error(stderr)))]));
  } finally {
    end();
  }
  return running;
}
