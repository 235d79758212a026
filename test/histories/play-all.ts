/** Plays many histories and returns the shortest that fails, in a form that can be replayed. */
// First, so that everything after it is loaded with the virtual time and disk.
import { play } from './play.ts';
import fc from 'fast-check';
import { histories, parseHistory, scriptOf, type History } from './history.ts';
import { openHost, type Host } from './service.ts';

export interface Round {
  readonly state: History['state'];
  readonly runs: number;
  readonly seed: number;
}

/** Returns why one of them fails, or nothing. */
export async function playAll({ state, runs, seed }: Round): Promise<string> {
  return withHost(async (host) => {
    const story = fc.asyncProperty(histories(state), (history) => play(history, host));
    const { failed, counterexample, errorInstance, numShrinks } = await fc.check(story, { numRuns: runs, seed });
    if (!failed) return '';
    const { message } = errorInstance as Error;
    return `seed ${seed} has a history that fails, here shortened ${numShrinks} times\n${message}\n\n${scriptOf(counterexample![0])}`;
  });
}

export async function playOne(history: History): Promise<string> {
  return withHost(async (host) => {
    try {
      await play(history, host);
      return '';
    } catch (error) {
      return `${(error as Error).message}\n\n${scriptOf(history)}`;
    }
  });
}

/** The history from the last line of a failure, to be played alone. */
export const givenHistory = (): History | undefined => {
  const given = process.env['GITCAST_HISTORY'];
  return given === undefined ? undefined : parseHistory(given);
};

async function withHost(act: (host: Host) => Promise<string>): Promise<string> {
  const host = await openHost();
  try {
    return await act(host);
  } finally {
    host.close();
  }
}
